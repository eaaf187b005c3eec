/** Mails a second through a relay against nodemailer's own pool, and a code behind a queue of mails that admins send. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../test/rig/service.ts'
import { isFull, onEachDatabase } from '../options.ts'
import { alternate } from '../rounds.ts'
import { median } from '../statistics.ts'
import { type Result, ratio, whole } from '../table.ts'
import { startChild } from './children.ts'
import { type Relay, startRelay } from './relays.ts'
import { cpuOf, make, makeTenants, openScene, superToken } from './scene.ts'

const perRequest = 1000
const target = { ratio: 0.5, codeMs: 5000 }
const texts = {
  subject: 'What is new, {{ recipient.firstName }}',
  bodyHtml: `<p>Dear reader,</p><p>${'Some words of news. '.repeat(50)}</p>`,
}

export const measureMails = (): Promise<Result[]> => onEachDatabase(measure)

async function measure(kind: 'embedded' | 'PostgreSQL'): Promise<Result[]> {
  const relay = await startRelay()
  const scene = await openScene(kind, { MAIL_URL: relay.url })
  await using service = await scene.start()
  const token = await superToken(service)
  const template = await make(service, '/api/v1/message-templates', { name: 'News', category: 'marketing', ...texts }, token)
  const count = isFull ? 10_000 : kind === 'embedded' ? 1000 : 2000
  const send = (many: number, at: Date | null = null) => sendBulk(service, token, template.id, many, at)
  await send(perRequest)
  await relay.waitFor(perRequest)
  await relay.take()
  const timed = async (work: () => Promise<unknown>): Promise<{ perSecond: number; cpuMs: number }> => {
    const before = await cpuOf(service.pid, scene.databaseUrl)
    await work()
    await relay.waitFor(count)
    const { count: came, recipients, firstMs, lastMs } = await relay.take()
    if (came !== count || recipients !== count) throw new Error(`${came} mails to ${recipients} recipients came`)
    const cpuMs = (((await cpuOf(service.pid, scene.databaseUrl)) - before) * 1000) / count
    return { perSecond: ((count - 1) * 1000) / (lastMs - firstMs), cpuMs }
  }
  const { ours, bare } = await alternate(
    isFull ? 4 : 2,
    async () => {
      // written while nothing is sent: what is measured is how they leave
      const dueAtMs = Date.now() + 5000 + count * 3
      await send(count, new Date(dueAtMs))
      if (Date.now() > dueAtMs - 500) throw new Error('writing the mails took longer than was thought')
      await sleep(dueAtMs - Date.now() - 500)
      return await timed(async () => {})
    },
    () => timed(() => sendBare(relay, count)),
  )
  const judged = median(ours.map((one, n) => one.perSecond / bare[n]!.perSecond))
  const code = await codeBehind(service, relay, token, send)
  await service.kill('SIGTERM')
  await relay.child.stop()
  return [
    {
      what: `mails a second through SMTP, ${kind}`,
      ours: whole(median(ours.map((one) => one.perSecond))),
      bare: whole(median(bare.map((one) => one.perSecond))),
      value: ratio(judged),
      target: `>= ${target.ratio}`,
      passes: judged >= target.ratio,
    },
    { what: '  processor time of one with the database’s, ms', value: median(ours.map((one) => one.cpuMs)).toFixed(2) },
    {
      what: `  a reset code behind ${whole(code.waiting)} mails that admins sent, s`,
      value: (code.ms / 1000).toFixed(1),
      target: `<= ${target.codeMs / 1000}`,
      passes: code.ms <= target.codeMs,
    },
  ]
}

async function sendBulk(service: Service, token: string, templateId: string, count: number, scheduledAt: Date | null): Promise<void> {
  for (let sent = 0; sent < count; sent += perRequest) {
    const recipients = Array.from({ length: Math.min(perRequest, count - sent) }, () => ({ to: `${randomUUID()}@example.test` }))
    const { queued, scheduled } = await make(service, '/api/v1/emails/send-bulk', { templateId, recipients, scheduledAt }, token)
    if (queued + scheduled !== recipients.length) throw new Error(`${queued + scheduled} of ${recipients.length} mails were queued`)
  }
}

async function sendBare(relay: Relay, count: number): Promise<void> {
  const child = startChild('baselines/mails.ts', { RELAY_URL: relay.url, COUNT: String(count) })
  await child.heard()
  await child.ask({ subject: texts.subject, html: texts.bodyHtml, text: texts.bodyHtml })
  await child.stop()
}

/** How long a code takes while the relay is slow and everything that admins have sent waits for it. */
async function codeBehind(service: Service, relay: Relay, token: string, send: (count: number) => Promise<void>) {
  const count = isFull ? 100_000 : 5000
  const [{ credentials }] = (await makeTenants(service, token, 1)) as [Awaited<ReturnType<typeof makeTenants>>[number]]
  await relay.slow(250)
  await relay.take()
  await send(count)
  const waiting = count - (await relay.take()).count
  const at = Date.now()
  const { identifier, tenantId } = credentials
  const reply = await service.http.post('/api/v1/auth/admin/request-password-reset', { email: identifier, tenantId, method: 'otp' })
  if (reply.status >= 300) throw new Error(`the reset answered ${reply.status}: ${reply.text}`)
  const came = await relay.find(identifier, 60)
  await relay.slow(0)
  return { waiting, ms: came === 0 ? Number.POSITIVE_INFINITY : came - at }
}
