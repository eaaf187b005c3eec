/** Random lives of admins over HTTP beside a small model of them: what is answered, what tokens open, what is shown and counted. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { expectTrueCounts } from '../admins/many.ts'
import { expectStatus, startApp } from '../harness.ts'
import { rounds, tally } from '../rig/race.ts'
import type { AdminState } from './admin-lifecycle.model.ts'
import { begin, type Kind, kinds, type Step, step, take } from './admin-lifecycle.steps.ts'
import { World } from './admin-lifecycle.world.ts'
import { expectProperty } from './replay.ts'

const stepsOfARun = 160
/** Whom a call was about is looked at after it, everybody after so many. */
const stepsToAll = 24
const enoughRuns = 16
const runs = Math.min(Math.ceil(rounds() * 0.4), enoughRuns)
const taken: string[] = []
let stepsDone = 0
/** Of kinds that are never done or never refused, or so seldom that one seed sees it and another does not. */
const ends: { readonly [K in Kind]?: readonly string[] } = {
  'sign in wrongly': ['refused'],
  'use an old refresh token': ['refused'],
  'delete tenant': ['done'],
  'suspend tenant': ['done'],
}

describe('the lives of admins', () => {
  it('are as a model of flags says, after every call', async () => {
    const run = fc.asyncProperty(fc.array(step, { minLength: stepsOfARun, maxLength: stepsOfARun }), async (steps) => {
      // a minute is well beyond the grace, and a slow run well within
      const app = await startApp({ env: { REFRESH_REUSE_GRACE_SECONDS: '30' } })
      try {
        const world = new World(app)
        await world.build()
        await begin(world)
        world.statuses.length = 0
        await live(world, steps)
      } finally {
        await app.close()
      }
    })
    await expectProperty(run, runs)
  })

  // a property in which nothing happens proves nothing; one that hangs is ended by the runner's limit for a file
  it('were looked at to the end of every run', (t) => {
    if (process.env.PROPERTY_PATH !== undefined) return t.skip('one run is looked at')
    t.diagnostic(`${stepsDone} steps in ${runs} runs, ${taken.length} answers`)
    assert.equal(stepsDone, runs * stepsOfARun)
    assert.ok(taken.length > stepsDone / 2, 'most steps call something')
  })

  it('saw every kind of call, done and refused', (t) => {
    if (process.env.PROPERTY_PATH !== undefined) return t.skip('one run is looked at')
    const counts = tally(taken)
    for (const kind of runs < enoughRuns ? [] : kinds.filter((one) => one !== 'wait'))
      for (const end of ends[kind] ?? ['done', 'refused'])
        assert.ok(counts[`${kind}: ${end}`], `${kind} was never ${end}: ${JSON.stringify(counts)}`)
  })
})

async function live(world: World, steps: readonly Step[]): Promise<void> {
  for (const [index, one] of steps.entries()) {
    try {
      const admin = await take(world, one)
      stepsDone++
      for (const status of world.statuses.splice(0)) taken.push(`${one.kind}: ${status < 400 ? 'done' : 'refused'}`)
      const isDue = (index + 1) % stepsToAll === 0
      await compare(world, isDue ? world.model.admins : [admin])
      if (isDue) await compareEvents(world)
      if (isDue && index % 48 === 47) await compareLists(world)
    } catch (error) {
      throw new Error(`${(error as Error).message}\nat ${JSON.stringify(one)} after\n${world.told.slice(-8).join('\n')}`, { cause: error })
    }
  }
  await compare(world, world.model.admins)
  await compareEvents(world)
  await compareLists(world)
  await expectTrueCounts(world.app)
}

/** What is shown of them, and what their tokens still open. */
async function compare(world: World, admins: readonly AdminState[]): Promise<void> {
  const { model, app } = world
  for (const admin of admins) {
    const reply = await world.call(model.super, 'GET', `/api/v1/Admins/${admin.id}`)
    if (admin.life !== 'living') expectStatus(reply, 404)
    else {
      const { email, isActive, isBlocked, isProtected, isLockedOut, status } = expectStatus(reply, 200).json
      assert.deepEqual({ email, isActive, isBlocked, isProtected, isLockedOut, status }, model.shown(admin, world.now()), admin.email)
    }
    for (const { access, accessUntil, isOver } of admin.sessions.slice(-2)) {
      const isOpen = !isOver && accessUntil > world.now()
      const { status, text } = await app.get('/api/v1/Admins/me', { token: access })
      assert.equal(status, isOpen ? 200 : 401, `a token of ${admin.email}: ${text}`)
    }
  }
}

/** One event for each change that was acknowledged, and none for any other. */
async function compareEvents(world: World): Promise<void> {
  const byName = (events: Map<string, number>) => Object.fromEntries([...events].sort(([one], [two]) => (one < two ? -1 : 1)))
  assert.deepEqual(byName(withoutFirst(world, await world.events())), byName(world.model.events), 'events')
}

/** The sign-in of the SuperAdmin by which the test learned its id came before the model. */
function withoutFirst({ model }: World, events: Map<string, number>): Map<string, number> {
  const name = `auth.login.succeeded ${model.admins[0]?.id}`
  return new Map([...events].map(([event, n]) => [event, event === name ? n - 1 : n]))
}

async function compareLists(world: World): Promise<void> {
  const { model } = world
  const filters: [string, { isActive?: boolean; isBlocked?: boolean }][] = [
    ['', {}],
    ['&isActive=true', { isActive: true }],
    ['&isActive=false', { isActive: false }],
    ['&isBlocked=true&isActive=true', { isBlocked: true, isActive: true }],
    ['&isBlocked=true', { isBlocked: true }],
  ]
  for (const [query, { isActive, isBlocked }] of filters) {
    const { json } = expectStatus(await world.call(model.super, 'GET', `/api/v1/Admins?pageSize=100${query}`), 200)
    const expected = model
      .living()
      .filter((admin) => (isActive ?? admin.isActive) === admin.isActive && (isBlocked ?? admin.isBlocked) === admin.isBlocked)
    const ids = json.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(new Set(ids), new Set(expected.map(({ id }) => id)), `list ${query}`)
    assert.equal(json.totalCount, expected.length, `count ${query}`)
  }
  const { items } = expectStatus(await world.call(model.super, 'GET', '/api/v1/recycle-bin?entityType=Admin&pageSize=100'), 200).json
  assert.deepEqual(
    Object.fromEntries(items.map((entry: { id: string; canRestore: boolean }) => [entry.id, entry.canRestore])),
    Object.fromEntries(model.admins.filter(({ life }) => life === 'deleted').map(({ id, home }) => [id, !model.isGone(home)])),
    'recycle bin',
  )
  const supers = await world.app.open.service.database.kysely
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.id', 'accounts.roleId')
    .select('accounts.id')
    .where('roles.seed', '=', 'SuperAdmin')
    .where('accounts.deletedAt', 'is', null)
    .execute()
  assert.deepEqual(supers, [{ id: model.super.id }], 'one SuperAdmin')
}
