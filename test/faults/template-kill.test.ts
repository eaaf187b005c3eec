/** kill -9 in the middle of a rendering of what somebody else wrote: the mail is sent by the next process, with what it is for. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { atEnd } from '../rig/cleanup.ts'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

it('loses no mail when it dies while a thread renders it', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-template-kill-'))
  atEnd(async () => rmSync(dataDirectory, { recursive: true, force: true }))
  const first = await startService({ dataDirectory, env: killEnv })
  const token = await tokenOf(first.http)
  const bodyHtml = '<p>{{ password }}</p><p>{{ link }}</p>'
  for (const code of ['admin_welcome', 'admin_temp_password']) {
    const body = { name: code, code, subject: 'Ours', bodyHtml, category: 'security' }
    assert.equal((await first.http.post('/api/v1/message-templates', body, { token })).status, 201)
  }
  await first.kill('SIGTERM')

  const second = await startService({ dataDirectory, env: { ...killEnv, FAIL_AT: 'template.in-render' } })
  const admin = { email: 'first@example.test', firstName: 'First', lastName: 'Admin' }
  const made = await second.http.post('/api/v1/Tenants', { name: 'Acme', admin }, { token: await tokenOf(second.http) })
  assert.equal(made.status, 201, made.text)
  assert.equal(await second.exited, 'SIGKILL')
  assert.equal((await readOutbox(dataDirectory)).length, 0)

  await using third = await startService({ dataDirectory, env: killEnv })
  const [mail] = await eventually('the mail', async () => {
    const mails = await readOutbox(dataDirectory)
    return mails.length > 0 ? mails : null
  })
  assert.deepEqual([mail!.subject, mail!.to?.[0]?.address], ['Ours', admin.email])
  assert.match(mail!.text!, /\S{8,}/)
  await third.kill('SIGTERM')
})
