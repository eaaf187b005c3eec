/** What others wait while something large is done: one sign-in and one read after the other, all the time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../test/rig/service.ts'
import { signIn } from './servers.ts'
import { median } from './statistics.ts'

const pauseMs = 25

export interface Waits {
  readonly count: number
  readonly medianMs: number
  readonly maxMs: number
}

/** Signs in with these credentials in turn, and reads `me` with what that gave, until `until` is over. */
export async function beside(service: Service, credentials: readonly object[], until: Promise<unknown>) {
  const begin = performance.now()
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  const [signIns, reads]: [number[], number[]] = [[], []]
  let token = (await signIn(service, credentials[0]!)).accessToken
  const timed = async (list: number[], work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    list.push(performance.now() - from)
    await sleep(pauseMs)
  }
  const signing = async () => {
    for (let n = 0; !isOver; n++) {
      await timed(signIns, async () => {
        token = (await signIn(service, credentials[n % credentials.length]!)).accessToken
      })
    }
  }
  const reading = async () => {
    while (!isOver) {
      await timed(reads, async () => {
        const { status, text } = await service.http.get('/api/v1/Admins/me', { token })
        if (status !== 200) throw new Error(`me answered ${status}: ${text}`)
      })
    }
  }
  await Promise.all([over, signing(), reading()])
  return { signIns: waitsOf(signIns), reads: waitsOf(reads), seconds: (performance.now() - begin) / 1000 }
}

const waitsOf = (times: readonly number[]): Waits => ({ count: times.length, medianMs: median(times), maxMs: Math.max(...times) })
