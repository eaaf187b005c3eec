/** Mails that the version before left out of bulk had a code of their own. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { olderDatabase } from '../db/older.ts'

it('mails that were left out of bulk get the code of those whose recipient was refused; no other mail does', async () => {
  const database = await olderDatabase('0058_mail_ends.sql')
  const reason = 'left out of bulk: the address refused mails, bounced or complained'
  const mails = [
    ['failed', 'relay_refused', reason, 'recipient_refused'],
    ['failed', 'relay_refused', '554 no', 'relay_refused'],
    ['failed', 'recipient_refused', '550 nobody', 'recipient_refused'],
    ['queued', 'relay_deferred', reason, 'relay_deferred'],
  ]
  await database.session(async (session) => {
    for (const [n, [status, code, error]] of mails.entries())
      await session.query(
        `insert into emails (id, recipient_address, recipient_type, template, category, language, status, message_id, created_at, error_code, error)
         values (gen_random_uuid(), 'a@example.test', 'external', 't', 'news', 'en', $1, $2, now(), $3, $4)`,
        [status, String(n), code, error],
      )
  })
  await migrate(database)
  const rows = await database.kysely.selectFrom('emails').select(['errorCode', 'error']).orderBy('messageId').execute()
  assert.deepEqual(
    rows.map(({ errorCode, error }) => [errorCode, error]),
    mails.map(([, , error, code]) => [code, error]),
  )
})
