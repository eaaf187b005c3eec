/** Admins moved in sets: what no route may ask for, because the tenant is gone. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type AccountTransition, changeAccountState } from '#accounts/account-lifecycle.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { sessionOf } from '../abuse/late-takings.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let superId: string
let sessionId: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  sessionId = sessionOf(root)
  superId = (await app.get('/api/v1/Admins/me', { token: root })).json.id
})

/** As a route would do it for the SuperAdmin. */
async function move(what: AccountTransition, id: string) {
  const actor = {
    id: superId,
    kind: 'admin',
    tenantId: null,
    sessionId,
    impersonatorId: null,
    name: 'Super Admin',
    permissions: new Set(),
    masks: new Map(),
  } as unknown as Actor
  const ctx: Context = { ...systemContext(app.open.service), actor }
  return await transact(ctx, async (ctx) => {
    const grantor = await lockGrantor(ctx, { changedAccountIds: [id] })
    return await changeAccountState(ctx, grantor, { kind: 'admin', move: what }, [id])
  })
}

describe('an admin whose tenant was deleted', () => {
  it('is not activated, and stays marked for the tenant to bring back', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { user } = await signIn()
    assert.deepEqual(await move('deactivate', user.id), { affected: [user.id], skipped: [] })
    assert.deepEqual(await move('activate', user.id), { affected: [user.id], skipped: [] })
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${tenant.id}`, { token: root }), 204)
    assert.deepEqual(await move('activate', user.id), { affected: [], skipped: [{ id: user.id, code: 'state_conflict' }] })
    const { kysely } = app.open.service.database
    const account = await kysely
      .selectFrom('accounts')
      .select(['isActive', 'deactivatedWith'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(account, { isActive: false, deactivatedWith: tenant.id })
  })
})
