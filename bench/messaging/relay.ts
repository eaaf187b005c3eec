/**
 * A mail relay on loopback that takes everything, a process of its own. `take` gives how many mails came since the last and when the first and
 * the last did; `{ slowMs }` has each mail wait so long before it is confirmed; `{ find }` when a mail to that address came.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { TakenMails } from './relays.ts'

let count = 0
let firstMs = 0
let lastMs = 0
let slowMs = 0
let seen = new Map<string, number>()

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, { envelope: { rcptTo } }, done) {
    stream.resume()
    void once(stream, 'end').then(async () => {
      if (slowMs > 0) await sleep(slowMs)
      lastMs = performance.timeOrigin + performance.now()
      firstMs ||= lastMs
      count++
      for (const { address } of rcptTo) seen.set(address, lastMs)
      done()
    })
  },
})
server.on('error', () => {})
process.on('message', (asked: 'take' | 'count' | { slowMs: number } | { find: string }) => {
  if (asked === 'count') return void process.send!(count)
  if (typeof asked === 'object') {
    if ('slowMs' in asked) slowMs = asked.slowMs
    return void process.send!('find' in asked ? (seen.get(asked.find) ?? 0) : 'done')
  }
  process.send!({ count, recipients: seen.size, firstMs, lastMs } satisfies TakenMails)
  count = firstMs = 0
  seen = new Map()
})
server.listen(0, '127.0.0.1', () => process.send!((server.server.address() as { port: number }).port))
