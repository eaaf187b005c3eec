/**
 * Requests made from the OpenAPI document alone, valid and nearly valid, to every operation, as nobody, a user, an admin without
 * permissions, a tenant's admin and the SuperAdmin. `PROPERTY_SEED=…` repeats a run; TEST_ROUNDS is how many each operation gets.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { minutesMs } from '#core/clock.ts'
import { ownersOf } from '../abuse/canaries.ts'
import { type Reply, startApp, type TestApp } from '../harness.ts'
import { operations, type Place } from '../openapi/schemas.ts'
import { readTruth } from '../properties/expected-state.ts'
import { brokenStructure } from '../properties/invariants.ts'
import { replay } from '../properties/replay.ts'
import { rounds, tally } from '../rig/race.ts'
import { tablesHolding, tellOn, toldToOthers } from './left-behind.ts'
import { type Caller, callers, newSide, type Side, superTokenNow } from './made-callers.ts'
import { type MadeRequest, madeRequest } from './made-requests.ts'
import { randomFrom, secretMark } from './made-values.ts'

const { seed } = replay()
/** Of what T must not hear: it stands in every name of S. */
const canary = `canary-${randomUUID()}`
/** So many operations are asked beside each other. */
const lanes = 4
/** These show a secret to who may know it. */
const showSecrets = /\/secret$/

/** What belongs to a tenant so closely that its creation is an event of the tenant, which names it in its facts. */
const toldOfTheirTenant: Readonly<Record<string, { readonly type: string; readonly by: string }>> = {
  addTenantDomain: { type: 'tenant.domain_created', by: 'domainId' },
}

let app: TestApp
let root: string
/** The callers' own, and the sibling of which they may hear nothing. */
let T: Side
let S: Side
let idsOfS: Set<string>
const secrets: string[] = []
const answered: string[] = []
const made: { readonly id: string; readonly of: string }[] = []

before(async () => {
  app = await startApp()
  root = await superTokenNow(app)
  S = await newSide(app, root, canary)
  T = await newSide(app, root, 'own')
  const owners = await ownersOf(app)
  const tenants = new Set(S.ids.tenant)
  idsOfS = new Set([...owners].filter(([, owner]) => owner !== null && tenants.has(owner)).map(([id]) => id))
  secrets.push(...S.secrets, ...T.secrets)
})

const tokenOf = (caller: Caller): string | undefined =>
  caller === 'nobody' ? undefined : caller === 'superAdmin' ? root : T.tokens[caller]

let reviving: Promise<void> | null = null
/** Once for all who find somebody gone. */
function revive(): Promise<void> {
  reviving ??= reviveNow().finally(() => {
    reviving = null
  })
  return reviving
}

/** Signed in anew where a request took the session, and with people of their own where one took the tenant. */
async function reviveNow(): Promise<void> {
  const isAlive = async (token: string) => (await app.get('/api/v1/health', { token })).status === 200
  if (!(await isAlive(root))) root = await unlocked(() => superTokenNow(app))
  for (const token of Object.values(T.tokens)) {
    if (await isAlive(token)) continue
    T = await unlocked(async () => newSide(app, await superTokenNow(app), randomUUID()))
    secrets.push(...T.secrets)
    return
  }
}

/** Once more where what is asked meanwhile ends the session, or locks the account: five wrong passwords do for five minutes. */
async function unlocked<R>(work: () => Promise<R>, tries = 5): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (tries === 0) throw error
    app.clock.turn(minutesMs(6))
    return await unlocked(work, tries - 1)
  }
}

const idsIn = (text: string) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
const shortened = (text: string) => text.slice(0, 1000)

/** What must be true of every answer, whatever was asked. */
function assertOwn({ operation }: Place, caller: Caller, { path }: MadeRequest, { status, text }: Reply): void {
  assert.ok(String(status) in operation.responses, `${status} is not declared: ${text}`)
  assert.ok(status < 500, text)
  if (!showSecrets.test(path)) for (const secret of secrets) assert.ok(!text.includes(secret), 'holds a secret')
  if (caller === 'superAdmin') return
  assert.ok(!text.includes(canary), `tells of another tenant: ${shortened(text)}`)
  for (const id of idsIn(text)) assert.ok(!idsOfS.has(id), `names ${id} of another tenant: ${shortened(text)}`)
}

