import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { changeTemplate, createTemplate, deleteTemplate } from './message-templates.actions.ts'
import { listTemplates, TemplatePage, TemplateQuery } from './message-templates.list.ts'
import { findTemplate, shownTemplate } from './message-templates.queries.ts'
import { MessageTemplate, MessageTemplateChange, NewMessageTemplate } from './message-templates.schema.ts'
import { previewTemplate, renderTemplate } from './preview.actions.ts'
import { PreviewBody, RenderBody, RenderedMessage, TemplatePreview } from './preview.schema.ts'

export const messageTemplateRoutes: Routes = {
  'GET /': route({
    operationId: 'listMessageTemplates',
    summary: 'Page of the message templates of the own tenant and those below, and of those that come with the service',
    access: can('templates.view'),
    query: TemplateQuery,
    reply: TemplatePage,
    run: (ctx, { query }) => listTemplates(ctx, query),
  }),

  'POST /preview': route({
    operationId: 'previewDraft',
    summary: 'Show what a text would look like',
    description: 'Like the preview of a template, of what is sent as `draft` alone.',
    access: can('templates.view'),
    body: PreviewBody,
    reply: TemplatePreview,
    transaction: 'own',
    run: (ctx, { body }) => previewTemplate(ctx, null, body),
  }),

  'GET /:id': route({
    operationId: 'getMessageTemplate',
    summary: 'One message template',
    access: can('templates.view'),
    params: ById,
    reply: MessageTemplate,
    run: async (ctx, { params }) => shownTemplate(ctx, await findTemplate(ctx, params.id)),
  }),

  'POST /': route({
    operationId: 'createMessageTemplate',
    summary: 'Create a message template',
    description:
      'With the `code` of a mail of the service it writes that mail, for the tenant and all below it; a text without the code, link or password that the mail is sent for is refused.',
    access: can('templates.create'),
    body: NewMessageTemplate,
    reply: MessageTemplate,
    status: 201,
    errors: [404, 409],
    location: ({ id }) => `/api/v1/message-templates/${id}`,
    emits: ['template.created'],
    transaction: 'own',
    run: (ctx, { body }) => createTemplate(ctx, body),
  }),

  'PUT /:id': route({
    operationId: 'updateMessageTemplate',
    summary: 'Change a message template',
    access: can('templates.update'),
    params: ById,
    body: MessageTemplateChange,
    reply: MessageTemplate,
    errors: [409],
    emits: ['template.updated'],
    transaction: 'own',
    run: (ctx, { params, body: { version, ...change }, exchange }) =>
      changeTemplate(ctx, params.id, change, versionSent(version, exchange)),
  }),

  'DELETE /:id': route({
    operationId: 'deleteMessageTemplate',
    summary: 'Delete a message template',
    description: 'Mails that were made from it are sent as they are; one of the service is written by the next template that there is.',
    access: can('templates.delete'),
    params: ById,
    status: 204,
    errors: [409],
    emits: ['template.deleted'],
    run: async (ctx, { params }) => {
      await deleteTemplate(ctx, params.id)
      return undefined
    },
  }),

  'POST /:id/preview': route({
    operationId: 'previewMessageTemplate',
    summary: 'Show what a message template would look like',
    description: 'What is not given is shown by an example, else by its name in brackets. Nothing is saved or sent.',
    access: can('templates.view'),
    params: ById,
    body: PreviewBody,
    reply: TemplatePreview,
    transaction: 'own',
    run: (ctx, { params, body }) => previewTemplate(ctx, params.id, body),
  }),

  'POST /:id/render': route({
    operationId: 'renderMessageTemplate',
    summary: 'Render a message template with these variables',
    access: can('templates.view'),
    params: ById,
    body: RenderBody,
    reply: RenderedMessage,
    transaction: 'own',
    run: (ctx, { params, body }) => renderTemplate(ctx, params.id, body),
  }),
}
