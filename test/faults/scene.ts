/** A service on a database that a test may break: who there is, calls that are made all the time, and what they were answered. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, client, type Reply } from '../rig/http.ts'
import type { Service } from '../rig/service.ts'
import { tokenOf } from './kill-loop.ts'

export interface Tenant {
  readonly id: string
  readonly roleId: string
  readonly admin: { readonly email: string; readonly password: string }
}

/** A tenant with its first admin and a role to give. */
export async function tenantOf(http: Client, token: string): Promise<Tenant> {
  const mark = randomUUID().slice(0, 13)
  const admin = { email: `first-${mark}@example.test`, firstName: 'First', lastName: 'Admin', password: `zuvaqor-${mark}` }
  const made = await http.post('/api/v1/Tenants', { name: `Fault ${mark}`, code: `f-${mark}`, admin }, { token })
  assert.equal(made.status, 201, made.text)
  const roles = await http.get(`/api/v1/Tenants/${made.json.id}/roles`, { token })
  assert.equal(roles.status, 200, roles.text)
  return { id: made.json.id, roleId: roles.json.items.find((role: { name: string }) => role.name === 'Viewer').id, admin }
}

export const signIn = (http: Client, { id, admin }: Tenant) =>
  http.post('/api/v1/auth/admin/login', { identifier: admin.email, password: admin.password, tenantId: id })

export function addAdmin(http: Client, token: string, tenant: Tenant, email = `${randomUUID()}@example.test`): Promise<Reply> {
  const body = { email, firstName: 'Second', lastName: 'Admin', tenantId: tenant.id, roleId: tenant.roleId, password: 'zuvaqor-17-Kestrel' }
  return http.post('/api/v1/Admins', body, { token })
}

/** One answer: what was asked, the status (0 when the connection was refused or cut), and when it was sent and answered. */
export interface Answer {
  readonly what: string
  readonly status: number
  readonly text: string
  readonly sentMs: number
  readonly tookMs: number
}

/** Calls of every kind, sent at a steady pace whether or not earlier ones were answered, until it is stopped. */
export class Load {
  readonly answers: Answer[] = []
  pending = 0
  count = 0
  readonly #stop = new AbortController()
  readonly #calls: Record<string, () => Promise<Reply>>
  #sent: Promise<void>[] = []
  #running: Promise<void> | null = null

  constructor(calls: Record<string, () => Promise<Reply>>) {
    this.#calls = calls
  }

  start(everyMs: number): this {
    this.#running = (async () => {
      while (!this.#stop.signal.aborted) {
        for (const [what, call] of Object.entries(this.#calls)) this.#sent.push(this.#send(what, call))
        await sleep(everyMs)
      }
    })()
    return this
  }

  /** Resolves when the last call is answered. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
    await Promise.all(this.#sent)
  }

  /** What was sent between two moments of `performance.now()`. */
  sent(fromMs: number, toMs: number): Answer[] {
    return this.answers.filter(({ sentMs }) => sentMs >= fromMs && sentMs < toMs)
  }

  async #send(what: string, call: () => Promise<Reply>): Promise<void> {
    const sentMs = performance.now()
    this.count++
    this.pending++
    const reply = await call().catch((error) => ({ status: 0, text: String(error) }))
    this.pending--
    this.answers.push({ what, status: reply.status, text: reply.text, sentMs, tookMs: performance.now() - sentMs })
  }
}

/** Reads from memory and from the database, a sign-in, and writes in one statement and in several. */
export async function everyKind(service: Service): Promise<Record<string, () => Promise<Reply>>> {
  const http = client(service.url)
  const token = await tokenOf(http)
  const [tenant, other] = [await tenantOf(http, token), await tenantOf(http, token)]
  return {
    me: () => http.get('/api/v1/Admins/me', { token }),
    list: () => http.get('/api/v1/Admins?pageSize=5', { token }),
    // not the owner: each sign-in may end the oldest of its sessions
    login: () => signIn(http, other),
    create: () => addAdmin(http, token, tenant),
    update: () => http.request('PUT', `/api/v1/Tenants/${tenant.id}`, { body: { description: randomUUID() }, token }),
  }
}

/** So much of what a machine can do is asked of it: who is asked for more answers late, whatever is broken. */
const share = 1 / 2

/**
 * How often `Load` may send one call of each kind, in milliseconds: every `fastestMs`, and less often where the machine is slow. To be asked
 * while nothing is broken.
 */
export async function paceOf(kinds: Awaited<ReturnType<typeof everyKind>>, fastestMs: number): Promise<number> {
  const tookMs: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const startMs = performance.now()
    await Promise.all(Object.values(kinds).map((call) => call()))
    tookMs.push(performance.now() - startMs)
  }
  return Math.max(fastestMs, Math.min(...tookMs) / share)
}

/** Nothing but success and 503, and every 503 as it must be. */
export function assertNothingElse(answers: readonly Answer[]): void {
  for (const { what, status, text } of answers) {
    assert.ok(status === 503 || (status >= 200 && status < 300), `${what} was answered ${status}: ${text}`)
    if (status === 503) assert.equal(JSON.parse(text).code, 'unavailable', `${what}: ${text}`)
  }
}
