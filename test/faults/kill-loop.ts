/** A load of mixed writes that remembers what was acknowledged, and the check of it after a kill: nothing acknowledged is lost. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { crashLabels } from '#core/crash-points.ts'
import { type Client, client, type Reply } from '../rig/http.ts'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import type { Service } from '../rig/service.ts'
import { checkLives, type Life, liveOn as liveOneStep } from './admin-lives.ts'

export const owner = { identifier: 'superadmin', password: 'zuvaqor-71-Kestrel', isPlatformAdmin: true }
export const killEnv = { BOOTSTRAP_ADMIN_PASSWORD: owner.password, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

/** The places that this load passes; the others have tests of their own. */
export const passedLabels = crashLabels.filter((label) => /^(?:fan-out|mail|request)\./.test(label))

/** What the service said it did, over all rounds. */
export class History {
  /** Codes of tenants that were answered 201. */
  readonly tenants: string[] = []
  /** Addresses of admins of those tenants, each of whom is owed a welcome mail. */
  readonly welcomed: string[] = []
  /** Every code that was ever sent, acknowledged or not. */
  readonly attempted: string[] = []
  readonly lives: Life[] = []
  /** Where the lives of admins are lived. */
  home: { readonly id: string; readonly roleId: string } | null = null
  /** A refresh token that was answered and not presented yet. */
  refreshToken: string | null = null
  /** A refresh token that was presented, and whose answer never came. */
  doubtful: string | null = null
}

export async function tokenOf(http: Client): Promise<string> {
  const reply = await http.post('/api/v1/auth/admin/login', owner)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.accessToken
}

/** Writes until a request fails because the process is gone. The services take turns where there are several. */
export async function writeUntilKilled(services: readonly Service[], token: string, history: History, parallel = 4): Promise<void> {
  const writers = Array.from({ length: parallel }, async (_, writer) => {
    for (let turn = writer; ; turn++) {
      const service = services[turn % services.length] as Service
      const write = writer % 2 === 1 ? liveOn : createTenant
      const reply = await write(client(service.url), token, history, writer).catch(() => null)
      if (reply === null) return
      // a history of thousands would only make the check slow, not stronger
      await sleep(40)
      assert.ok([200, 201, 204, 503].includes(reply.status), `unforeseen answer ${reply.status}: ${reply.text}`)
    }
  })
  const rotating = (async () => {
    if (history.doubtful !== null) history.refreshToken = null
    const first = services[0] as Service
    history.refreshToken ??=
      (
        await client(first.url)
          .post('/api/v1/auth/admin/login', owner)
          .catch(() => null)
      )?.json?.refreshToken ?? null
    while (history.refreshToken !== null) {
      history.doubtful = history.refreshToken
      const reply = await client(first.url)
        .post('/api/v1/auth/admin/refresh', { refreshToken: history.refreshToken })
        .catch(() => null)
      if (reply === null) return
      assert.equal(reply.status, 200, reply.text)
      history.refreshToken = reply.json.refreshToken
      history.doubtful = null
    }
  })()
  await Promise.all([...writers, rotating])
}

export async function createTenant(http: Client, token: string, history: History): Promise<Reply> {
  const mark = randomUUID().slice(0, 13)
  const email = `first-${mark}@example.test`
  history.attempted.push(`k-${mark}`)
  const admin = { email, firstName: 'First', lastName: 'Admin', password: `zuvaqor-${mark}` }
  const reply = await http.post('/api/v1/Tenants', { name: `Kill ${mark}`, code: `k-${mark}`, admin }, { token, timeoutMs: 10_000 })
  if (reply.status === 201) {
    history.tenants.push(`k-${mark}`)
    history.welcomed.push(email)
  }
  return reply
}

/** The same load on one service that stays, while something else breaks: a 503 is foreseen, a lost connection is not. */
export async function writeUntil(signal: AbortSignal, service: Service, token: string, history: History): Promise<void> {
  const http = client(service.url)
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    while (!signal.aborted) {
      const reply = await (writer % 2 === 1 ? liveOn : createTenant)(http, token, history, writer)
      await sleep(40)
      assert.ok([200, 201, 204, 503].includes(reply.status), `unforeseen answer ${reply.status}: ${reply.text}`)
    }
  })
  await Promise.all(writers)
}

