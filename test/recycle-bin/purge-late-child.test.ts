/** A tenant that came back, got another tenant below it and was deleted once more while somebody who erases it waited for its lock. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { lockForJob } from '#db/rows/row-locks.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { purgeSubtree } from '#modules/recycle-bin/purge-tenant.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { binOf } from './rig.ts'

const skip = process.env.TEST_DATABASE !== 'postgres' && 'one connection: nobody waits'

let app: TestApp
before(async () => {
  if (!skip) app = await startApp()
})

it('erases what was added meanwhile, too', { skip }, async () => {
  const of = binOf(app)
  const token = await of.root()
  const make = async (name: string, parentTenantId?: string): Promise<string> =>
    expectStatus(await app.post('/api/v1/Tenants', { name, parentTenantId }, { token }), 201).json.id
  const top = await make('Waited for')
  await make('There before', top)
  await of.remove(`Tenants/${top}?cascade=true`)
  let waits = 0
  const outcome = await purgeSubtree(systemContext(app.open.service), top, async (ctx, below) => {
    if (waits++ === 0) {
      expectStatus(await of.restore(top), 200)
      await make('There since', top)
      await of.remove(`Tenants/${top}?cascade=true`)
    }
    await lockForJob(ctx, { changedTenantIds: [top], tenantIdsBelow: below })
  })
  assert.equal(outcome, 'erased')
  const left = await app.open.service.database.kysely.selectFrom('tenants').select(['name']).where('purgedAt', 'is', null).execute()
  assert.deepEqual(
    left.filter(({ name }) => name.startsWith('There')),
    [],
  )
})
