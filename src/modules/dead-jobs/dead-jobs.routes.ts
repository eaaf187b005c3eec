import { canOnPlatform } from '#http/access.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { giveUpDead, readDeadJobs, requireOne, retryDead } from './dead-jobs.actions.ts'
import { AffectedJobs, DeadJobPage, DeadJobQuery, DeadJobsOfKind } from './dead-jobs.schema.ts'

export const deadJobRoutes = {
  'GET /': route({
    operationId: 'listDeadJobs',
    summary: 'Page of the work of the background that is not tried any more by itself, the newest first',
    access: canOnPlatform('settings.view'),
    query: DeadJobQuery,
    reply: DeadJobPage,
    run: (ctx, { query }) => readDeadJobs(ctx, query),
  }),

  'POST /retry': route({
    operationId: 'replayDeadJobs',
    summary: 'Have all of a kind tried again',
    access: canOnPlatform('settings.update'),
    body: DeadJobsOfKind,
    reply: AffectedJobs,
    emits: ['job.retried'],
    transaction: 'own',
    run: async (ctx, { body }) => ({ affected: await retryDead(ctx, body) }),
  }),

  'POST /give-up': route({
    operationId: 'deleteDeadJobs',
    summary: 'Forget all of a kind: what they were to do is never done',
    access: canOnPlatform('settings.update'),
    body: DeadJobsOfKind,
    reply: AffectedJobs,
    emits: ['job.given_up'],
    transaction: 'own',
    run: async (ctx, { body }) => ({ affected: await giveUpDead(ctx, body) }),
  }),

  'POST /:id/retry': route({
    operationId: 'replayDeadJob',
    summary: 'Have one tried again',
    access: canOnPlatform('settings.update'),
    params: ById,
    reply: AffectedJobs,
    emits: ['job.retried'],
    transaction: 'own',
    run: async (ctx, { params }) => {
      await requireOne(retryDead(ctx, params))
      return { affected: 1 }
    },
  }),

  'DELETE /:id': route({
    operationId: 'deleteDeadJob',
    summary: 'Forget one: what it was to do is never done',
    access: canOnPlatform('settings.update'),
    params: ById,
    status: 204,
    emits: ['job.given_up'],
    transaction: 'own',
    run: async (ctx, { params }) => {
      await requireOne(giveUpDead(ctx, params))
      return undefined
    },
  }),
}
