import { exampleIds } from '#http/example-values.ts'

/** Of message templates, what is made of them, and mails. */
export const exampleTemplate = {
  id: exampleIds.template,
  name: 'Order shipped',
  code: 'order_shipped',
  category: 'notification',
  subject: 'Your order {{ orderNumber }} is on its way',
  bodyHtml: '<p>Hello {{ recipient.firstName }}, your order {{ orderNumber }} left today.</p>',
  bodyText: null,
  variables: ['orderNumber'],
  variableDefinitions: [{ name: 'orderNumber', required: true, default: null, example: 'A-1042', description: null }],
  updatedBy: exampleIds.admin,
  updatedByName: 'Sara Haddad',
}
export const exampleRendering = {
  subject: 'Your order A-1042 is on its way',
  html: '<p>Hello Sara, your order A-1042 left today.</p>',
  text: 'Hello Sara, your order A-1042 left today.',
}

export const exampleMail = {
  id: exampleIds.email,
  to: 'lina@acme.example',
  recipientType: 'user',
  recipientId: exampleIds.user,
  subject: 'Hello',
  templateName: 'Welcome letter',
  category: 'marketing',
}
