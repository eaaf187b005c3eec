/** A stop while a relay takes its minutes to say that it has taken a mail. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { tenantOf } from './scene.ts'

it('SIGTERM ends the process with 0 within ten seconds, and the next one sends the mail once more, at once', async () => {
  const mailbox = await startMailbox()
  const databaseUrl = (await sharedPostgresDatabase()).url
  const start = () => startService({ databaseUrl, env: { ...killEnv, MAIL_URL: mailbox.url } })
  const confirm = mailbox.holdConfirmations()
  const first = await start()
  await tenantOf(first.http, await tokenOf(first.http))
  await eventually('the mail to wait for the relay', () => mailbox.mails.length === 1)
  // past ten seconds it ends itself, with another code
  assert.equal(await first.kill('SIGTERM'), 0)
  confirm()
  const second = await start()
  await eventually('the mail to come again', () => mailbox.mails.length === 2, 5000)
  const health = await second.http.get('/api/v1/health', { token: await tokenOf(second.http) })
  assert.equal(health.json.checks.email.status, 'ok')
  assert.equal(mailbox.mails[0]!.messageId, mailbox.mails[1]!.messageId)
  assert.equal(await second.kill('SIGTERM'), 0)
  assert.equal(mailbox.mails.length, 2)
})
