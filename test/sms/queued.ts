/** The texts of an account as they wait in the queue of a service without background. */
import { textVariablesContext } from '#jobs/text.ts'
import { runResets } from '../auth/mail.ts'
import type { TestApp } from '../harness.ts'

/** Does what requests for codes left to a job, and reads the newest code that an account is to be texted. */
export async function queuedCode(app: TestApp, accountId: string): Promise<string> {
  await runResets(app)
  const { database, keys } = app.open.service
  const rows = await database.kysely.selectFrom('texts').selectAll().where('recipientId', '=', accountId).orderBy('id').execute()
  const text = rows.at(-1)
  if (!text) throw new Error('no text was queued')
  return JSON.parse(keys.openSecret(text.variables as string, textVariablesContext(text.id))).code
}
