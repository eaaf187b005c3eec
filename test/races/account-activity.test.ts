/** Accounts are deleted and come back while people fail and sign in: the rows of activity are locked in one order, and say what is true. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { recordFailures } from '#sign-in/lockout.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { binOf, type Person } from '../recycle-bin/rig.ts'
import { everyRound, race } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
before(async () => {
  apps = await startTwo()
})

const people = 12
/** So high that nobody is locked: every failure writes. */
const policy = { threshold: 1_000_000, minutes: 1 }

describe('the activity of accounts', () => {
  it('follows deletions and restores beside failures of all of them and sign-ins', async () => {
    const [one, two] = apps
    const of = binOf(one)
    const own = await tenantWithAdmin(one)
    const tenantId: string = own.tenant.id
    const token = await one.superToken()
    const persons: Person[] = []
    for (let n = 0; n < people; n++) persons.push(await of.addAdmin(tenantId))
    const ids = persons.map(({ id }) => id)
    const shuffled = ids.toSorted(() => Math.random() - 0.5)
    const fail = (app: TestApp) => () => transact(systemContext(app.open.service), (ctx) => recordFailures(ctx, shuffled, policy))
    await everyRound(async () => {
      const remove = async () => void expectStatus(await two.post('/api/v1/Admins/bulk-delete', { ids: shuffled }, { token }), 200)
      const signIn = (n: number) => async () => {
        const { email: identifier, password } = persons[n]!
        return (await one.post('/api/v1/auth/admin/login', { identifier, password, tenantId })).status
      }
      // refused while it is deleted in round after round, a name would be locked: a sign-in that succeeds clears it
      for (const n of [0, 1]) assert.equal(await signIn(n)(), 200)
      const told = await race<unknown>([fail(one), remove, fail(two), signIn(0), fail(one), fail(two), signIn(1)])
      assert.ok(
        [told[3], told[6]].every((status) => status === 200 || status === 401),
        `${told}`,
      )
      const restore = (id: string, n: number) => async () =>
        void expectStatus(await apps[n % 2]!.post(`/api/v1/recycle-bin/${id}/restore`, undefined, { token }), 200)
      await race<unknown>([...ids.map(restore), fail(one), fail(two), fail(one)])
      const { rows } = await sql`
        select a.id from accounts a join account_activity v on v.account_id = a.id
        where (a.kind, a.tenant_id, a.deleted_at) is distinct from (v.kind, v.tenant_id, v.deleted_at) or v.failures = 0`.execute(
        one.open.service.database.kysely,
      )
      assert.deepEqual(
        rows.filter((row) => ids.includes((row as { id: string }).id)),
        [],
      )
    })
  })
})
