/** Random lives of end users over HTTP beside a small model of them: what is answered, what tokens open, what is shown and counted. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { expectTrueCounts } from '../admins/many.ts'
import { startApp } from '../harness.ts'
import { startOpenIdIssuer } from '../rig/openid.ts'
import { rounds, tally } from '../rig/race.ts'
import { expectProperty } from './replay.ts'
import { providerActs } from './user-lifecycle.providers.ts'
import { distinctKinds, type Step, step, take } from './user-lifecycle.steps.ts'
import { type UserState, World } from './user-lifecycle.world.ts'

const stepsOfARun = 250
const enoughRuns = 6
const runs = Math.min(Math.ceil(rounds() * 0.2), enoughRuns)
const taken: string[] = []
const clientId = 'tenantry-of-lives'

describe('the lives of users', () => {
  it('are as a model of flags says, after every call', async () => {
    const run = fc.asyncProperty(fc.array(step, { minLength: stepsOfARun, maxLength: stepsOfARun }), async (steps) => {
      let now = () => new Date()
      const google = await startOpenIdIssuer(() => now(), clientId)
      const env = { REFRESH_REUSE_GRACE_SECONDS: '30', GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: google.issuer }
      const app = await startApp({ env })
      now = () => app.clock.now()
      try {
        const world = new World(app, google)
        await world.build()
        // who came from a provider has one way in yet, and it stays
        await providerActs.unlink(world, world.users.at(-1) as UserState)
        await live(world, steps)
      } finally {
        await app.close()
      }
    })
    await expectProperty(run, runs)
  })

  // a property in which nothing happens proves nothing
  it('saw every kind of step', (t) => {
    if (process.env.PROPERTY_PATH !== undefined) return t.skip('one run is looked at')
    const counts = tally(taken)
    for (const kind of runs < 3 ? [] : distinctKinds) assert.ok(counts[kind], `${kind} never happened: ${JSON.stringify(counts)}`)
  })
})

async function live(world: World, steps: readonly Step[]): Promise<void> {
  for (const [index, one] of steps.entries()) {
    try {
      const { user, isDone } = await take(world, one)
      if (isDone) taken.push(one.kind)
      await compare(world, user)
    } catch (error) {
      const before = steps.slice(Math.max(0, index - 12), index).map(({ kind, whom }) => `${whom} ${kind}`)
      throw new Error(`${(error as Error).message}\nat ${JSON.stringify(one)} after ${before.join(', ')}`, { cause: error })
    }
  }
  for (const user of world.users) await compare(world, user)
  await expectTrueCounts(world.app)
}

/** What is shown of them, and what their tokens still open. */
async function compare(world: World, user: UserState): Promise<void> {
  const { json } = await world.manage(user, 'GET', '')
  if (!user.isDeleted) {
    const { email, isActive, isBlocked, emailVerified, twoFactorEnabled } = json
    const wanted = { email: user.email, isActive: user.isActive, isBlocked: user.isBlocked }
    assert.deepEqual(
      { email, isActive, isBlocked, emailVerified, twoFactorEnabled },
      { ...wanted, emailVerified: user.provedAt !== null, twoFactorEnabled: user.secret !== null },
    )
  }
  const session = world.live(user)
  if (session)
    assert.deepEqual(
      (await world.linksShown(session.access)).map(({ providerKey }) => providerKey),
      user.links.map(({ sub }) => sub),
    )
  for (const { access, accessUntil, isOver } of user.sessions.slice(-2)) {
    const isOpen = !isOver && accessUntil > world.now()
    const { status, text } = await world.app.get('/api/v1/Users/me', { token: access })
    assert.equal(status, isOpen ? 200 : 401, `a token of ${user.email}: ${text}`)
  }
}
