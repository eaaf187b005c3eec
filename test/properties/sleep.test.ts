/** Whatever sleeps and wakes meanwhile: nobody comes by more than they held, themselves or through the accounts they got at. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { change } from '../auth/people.ts'
import { startApp, type TestApp } from '../harness.ts'
import { rounds, tally } from '../rig/race.ts'
import { expectProperty } from './replay.ts'
import { type Asked, shouldSucceed } from './sleep.calls.ts'
import { beyond, type Facts, holderOf, type Rights, rightsAwake } from './sleep.reference.ts'
import { askedBy, giveBack, kinds, type Step, send, sleepOrWake, step } from './sleep.steps.ts'
import { build, password, readFacts, type World, worldSpec } from './sleep.world.ts'

const stepsOfARun = 45
const runs = Number(process.env.PROPERTY_RUNS ?? Math.ceil(rounds() * 0.4))
const done: string[] = []

describe('rights that sleep', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })

  it('are given, taken over and ended as docs/delegation.md says, and in the end nobody has gained by it', async () => {
    const run = fc.asyncProperty(worldSpec, fc.array(step, { minLength: stepsOfARun, maxLength: stepsOfARun }), async (spec, steps) => {
      await new Attempt(app, await build(app, spec)).walk(steps)
    })
    await expectProperty(run, runs)
  })

  it('were asked for with and without success', (t) => {
    if (process.env.PROPERTY_PATH !== undefined) return t.skip('one run is looked at')
    const share = done.filter((one) => one.endsWith('done')).length / done.length
    assert.ok(share > 0.15 && share < 0.85, JSON.stringify(tally(done)))
    for (const kind of runs < 20 ? [] : kinds)
      for (const end of ['done', 'refused'])
        assert.ok(done.includes(`${kind}: ${end}`), `${kind} was never ${end}: ${JSON.stringify(tally(done))}`)
  })
})

/** One world, and whoever tries in it: the attacker, and every account they made or got at. */
class Attempt {
  readonly #app: TestApp
  readonly #world: World
  readonly #tokens = new Map<string, string>()
  readonly #got = new Set<string>()
  readonly #told: string[] = []

  constructor(app: TestApp, world: World) {
    this.#app = app
    this.#world = world
    this.#got.add(world.attacker)
  }

  async walk(steps: readonly Step[]): Promise<void> {
    let facts = await this.#facts()
    const held = this.#awake(facts, this.#world.attacker)
    for (const one of steps) {
      if (!(kinds as readonly string[]).includes(one.kind)) await sleepOrWake(this.#app, facts, this.#world, one)
      else await this.#try(facts, one)
      this.#told.push(one.kind)
      facts = await this.#facts()
    }
    facts = await this.#wakeAll()
    for (const id of this.#got) {
      const gained = facts.admins.has(id) ? beyond(held, this.#awake(facts, id)) : []
      assert.deepEqual(gained, [], `account ${id} gained ${gained.join(', ')}\nafter\n${this.#told.join('\n')}`)
    }
  }

  #facts = () => readFacts(this.#app, this.#world)

  #awake(facts: Facts, id: string): Rights {
    const holder = holderOf(facts, id)
    return rightsAwake(facts, holder, this.#world.grants.get(holder.tenantId!)!, this.#world.own)
  }

  async #try(facts: Facts, one: Step): Promise<void> {
    const candidates = [...this.#got].filter((id) => facts.admins.has(id))
    const by = one.who % 3 > 0 ? this.#world.attacker : candidates[one.who % candidates.length]!
    const asked = askedBy(facts, this.#world, by, one)
    const reply = asked && (await this.#send(facts, asked))
    if (!asked || !reply) return
    const isDone = reply.status < 400
    const line = `${JSON.stringify(asked)} ${reply.status} ${isDone ? '' : reply.text.slice(0, 300)}`
    this.#told.push(line)
    done.push(`${asked.kind}: ${isDone ? 'done' : 'refused'}`)
    assert.ok(reply.status < 500, line)
    const expected = shouldSucceed(facts, asked)
    if (expected !== null) {
      const problem = `should have been ${expected ? 'done' : 'refused'}`
      assert.equal(isDone, expected, `${problem}\nafter\n${this.#told.join('\n')}\nwith\n${shownAround(facts, asked)}`)
    }
    if (!isDone) return
    if (asked.kind === 'create admin') this.#got.add(reply.json.id)
    if (asked.kind === 'address') await this.#takeOver(asked.about)
  }

  /** Whoever reads the new mailbox has a password of their own there. */
  async #takeOver(id: string): Promise<void> {
    const passwordHash = await this.#app.open.service.passwords.hash(password)
    await change(this.#app, async (ctx) => {
      await ctx.db
        .updateTable('credentials')
        .set({ secret: passwordHash })
        .where('accountId', '=', id)
        .where('kind', '=', 'password')
        .execute()
      await ctx.db.updateTable('accounts').set({ mustChangePassword: false }).where('id', '=', id).execute()
    })
    this.#got.add(id)
  }

  async #send(facts: Facts, asked: Asked) {
    const known = this.#tokens.get(asked.by)
    const reply = known ? await send(this.#app, facts, asked, known) : null
    if (reply && reply.status !== 401) return reply
    const { email, tenantId } = facts.admins.get(asked.by)!
    const signedIn = await this.#app.post('/api/v1/auth/admin/login', { identifier: email, password, tenantId })
    if (signedIn.status !== 200) return null
    this.#tokens.set(asked.by, signedIn.json.accessToken)
    return await send(this.#app, facts, asked, signedIn.json.accessToken)
  }

  /** What was cut is granted again; all else is awake where rights are asked for as such. */
  async #wakeAll(): Promise<Facts> {
    const { own, below, root } = this.#world
    for (const tenantId of [root, own, ...below]) await giveBack(this.#app, await this.#facts(), this.#world, tenantId)
    return await this.#facts()
  }
}

function shownAround(facts: Facts, { by, about, adminId, roleIds }: Asked): string {
  const near = [by, about, adminId, ...(roleIds ?? [])].flatMap((id) => [
    facts.admins.get(id!),
    facts.roles.get(id!),
    facts.groups.get(id!),
  ])
  const groups = [...facts.groups.values()].filter(({ memberIds }) => [by, about, adminId].some((id) => memberIds.includes(id!)))
  const linked = new Set([
    ...near.flatMap((one) => (one && 'roleId' in one ? (one.roleId ?? []) : [])),
    ...[...groups].flatMap((group) => group.roleIds),
  ])
  const roles = [...linked].flatMap((id) => facts.roles.get(id) ?? [])
  return [...new Set([...near, ...groups, ...roles, ...facts.tenants.values()])]
    .filter((one) => one !== undefined)
    .map((one) => JSON.stringify(one))
    .join('\n')
}