async function ask(place: Place, number: number): Promise<void> {
  // the same numbers for the same request, whatever was asked before
  const random = randomFrom(seed + number * 7919 + operations.indexOf(place) * 104_729)
  const caller = callers[number % callers.length] as Caller
  const known = Object.fromEntries(
    Object.keys(T.ids).map((kind) => [kind, [...(T.ids[kind] ?? []), ...(T.ids[kind] ?? []), ...(S.ids[kind] ?? [])]]),
  )
  const request = madeRequest(place, random, known)
  const token = tokenOf(caller)
  const { method, path, ...options } = request
  // what they asked for themselves stands in their log, which another lane may read before this one has its answer
  if (caller !== 'superAdmin') for (const id of idsIn(`${path} ${JSON.stringify(options.body)} ${String(options.raw)}`)) idsOfS.delete(id)
  try {
    const reply = await app.request(method, path, { ...options, ...(token !== undefined && { token }) })
    answered.push(String(reply.status))
    assertOwn(place, caller, request, reply)
    const record = reply.json?.data ?? reply.json
    if (reply.status === 201 && typeof record?.id === 'string') made.push({ id: record.id, of: place.operation.operationId })
    if (reply.status === 401 && token !== undefined) await revive()
  } catch (error) {
    const sent = `${caller}: ${method} ${path} ${JSON.stringify(options).slice(0, 1000)}`
    throw new Error(`PROPERTY_SEED=${seed}, ${sent}: ${(error as Error).message}`, { cause: error })
  }
}

describe('requests made from the document', () => {
  it('are answered as it says, and tell nobody what is not theirs', async (t) => {
    const waiting = [...operations]
    const lane = async () => {
      for (let place = waiting.shift(); place; place = waiting.shift()) {
        for (let number = 0; number < rounds(); number++) await ask(place, number)
        // what the service is set to is no part of what is asked next
        if (/updateSettings/.test(place.operation.operationId)) await settingsAsTheyWere()
        await revive()
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    t.diagnostic(`PROPERTY_SEED=${seed}: ${JSON.stringify(tally(answered))}`)
  })

  it('leave a log that tells each creation once, and an outbox that owes each event', async () => {
    const { kysely } = app.open.service.database
    const { rows: unowed } = await sql<{ type: string }>`
      select type from events e where not exists (select from outbox o where o.event_id = e.id)`.execute(kysely)
    assert.deepEqual(unowed, [])
    const { opaqueIds } = app.open.service.keys
    assert.ok(made.length > 0, 'nothing was made')
    for (const { id: shown, of } of made) {
      const id = opaqueIds.decode('group', shown) ?? shown
      const told = toldOfTheirTenant[of]
      const { rows } = await sql<{ type: string }>`
        select type from events where ${
          told
            ? sql`type = ${told.type} and data->>${told.by} = ${id}`
            : sql`entity_id = ${id} and type ~ '[.](created|registered|uploaded)$'`
        }`.execute(kysely)
      assert.equal(rows.length, 1, `${of} told of ${id}: ${JSON.stringify(rows)}`)
    }
  })

  it('leave nothing to be told to others that is secret, hidden, or of another tenant', async () => {
    await tellOn(app)
    const told = await toldToOthers(app)
    const { rows: below } = await sql<{ id: string }>`
      select descendant_id as id from tenant_closure where ancestor_id = any(${S.ids.tenant}::uuid[])`.execute(
      app.open.service.database.kysely,
    )
    const tenantsOfS = new Set([null, ...below.map(({ id }) => id)])
    for (const by of ['masked delivery', 'notification', 'event', 'email', 'variables'])
      assert.ok(
        told.some((one) => one.by === by),
        `nothing is told by ${by}`,
      )
    for (const { by, tenantId, text } of told) {
      const said = `${by}: ${shortened(text)}`
      for (const secret of [...secrets, secretMark]) assert.ok(!text.includes(secret), said)
      if (!tenantsOfS.has(tenantId)) assert.ok(!text.includes(canary), said)
      if (by === 'masked delivery') assert.doesNotMatch(text, /@example\.test/, said)
    }
    assert.deepEqual(await tablesHolding(app, [...secrets, secretMark]), [])
  })

  it('leave no secret in the log, and no right that nobody could give', async () => {
    const lines = JSON.stringify(app.logs)
    for (const secret of [...secrets, secretMark]) assert.ok(!lines.includes(secret), 'the log holds a secret')
    assert.deepEqual(
      app.logs.filter(({ level }) => level === 'error' || level === 'fatal'),
      [],
    )
    assert.deepEqual(brokenStructure(await readTruth(app)), [])
  })
})

async function settingsAsTheyWere(): Promise<void> {
  const { service } = app.open
  await service.database.kysely.deleteFrom('serviceSettings').execute()
}
