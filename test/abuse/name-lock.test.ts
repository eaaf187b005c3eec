/** Whether a name is somebody's, tried by sequences of failures over doors, places, spellings and time: the answers for all are those for nobody. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { daysMs, minutesMs } from '#core/clock.ts'
import { nameBuckets } from '#sign-in/name-failures.ts'
import { activityOf, addAdmin, addTenant, eventsOf, login, loginPath, setAccount, setSettings, type TestAdmin } from '../auth/people.ts'
import { verifiedDomain } from '../domains/proving.ts'
import { type Reply, startApp, type TestApp } from '../harness.ts'
import { bareReply } from './bare-replies.ts'
import { assertNothingUnforeseen } from './refusals.ts'

const discoverPath = '/api/v1/auth/admin/discover-workspaces'
const unknownTenant = randomUUID()
const host = `${randomUUID()}.example.test`
const wrong = 'not the password'
const mine = 'the password of the attacker'
let app: TestApp
/** Of those who are attacked; stricter than the service. */
let tenantId: string
let other: string
/** Where the attacker may make accounts with any address. */
let own: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
  other = await addTenant(app)
  own = await addTenant(app)
  await setSettings(app, tenantId, { loginLockoutThreshold: 3, loginLockoutMinutes: 20 })
  await verifiedDomain(app, tenantId, host)
})
after(() => assertNothingUnforeseen(app))

type Post = (identifier: string, password: string) => Promise<Reply>
const login_ =
  (more: object, path = loginPath, headers = {}): Post =>
  (identifier, password) =>
    app.post(path, { identifier, password, ...more }, { headers })
/** The doors that a password can be tried at; `many`: at all accounts of an address. */
const doors: Record<string, { post: () => Post; many: boolean }> = {
  'in the tenant': { post: () => login_({ tenantId }), many: false },
  'in another': { post: () => login_({ tenantId: other }), many: false },
  'in an unknown one': { post: () => login_({ tenantId: unknownTenant }), many: false },
  'on the platform': { post: () => login_({ isPlatformAdmin: true }), many: false },
  'at the host of the tenant': { post: () => login_({}, loginPath, { host }), many: false },
  'by the alias': { post: () => login_({ tenantId }, '/api/v1/auth/login'), many: false },
  anywhere: { post: () => login_({}), many: true },
  'by discovery': { post: () => login_({}, discoverPath), many: true },
  'by discovery at the host': { post: () => login_({}, discoverPath, { host }), many: false },
}

/** Somebody with an address and a username, or nobody with either. */
interface Subject {
  readonly name: string
  readonly email: string
  readonly username: string
}
const names = () => {
  const mark = randomUUID().slice(0, 8)
  return { email: `né-${mark}@example.test`, username: `né-${mark}` }
}
const makers: Record<string, (names: { email: string; username: string }) => Promise<unknown>> = {
  nobody: async () => undefined,
  'one account': (names) => addAdmin(app, tenantId, names),
  'an account of another tenant': (names) => addAdmin(app, other, names),
  'a platform admin': (names) => addAdmin(app, null, names),
  'a blocked account': async (names) => setAccount(app, (await addAdmin(app, tenantId, names)).id, { isBlocked: true }),
  'an account without a password': (names) => addAdmin(app, tenantId, { ...names, passwordHash: null }),
  'two accounts': async (names) => [await addAdmin(app, tenantId, names), await addAdmin(app, other, names)],
  'two people': async ({ email, username }) => [
    await addAdmin(app, tenantId, { email, username: null }),
    await addAdmin(app, tenantId, { email: `other-${email}`, username }),
  ],
}
const spellings: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => ` ${name}`,
  (name) => name.normalize('NFD'),
]

const guesses = fc.record({
  door: fc.constantFrom(...Object.keys(doors)),
  by: fc.constantFrom('email' as const, 'email' as const, 'username' as const),
  spelling: fc.nat(spellings.length - 1),
  password: fc.constant(wrong),
})
// sums of these keep far from the ends of locks of five and twenty minutes
const pauses = fc.constantFrom(minutesMs(2), minutesMs(7), daysMs(1))
const sequence = (step: fc.Arbitrary<object>) =>
  fc.array(fc.oneof({ weight: 9, arbitrary: step }, { weight: 1, arbitrary: fc.record({ pause: pauses }) }), {
    minLength: 14,
    maxLength: 18,
  })
interface Step {
  readonly pause?: number
  readonly door: string
  readonly by: 'email' | 'username'
  readonly spelling: number
  readonly password: string
}
const sample = (step: fc.Arbitrary<object>, count: number, seed: number) =>
  fc.sample(sequence(step), { numRuns: count, seed }) as unknown as Step[][]

/** One step of one subject: the bare reply, when a lock ends, and the work that it took. */
async function take(subject: Subject, { door, by, spelling, password }: Step) {
  const { passwords } = app.open.service
  const before = [passwords.hashes, passwords.work]
  const reply = await doors[door]!.post()(spellings[spelling]!(subject[by]), password)
  const spent = [passwords.hashes - before[0]!, passwords.work - before[1]!]
  const lockedFor = reply.status === 423 ? Date.parse(reply.json.lockoutEnd) - app.clock.now().getTime() : 0
  return { reply: bareReply(reply), spent, lockedFor }
}

