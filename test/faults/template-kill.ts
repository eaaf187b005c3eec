/** kill -9 in the middle of a rendering of what somebody else wrote: the mail is sent by the next process, with what it is for. */
import assert from 'node:assert/strict'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import type { Service } from '../rig/service.ts'
import { tokenOf } from './kill-loop.ts'

const bodyHtml = '<p>{{ password }}</p><p>{{ link }}</p>'

/**
 * Kills the one process while a thread renders, and lets the next one send. Three starts are enough: there is one place to die at.
 * @param start starts it on the same data each time
 */
export async function killDuringRenders(start: (env?: Record<string, string>) => Promise<Service>, dataDirectory: string): Promise<void> {
  const first = await start()
  const token = await tokenOf(first.http)
  for (const code of ['admin_welcome', 'admin_temp_password']) {
    const body = { name: code, code, subject: 'Ours', bodyHtml, category: 'security' }
    assert.equal((await first.http.post('/api/v1/message-templates', body, { token })).status, 201)
  }
  await first.kill('SIGTERM')
  const email = 'first@example.test'
  const mails = async () => (await readOutbox(dataDirectory)).filter(({ to }) => to?.some(({ address }) => address === email))
  const killed = await start({ FAIL_AT: 'template.in-render' })
  const admin = { email, firstName: 'First', lastName: 'Admin' }
  const made = await killed.http.post('/api/v1/Tenants', { name: 'Acme', admin }, { token: await tokenOf(killed.http) })
  assert.equal(made.status, 201, made.text)
  assert.equal(await killed.exited, 'SIGKILL')
  assert.equal((await mails()).length, 0)
  const next = await start()
  await eventually('the mail', async () => (await mails()).length > 0)
  await next.kill('SIGTERM')
  const [mail, ...more] = await mails()
  assert.deepEqual([mail!.subject, more], ['Ours', []])
  assert.match(mail!.text!, /\S{8,}/)
}
