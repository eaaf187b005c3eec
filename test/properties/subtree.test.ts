/** A large subtree that is deleted, restored and erased in batches, broken off anywhere, ends as a small one does in one transaction. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { startApp, type TestApp } from '../harness.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { goOn, makeSubtree, type Subtree, stateOf } from '../recycle-bin/subtree.ts'
import { rounds } from '../rig/race.ts'
import { expectProperty } from './replay.ts'

const runs = Number(process.env.PROPERTY_RUNS ?? Math.min(Math.ceil(rounds() * 0.4), 10))
/** More than one transaction takes, twice over. */
const many = 505
const few = 2

let app: TestApp
before(async () => {
  // without background work: the run says when a job goes on, and where it ends
  app = await startApp()
})

const place = fc.constantFrom('top' as const, 'mid' as const)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('delete' as const), at: place }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('restore' as const), at: place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('break restore' as const),
      at: place,
      where: fc.constantFrom('itself' as const, 'below' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('purge' as const), at: place }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant('go on' as const), batches: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('go on' as const), batches: fc.constant(Number.POSITIVE_INFINITY) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A deletion inside one, each broken off, and both taken back. */
const inside: ['top' | 'mid', Step[]] = [
  'mid',
  [
    { what: 'go on', batches: 1 },
    { what: 'delete', at: 'top' },
    { what: 'go on', batches: 1 },
    { what: 'break restore', at: 'top', where: 'below' },
    { what: 'restore', at: 'top' },
    { what: 'break restore', at: 'mid', where: 'itself' },
    { what: 'delete', at: 'top' },
    { what: 'restore', at: 'top' },
    { what: 'restore', at: 'mid' },
  ],
]

it('whatever is done to it, and wherever the work is broken off', async () => {
  const run = fc.asyncProperty(place, fc.array(step, { minLength: 12, maxLength: 12 }), async (at, steps) => {
    const [large, small] = [await makeSubtree(app, many), await makeSubtree(app, few)]
    const told: string[] = []
    for (const one of [{ what: 'delete', at } as const, ...steps]) {
      const [theirs, ours] = [await take(small, one), await take(large, one)]
      told.push(`${JSON.stringify(one)}: ${ours}`)
      assert.equal(ours, theirs, told.join('\n'))
    }
    await goOn(app, [large.top, large.mid])
    await goOn(app, [large.top, large.mid])
    assert.deepEqual(await stateOf(app, large), await stateOf(app, small), told.join('\n'))
  })
  await expectProperty(run, runs, { examples: [inside] })
})

async function take(tree: Subtree, one: Step): Promise<number> {
  const of = binOf(app)
  if (one.what === 'go on') {
    if (tree.lows.length > few) await goOn(app, [tree.top, tree.mid], one.batches)
    return 0
  }
  const id = tree[one.at]
  const token = await app.superToken()
  if (one.what === 'delete') return (await app.request('DELETE', `/api/v1/Tenants/${id}?cascade=true`, { token })).status
  if (one.what === 'purge') return (await of.purge(id)).status
  if (one.what === 'restore') return (await of.restore(id)).status
  // what has come back already can't be refused to come back
  if (one.where === 'below' && (await isComingBack(id))) await goOn(app, [id])
  const broken = one.where === 'itself' ? id : (one.at === 'top' ? tree.leaves : tree.lows).at(-1)!
  return await refusing(broken, async () => (await of.restore(id)).status)
}

async function isComingBack(id: string): Promise<boolean> {
  const { rows } = await sql`select from tenants where id = ${id} and late_marks = 'restore'`.execute(app.open.service.database.kysely)
  return rows.length > 0
}

/** While the database refuses to bring one tenant back. */
async function refusing<T>(id: string, work: () => Promise<T>): Promise<T> {
  const { kysely } = app.open.service.database
  await sql`create or replace function refuse_return() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    kysely,
  )
  await sql`create trigger refuse_return before update on tenants for each row
    when (new.id = ${sql.lit(id)} and old.deleted_at is not null and new.deleted_at is null) execute function refuse_return()`.execute(
    kysely,
  )
  try {
    return await work()
  } finally {
    await sql`drop trigger refuse_return on tenants`.execute(kysely)
  }
}