/** The same steps for all, one after the other, so that all are of one age at every step. */
async function assertAlike(steps: readonly Step[], subjects: readonly Subject[], areHashesEqual: (step: Step, name: string) => boolean) {
  const seen: number[] = []
  for (const step of steps) {
    if (step.pause !== undefined) {
      app.clock.turn(step.pause)
      continue
    }
    const nobody = await take(subjects[0]!, step)
    seen.push(nobody.reply.status)
    for (const subject of subjects.slice(1)) {
      const at = `${subject.name}, step ${seen.length}: ${JSON.stringify(step)}`
      const { reply, spent, lockedFor } = await take(subject, step)
      assert.deepEqual(reply, nobody.reply, at)
      if (areHashesEqual(step, subject.name)) assert.deepEqual(spent, nobody.spent, at)
      assert.ok(Math.abs(lockedFor - nobody.lockedFor) < minutesMs(1), at)
    }
  }
  return seen
}

async function everySubject(alsoOf?: (names: { email: string; username: string }) => Promise<unknown>): Promise<Subject[]> {
  const subjects = []
  for (const [name, make] of Object.entries(makers)) {
    const its = names()
    await make(its)
    await alsoOf?.(its)
    subjects.push({ name, ...its })
  }
  return subjects
}

describe('a name that somebody has and one that nobody has', () => {
  for (const [n, steps] of sample(guesses, 4, 20261122).entries()) {
    it(`are answered alike, with the same work, sequence ${n + 1}`, async () => {
      // several accounts take several hashes where all of an address are tried; a refusal waits until as many as there can be are over
      const isOne = ({ door, by }: Step, name: string) => !(doors[door]!.many && by === 'email' && name === 'two accounts')
      const seen = await assertAlike(steps, await everySubject(), isOne)
      assert.ok(seen.includes(401) && seen.every((status) => status === 401 || status === 423), seen.join())
    })
  }

  const owned = fc.record({
    door: fc.constantFrom('in another', 'anywhere', 'by discovery', 'in the tenant', 'in an unknown one'),
    by: fc.constant('email' as const),
    spelling: fc.constant(0),
    password: fc.constantFrom(wrong, mine),
  })
  for (const [n, steps] of sample(owned, 2, 20261123).entries()) {
    it(`are answered alike to whoever signs in to an account of that name, sequence ${n + 1}`, async () => {
      const subjects = await everySubject(({ email }) => addAdmin(app, own, { email, username: null, password: mine }))
      const seen = await assertAlike(steps, subjects, ({ door }) => !doors[door]!.many)
      assert.ok(seen.includes(200), seen.join())
    })
  }

  it('are told apart by nobody who locks one in a place that is none and tries the other', async () => {
    for (const first of ['in an unknown one', 'on the platform', 'in another']) {
      const steps = [first, first, first, first, first, 'anywhere', 'in the tenant', 'by discovery'].map(
        (door): Step => ({ door, by: 'email', spelling: 0, password: wrong }),
      )
      assert.deepEqual((await assertAlike(steps, await everySubject(), () => false)).slice(5), [423, 423, 423], first)
    }
  })

  it('are of one age: both are forgotten a day after, and no number of places pushes one out', async () => {
    const guess = (door: string): Step => ({ door, by: 'email', spelling: 0, password: wrong })
    const day = { pause: daysMs(1) } as unknown as Step
    const four = Array.from({ length: 4 }, () => guess('anywhere'))
    const subjects = await everySubject()
    assert.deepEqual(await assertAlike([...four, day, ...four], subjects, () => false), Array(8).fill(401))
    const nobody = subjects[0]!.email
    for (let n = 0; n < 40; n++) await app.post(loginPath, { identifier: nobody, password: wrong, tenantId: randomUUID() })
    assert.equal((await take(subjects[0]!, guess('anywhere'))).reply.status, 423)
  })
})

