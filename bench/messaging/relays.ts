/** The mail relay as the bench sees it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from './children.ts'

export interface TakenMails {
  readonly count: number
  /** Different ones. */
  readonly recipients: number
  /** In epoch ms. */
  readonly firstMs: number
  readonly lastMs: number
}

export interface Relay {
  /** `smtp://127.0.0.1:port` */
  readonly url: string
  readonly child: Child
  /** Waits until so many mails have come since the last `take`. Throws when nothing comes for half a minute. */
  waitFor(count: number): Promise<void>
  take(): Promise<TakenMails>
  /** Has every mail wait so long before it is confirmed. */
  slow(ms: number): Promise<void>
  /** Waits for a mail to this address. @returns when it came, in epoch ms; 0 when it did not within `seconds` */
  find(address: string, seconds: number): Promise<number>
}

export async function startRelay(): Promise<Relay> {
  const child = startChild('messaging/relay.ts')
  const url = `smtp://127.0.0.1:${await child.heard<number>()}`
  return {
    url,
    child,
    async waitFor(count) {
      for (let last = -1, since = performance.now(); ; ) {
        const now = await child.ask<number>('count')
        if (now >= count) return
        if (now !== last) [last, since] = [now, performance.now()]
        if (performance.now() - since > 30_000) throw new Error(`${now} of ${count} mails came, and no more`)
        await sleep(50)
      }
    },
    take: () => child.ask('take'),
    slow: (slowMs) => child.ask({ slowMs }),
    async find(address, seconds) {
      for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(20)) {
        const at = await child.ask<number>({ find: address })
        if (at > 0) return at
      }
      return 0
    },
  }
}
