/** kill -9 around mails that admins send: between the 250 of the relay and its record, and in the middle of a bulk send. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from '../rig/cleanup.ts'
import type { Client } from '../rig/http.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, everyRoundWithin } from '../rig/race.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

const at = '/api/v1/emails'
let mailbox: Mailbox
let start: (env?: Record<string, string>) => ReturnType<typeof startService>
before(async () => {
  mailbox = await startMailbox()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-mail-kill-'))
  atEnd(async () => rmSync(dataDirectory, { recursive: true, force: true }))
  const { url: databaseUrl } = await sharedPostgresDatabase()
  start = (env = {}) => startService({ databaseUrl, dataDirectory, env: { ...killEnv, MAIL_URL: mailbox.url, ...env } })
})

async function templateOf(http: Client, token: string): Promise<string> {
  const body = { name: `Letter ${Math.random()}`, subject: 'Hello', bodyHtml: '<p>{{ recipient.email }}</p>', category: 'marketing' }
  const reply = await http.post('/api/v1/message-templates', body, { token })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.id
}

const statsOf = async (http: Client, token: string) => (await http.get(`${at}/stats`, { token })).json
const recipients = (round: string, count: number) => Array.from({ length: count }, (_, n) => ({ to: `r${round}-${n}@acme.example` }))
const received = (to: string) => mailbox.mails.filter(({ envelope }) => envelope.to.includes(to))

it('sends each mail, twice at most and then under one Message-ID, whenever it dies after the relay took one', async () => {
  await everyRound(async (round) => {
    const mails = recipients(`a${round}`, 30)
    // some were confirmed and recorded, others confirmed
    const dies = await start({ FAIL_AT: `mail.after-send:${3 + ((round * 4) % 24)}` })
    const token = await tokenOf(dies.http)
    const before = await statsOf(dies.http, token)
    const sent = await dies.http.post(`${at}/send-bulk`, { templateId: await templateOf(dies.http, token), recipients: mails }, { token })
    assert.equal(sent.status, 202, sent.text)
    assert.equal(await dies.exited, 'SIGKILL')
    const goesOn = await start()
    const again = await tokenOf(goesOn.http)
    const path = `${at}?batchId=${sent.json.batchId}&pageSize=100`
    const { items } = await eventually(
      'all of them to be sent',
      async () => {
        const { json } = await goesOn.http.get(path, { token: again })
        return json.items.every(({ status }: { status: string }) => status === 'sent') ? json : null
      },
      30_000,
    )
    assert.equal(items.length, mails.length)
    for (const { to, id, attempts } of items) {
      const copies = received(to)
      assert.ok(copies.length >= 1 && copies.length <= 2, `${to} came ${copies.length} times`)
      assert.deepEqual([...new Set(copies.map(({ messageId }) => messageId?.split('@')[0]))], [`<${id}`])
      assert.ok(attempts >= copies.length, 'an attempt was not counted')
    }
    const twice = items.filter(({ to }: { to: string }) => received(to).length === 2)
    // five with the relay, and ten whose marks wait for each other
    assert.ok(twice.length <= 15, `${twice.length} came twice, more than may be under way`)
    const { sent: counted, failed } = await statsOf(goesOn.http, again)
    assert.deepEqual([counted - before.sent, failed], [mails.length, 0])
    await goesOn.kill('SIGTERM')
  })
})

it('leaves whole batches of a bulk send, each mail of which leaves, whenever it dies in the middle', async () => {
  let cut = 0
  // a single one is a thousand mails
  await everyRoundWithin({ most: 3 }, async (round) => {
    const mails = recipients(`b${round}`, 1000)
    const isBetween = round % 2 === 1
    const dies = await start(isBetween ? { FAIL_AT: 'bulk.after-batch' } : {})
    const token = await tokenOf(dies.http)
    const templateId = await templateOf(dies.http, token)
    const sending = dies.http.post(`${at}/send-bulk`, { templateId, recipients: mails }, { token, timeoutMs: 60_000 }).catch(() => null)
    if (!isBetween) {
      await sleep(300 + Math.random() * 900)
      await dies.kill()
    }
    assert.equal(await dies.exited, 'SIGKILL')
    await sending
    const goesOn = await start()
    const again = await tokenOf(goesOn.http)
    const path = `${at}?templateId=${templateId}&pageSize=1`
    const { totalCount } = (await goesOn.http.get(path, { token: again })).json
    assert.ok([0, 500, 1000].includes(totalCount), `${totalCount} mails: a batch was cut`)
    if (totalCount === 500) cut++
    await eventually(
      'all of them to be sent',
      async () => (await goesOn.http.get(`${path}&status=sent`, { token: again })).json.totalCount === totalCount,
      60_000,
    )
    const came = mails.map(({ to }) => received(to))
    assert.equal(came.filter(({ length }) => length > 0).length, totalCount)
    for (const copies of came) {
      assert.ok(copies.length <= 2)
      assert.ok(new Set(copies.map(({ messageId }) => messageId)).size <= 1)
    }
    const [first] = (await goesOn.http.get(path, { token: again })).json.items
    const told = first ? (await goesOn.http.get(`/api/v1/audit?entityId=${first.batchId}`, { token: again })).json.totalCount : 0
    assert.equal(told, totalCount / 500)
    await goesOn.kill('SIGTERM')
  })
  assert.ok(cut > 0, 'it was never killed in the middle')
})
