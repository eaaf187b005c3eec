import { permissionByName } from '#core/permissions.ts'
import { uuidFromName } from '#core/uuid.ts'

const idOf = (what: string): string => uuidFromName('5f0c1f0e-6a43-4a2b-9d4e-2f6a1c7b8d90', what)

/** The people and records that the examples of the documentation tell of. */
export const exampleIds = {
  admin: idOf('Sara Haddad'),
  otherAdmin: idOf('Omar Said'),
  user: idOf('Lina Khoury'),
  tenant: idOf('Acme'),
  childTenant: idOf('Acme Jordan'),
  role: idOf('Helpdesk'),
  domain: idOf('login.acme.example'),
  identityProvider: idOf('Acme single sign-on'),
  session: idOf('a session'),
  externalLogin: idOf('a link to google'),
  event: idOf('an event'),
  email: idOf('an e-mail'),
  emailBatch: idOf('a batch of e-mails'),
  menuItem: idOf('a menu item'),
  file: idOf('a file'),
  notification: idOf('a notification'),
  webhook: idOf('a webhook'),
  delivery: idOf('a delivery'),
  template: idOf('Order shipped'),
  /** Opaque ids look like this. */
  group: 'g7Xq2mV0bKf4tYcRz1PdWwA8sLh3nJe6uQo5iTgZkCM',
  opaqueTenant: 't3Lk9sQw8nHj5uBvXe6MaAzP7dRf1cYg0oKi2VmWbTE',
  /** Of the permission to see admins. */
  permission: permissionByName('admins.view')?.id as string,
}

export const examplePassword = 'correct horse battery staple'
export const exampleMoment = '2026-11-22T09:30:00.000Z'
