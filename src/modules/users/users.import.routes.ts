import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { importUsers } from './users.import.actions.ts'
import { ImportAnswer, ImportedUser, ImportUsersQuery } from './users.import.schema.ts'

export const userImportRoutes: Routes = {
  'POST /import': route({
    operationId: 'importUsers',
    summary: 'Take over users from elsewhere, with their passwords',
    description:
      'A user a line (NDJSON), a line of 64 KB at most; blank ones are passed over. Each line is answered by a line, in order; an answered one is committed, in batches of 500, or of 50 on the embedded database. What is there already is `conflict`, so that the same file can be sent again after a break. Nobody is sent a mail. The status is 200 once the first batch is judged: the last line says how many, and what ended it too early.',
    access: can('users.create'),
    query: ImportUsersQuery,
    lines: ImportedUser,
    reply: ImportAnswer,
    errors: [404],
    emits: ['user.created', 'job.finished'],
    run: (ctx, { query, lines, exchange }) => importUsers(ctx, query, lines, exchange),
  }),
}
