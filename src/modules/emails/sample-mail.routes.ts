import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { sendTest } from './sample-mail.actions.ts'
import { QueuedTestMail, TestMail } from './sample-mail.schema.ts'

/** Below /api/v1/message-templates: what makes a mail of one. */
export const sampleMailRoutes: Routes = {
  'POST /:id/send-test': route({
    operationId: 'sendTestMail',
    summary: 'Send a message template to one address, filled with examples',
    description: 'An address of no admin or user in scope needs `emails.external`.',
    access: can('emails.send'),
    params: ById,
    body: TestMail,
    reply: QueuedTestMail,
    status: 202,
    errors: [404, 409],
    emits: ['email.queued'],
    transaction: 'own',
    run: (ctx, { params, body, exchange }) => sendTest(ctx, params.id, body, exchange),
  }),
}
