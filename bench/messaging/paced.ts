/** Load at a given pace as the bench sees it. */
import { type Child, startChild } from './children.ts'

export interface PacedRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly headers?: Record<string, string>
  /** JSON; `{n}` becomes the number of the request. */
  readonly body?: string
}

export interface PacedPlan {
  readonly url: string
  readonly seconds: number
  /** Each sends its requests in turn. */
  readonly streams: Readonly<
    Record<string, { readonly perSecond: number; readonly connections: number; readonly requests: readonly PacedRequest[] }>
  >
}

export interface PacedStream {
  readonly answers: number
  readonly perSecond: number
  readonly statuses: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}
export type Paced = Readonly<Record<string, PacedStream>>

export async function startPacedLoad(): Promise<Child> {
  const child = startChild('messaging/paced-load.ts')
  await child.heard()
  return child
}

/** Runs a plan. Throws when one of `streams` was answered anything but 2xx, unless it is named in `maybeRefused`. */
export async function runPaced(load: Child, plan: PacedPlan, maybeRefused: readonly string[] = []): Promise<Paced> {
  const paced = await load.ask<Paced>(plan)
  for (const [name, { statuses }] of Object.entries(paced))
    if (!maybeRefused.includes(name) && Object.keys(statuses).some((status) => !status.startsWith('2')))
      throw new Error(`${name}: not only 2xx: ${JSON.stringify(statuses)}`)
  return paced
}

/** `GET /api/v1/Admins/me`, whoever asks. */
export const readsOf = (token: string, perSecond = 50) => ({
  perSecond,
  connections: 8,
  requests: [{ method: 'GET' as const, path: '/api/v1/Admins/me', headers: { authorization: `Bearer ${token}` } }],
})
