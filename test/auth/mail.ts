/** The mails an account was sent, as they wait in the queue. */
import { mailVariablesContext } from '#jobs/mail.ts'
import { codeJobs } from '#modules/auth/code.jobs.ts'
import type { TestApp } from '../harness.ts'

export interface QueuedMail {
  readonly template: string
  readonly address: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
  readonly variables: any
}

let running: Promise<void> = Promise.resolve()

/** Does what requests for codes left to jobs, in a service without background; callers at once wait for each other. */
export function runResets(app: TestApp): Promise<void> {
  running = running.then(() => runWaiting(app))
  return running
}

async function runWaiting(app: TestApp): Promise<void> {
  const jobs = await app.open.service.database.kysely
    .deleteFrom('jobs')
    .where(
      'kind',
      'in',
      codeJobs.map(({ kind }) => kind),
    )
    .where('state', '=', 'waiting')
    .returning(['id', 'kind', 'payload'])
    .execute()
  const run = { attempt: 1, maxAttempts: 5, fence: 1, signal: new AbortController().signal }
  for (const { id, kind, payload } of jobs.sort((one, other) => (one.id < other.id ? -1 : 1)))
    await codeJobs.find((job) => job.kind === kind)!.run({ id, payload, ...run }, app.open.service)
}

/** Oldest first. */
export async function mailsTo(app: TestApp, accountId: string): Promise<QueuedMail[]> {
  await runResets(app)
  const { database, keys } = app.open.service
  const rows = await database.kysely.selectFrom('emails').selectAll().where('recipientId', '=', accountId).orderBy('id').execute()
  return rows.map(({ id, template, recipientAddress, variables }) => ({
    template,
    address: recipientAddress,
    variables: JSON.parse(keys.openSecret(variables as string, mailVariablesContext(id))),
  }))
}

/** The newest code or link an account was sent for a reset. */
export async function lastReset(app: TestApp, accountId: string): Promise<{ code?: string; token?: string }> {
  const mail = (await mailsTo(app, accountId)).findLast(({ template }) => template.startsWith('password_reset_'))
  if (!mail) throw new Error('no reset mail was queued')
  const { code, link } = mail.variables
  return { ...(code && { code }), ...(link && { token: new URL(link).hash.slice('#token='.length) }) }
}