describe('the lock of a name', () => {
  it('shuts out no one: whoever has the password is let in while their own account is not locked', async () => {
    const admin = await addAdmin(app, other)
    for (let n = 0; n < 7; n++) await login(app, admin, { tenantId: unknownTenant, password: wrong })
    assert.equal((await login(app, admin, { password: wrong })).status, 423)
    assert.equal((await login(app, admin)).status, 200)
  })

  it('is cleared by an unlock, and by its owner as far as all failures came from one place', async () => {
    const proxied = await startApp({ env: { TRUST_PROXY: 'loopback' } })
    const place = await addTenant(proxied)
    const curve = async (makeClean: (admin: TestAdmin) => Promise<Reply>, from: string) => {
      const admin = await addAdmin(proxied, place)
      const fail = () =>
        proxied.post(loginPath, { identifier: admin.email, password: wrong, tenantId: place }, { headers: { 'x-forwarded-for': from } })
      for (let n = 0; n < 4; n++) assert.equal((await fail()).status, 401)
      assert.equal((await makeClean(admin)).status, 200)
      assert.equal((await activityOf(proxied, admin.id)).failures, 0)
      const statuses = []
      for (let n = 0; n < 4; n++) statuses.push((await fail()).status)
      return statuses
    }
    const signIn = ({ email, password }: TestAdmin) =>
      proxied.post(loginPath, { identifier: email, password, tenantId: place }, { headers: { 'x-forwarded-for': '192.0.2.7' } })
    const unlock = async ({ id }: TestAdmin) =>
      proxied.post(`/api/v1/Admins/${id}/unlock`, undefined, { token: await proxied.superToken() })
    assert.deepEqual(await curve(signIn, '192.0.2.7'), [401, 401, 401, 401])
    // a guesser must not see by it that its owner was there
    assert.deepEqual(await curve(signIn, '198.51.100.1'), [401, 423, 423, 423])
    assert.deepEqual(await curve(unlock, '198.51.100.1'), [401, 401, 401, 401])
    await proxied.close()
  })

  it('takes no more room for a million names than there are records', async () => {
    const { kysely } = app.open.service.database
    const put = (bucket: number) =>
      kysely.insertInto('nameFailures').values({ bucket, failures: 1, countedAt: app.clock.now(), wasLocked: false }).execute()
    for (const bucket of [-1, nameBuckets]) await assert.rejects(put(bucket), /check/)
    await kysely.deleteFrom('nameFailures').execute()
    for (const bucket of [0, nameBuckets - 1]) await put(bucket)
    await kysely.deleteFrom('nameFailures').execute()
    // spread over all of them, by a key of our own: no part of the table is the attacker's to fill
    for (let n = 0; n < 40; n++) await app.post(loginPath, { identifier: names().email, password: wrong, tenantId: unknownTenant })
    const buckets = (await kysely.selectFrom('nameFailures').select('bucket').execute()).map(({ bucket }) => bucket)
    assert.ok(buckets.length >= 39 && new Set(buckets.map((bucket) => Math.floor((bucket / nameBuckets) * 4))).size === 4)
  })
})

describe('what is left behind', () => {
  it('says why, to who may read it, and never to the caller', async () => {
    const reasonsOf = async (id: string) => {
      const rows = await app.open.service.database.kysely
        .selectFrom('events')
        .select(['type', 'data'])
        .where('entityId', '=', id)
        .orderBy('id')
        .execute()
      return rows.flatMap(({ type, data }) => (type.endsWith('.failed') ? [data.reason] : []))
    }
    const admin = await addAdmin(app, other)
    for (let n = 0; n < 5; n++) await login(app, admin, { password: wrong })
    await login(app, admin, { identifier: admin.username })
    assert.deepEqual(await reasonsOf(admin.id), [...Array(5).fill('wrong_password'), 'locked'])
    const blocked = await addAdmin(app, other)
    await setAccount(app, blocked.id, { isBlocked: true })
    await login(app, blocked)
    await app.post(loginPath, { identifier: blocked.email, password: blocked.password })
    assert.deepEqual(await reasonsOf(blocked.id), ['blocked', 'blocked'])
    const off = await addAdmin(app, other, { passwordHash: null })
    await login(app, off)
    assert.deepEqual(await reasonsOf(off.id), ['no_password'])
  })

  it('tells the owner of every account whose workspace was shown', async () => {
    const [email, password] = [names().email, 'the password of both']
    const admins = [await addAdmin(app, tenantId, { email, password }), await addAdmin(app, other, { email, password })]
    for (const path of [discoverPath, loginPath])
      assert.equal((await app.post(path, { identifier: email, password })).json.workspaces.length, 2)
    for (const { id } of admins) assert.deepEqual(await eventsOf(app, id), Array(2).fill('auth.workspaces.shown'))
    const single = await addAdmin(app, other)
    assert.equal((await app.post(discoverPath, { identifier: single.email, password: single.password })).status, 200)
    assert.deepEqual(await eventsOf(app, single.id), ['auth.workspaces.shown'])
  })
})

describe('without a tenant', () => {
  it('the answer depends on nothing but what the password opens, however many there are', async () => {
    const both = 'the password of one and of the closed'
    for (const others of [[], [{}], [{ isBlocked: true }], [{ isActive: false }, {}, { isBlocked: true }]]) {
      const email = names().email
      const open = await addAdmin(app, other, { email, password: both })
      for (const set of others) {
        const isClosed = Object.keys(set).length > 0
        const { id } = await addAdmin(app, await addTenant(app), { email, ...(isClosed && { password: both }) })
        if (isClosed) await setAccount(app, id, set)
      }
      const post = (path: string) => app.post(path, { identifier: email, password: both })
      assert.equal((await post(loginPath)).json.user.tenantId, open.tenantId)
      assert.equal((await post(discoverPath)).json.workspaces.length, 1)
      await setAccount(app, open.id, { isBlocked: true })
      for (const path of [loginPath, discoverPath]) assert.equal((await post(path)).json.code, 'invalid_credentials')
    }
  })
})
