/** The receiver of webhooks as the bench sees it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../statistics.ts'
import { startChild } from './children.ts'

/** What has come: four numbers each (place of the path, when in epoch ms, how old in ms, number in the body). */
export interface Arrivals {
  readonly paths: readonly string[]
  readonly numbers: Float64Array
  /** Delivery ids. */
  readonly unique: number
}

export interface Arrival {
  readonly path: string
  readonly atMs: number
  readonly lagMs: number
  /** Of the body; -1 for one without. */
  readonly n: number
}

export interface Receiver {
  readonly url: string
  /** Waits until so many have come since the last `take`. Throws when nothing comes for `quietSeconds`. */
  waitFor(count: number, quietSeconds?: number): Promise<void>
  /** What has come since the last time, in that order. */
  take(): Promise<{ all: readonly Arrival[]; unique: number }>
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const child = startChild('messaging/receiver.ts')
  const url = `http://127.0.0.1:${await child.heard<number>()}`
  return {
    url,
    async waitFor(count, quietSeconds = 30) {
      for (let last = -1, since = performance.now(); ; ) {
        const now = await child.ask<number>('count')
        if (now >= count) return
        if (now !== last) [last, since] = [now, performance.now()]
        if (performance.now() - since > quietSeconds * 1000) throw new Error(`${now} of ${count} deliveries came, and no more`)
        await sleep(50)
      }
    },
    async take() {
      const { paths, numbers, unique } = await child.ask<Arrivals>('take')
      const all = Array.from({ length: numbers.length / 4 }, (_, at) => {
        const [place = 0, atMs = 0, lagMs = 0, n = 0] = numbers.subarray(at * 4, at * 4 + 4)
        return { path: paths[place]!, atMs, lagMs, n }
      })
      return { all, unique }
    },
    stop: () => child.stop(),
  }
}

/** From the first to the last. */
export const perSecond = (all: readonly Arrival[]): number => ((all.length - 1) * 1000) / (all.at(-1)!.atMs - all[0]!.atMs)

export const lagOf = (all: readonly Arrival[], part: number): number =>
  percentile(
    all.map(({ lagMs }) => lagMs).sort((a, b) => a - b),
    part,
  )