async function liveOn(http: Client, token: string, history: History, writer: number): Promise<Reply> {
  if (history.home === null) {
    const reply = await createTenant(http, token, history)
    if (reply.status !== 201) return reply
    const roles = await http.get(`/api/v1/Tenants/${reply.json.id}/roles`, { token })
    if (roles.status !== 200) return roles
    history.home ??= { id: reply.json.id, roleId: roles.json.items.find((role: { name: string }) => role.name === 'Viewer').id }
  }
  return await liveOneStep(http, token, history.lives, history.home, writer)
}

/** How many events there are of each step of each admin. */
async function eventsOfLives(http: Client, token: string): Promise<Map<string, number>> {
  const told = new Map<string, number>()
  for (const action of ['admin.created', 'admin.deactivated', 'admin.deleted']) {
    for (const { entityId } of await pages(http, token, '/api/v1/audit', `&action=${action}`)) {
      told.set(`${action} ${entityId}`, (told.get(`${action} ${entityId}`) ?? 0) + 1)
    }
  }
  return told
}

/** All or nothing for what was not acknowledged; all, with exactly one event, for what was. */
export async function checkHistory(service: Service, history: History): Promise<void> {
  const { http } = service
  const token = await tokenOf(http)
  const found = new Map((await pages(http, token, '/api/v1/Tenants')).map((tenant) => [tenant.code as string, tenant.id as string]))
  for (const code of history.tenants) assert.ok(found.has(code), `${code} was acknowledged and is gone`)
  const created = (await pages(http, token, '/api/v1/audit', '&action=tenant.created')).map((entry) => entry.entityId as string)
  const counts = new Map<string, number>()
  for (const id of created) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const code of history.attempted) {
    const id = found.get(code)
    if (id !== undefined) assert.equal(counts.get(id), 1, `${code} has ${counts.get(id) ?? 0} events`)
  }
  assert.equal(created.length, new Set(created).size, 'an event stands twice')
  if (history.home !== null) {
    const home = `&tenantId=${history.home.id}`
    const states = async () =>
      (await pages(http, token, '/api/v1/Admins', home)).map(({ id, email, isActive }) => ({ id, email, isActive }))
    let admins = await states()
    let told = await eventsOfLives(http, token)
    // what was answered 503 may still be committed, between the two reads too
    for (let later = await states(); JSON.stringify(later) !== JSON.stringify(admins); later = await states()) {
      admins = later
      told = await eventsOfLives(http, token)
    }
    checkLives(history.lives, admins, (type, id) => told.get(`${type} ${id}`) ?? 0)
  }
  if (history.refreshToken !== null && history.doubtful === null) {
    const reply = await http.post('/api/v1/auth/admin/refresh', { refreshToken: history.refreshToken })
    assert.equal(reply.status, 200, `an acknowledged refresh token is lost: ${reply.text}`)
    history.refreshToken = reply.json.refreshToken
  }
}

/** Every mail that is owed leaves at least once, each under one Message-ID; the mails of a dead process wait for the end of its lease. */
export async function checkMails(history: History, outbox: string): Promise<void> {
  const mails: Awaited<ReturnType<typeof readOutbox>> = []
  // a file does not change once it has its name, and all of them again every moment would be most of what this does
  const readMore = async () => mails.push(...(await readOutbox(outbox, new Set(mails.map(({ file }) => file)))))
  await eventually(
    'every welcome mail to be in the outbox',
    async () => {
      await readMore()
      const recipients = new Set(mails.flatMap((mail) => (mail.to ?? []).map((to) => to.address)))
      return history.welcomed.every((address) => recipients.has(address))
    },
    60_000,
  )
  await readMore()
  assert.equal(new Set(mails.map((mail) => mail.messageId)).size, mails.length, 'one Message-ID stands in two files')
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
async function pages(http: Client, token: string, path: string, query = ''): Promise<any[]> {
  const items = []
  for (let page = 1; ; page++) {
    const reply = await http.get(`${path}?page=${page}&pageSize=100${query}`, { token })
    assert.equal(reply.status, 200, reply.text)
    items.push(...reply.json.items)
    if (page >= reply.json.totalPages) return items
  }
}
