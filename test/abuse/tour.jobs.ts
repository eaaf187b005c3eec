/** The calls of the tour in the area of dead jobs. */
import { randomUUID } from 'node:crypto'
import { addDeadJob } from '../dead-jobs/making.ts'
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/jobs'

export async function tourJobs({ app, call, top }: Stop): Promise<void> {
  const kind = `tour.${randomUUID()}`
  const [first, second] = [await addDeadJob(app, { kind }), await addDeadJob(app, { kind })]
  await call(`GET ${at}`, { token: top, query: `?kind=${kind}` })
  await call(`POST ${at}/:id/retry`, { token: top, id: first })
  await call(`DELETE ${at}/:id`, { token: top, id: second })
  await addDeadJob(app, { kind })
  await call(`POST ${at}/retry`, { token: top, body: { kind } })
  await call(`POST ${at}/give-up`, { token: top, body: { kind } })
  await app.open.service.database.kysely.deleteFrom('jobs').where('kind', '=', kind).execute()
}
