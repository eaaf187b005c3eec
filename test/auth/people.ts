/** Tenants and admins as rows, for tests of signing in: quicker than over HTTP, and free to be in any state. */
import { randomUUID } from 'node:crypto'
import { createAccount, type NewAccount } from '#accounts/new-account.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import type { TestApp } from '../harness.ts'

export interface TestAdmin {
  readonly id: string
  readonly tenantId: string | null
  readonly email: string
  readonly username: string
  readonly password: string
}

/** Runs SQL of a test as the service would: in a transaction, its revocations applied before it returns. */
export const change = <T>(app: TestApp, work: (ctx: PublicContext) => Promise<T>): Promise<T> =>
  transact(systemContext(app.open.service), work)

/** A tenant at the root or below another, with nothing in it. */
export async function addTenant(app: TestApp, more: { parentId?: string; name?: string } = {}): Promise<string> {
  return await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    const mark = randomUUID().slice(0, 8)
    await ctx.db
      .insertInto('tenants')
      .values({ id, parentId: more.parentId ?? null, code: `t-${mark}`, name: more.name ?? `Tenant ${mark}`, createdAt: ctx.now })
      .execute()
    const above = more.parentId
      ? await ctx.db.selectFrom('tenantClosure').select(['ancestorId', 'depth']).where('descendantId', '=', more.parentId).execute()
      : []
    await ctx.db
      .insertInto('tenantClosure')
      .values([
        { ancestorId: id, descendantId: id, depth: 0 },
        ...above.map(({ ancestorId, depth }) => ({ ancestorId, descendantId: id, depth: depth + 1 })),
      ])
      .execute()
    await revoke(ctx, 'tenant', id)
    return id
  })
}

export async function setTenant(app: TestApp, tenantId: string, set: { status?: 'Active' | 'Suspended'; deletedAt?: Date }): Promise<void> {
  await change(app, async (ctx) => {
    await ctx.db
      .updateTable('tenants')
      .set({ ...set, ...(set.status !== 'Active' && { sessionsValidAfter: ctx.now }) })
      .where('id', '=', tenantId)
      .execute()
    await revoke(ctx, 'tenant', tenantId)
  })
}

/** Tenant settings by their column names. */
export async function setSettings(app: TestApp, tenantId: string, set: Record<string, unknown>): Promise<void> {
  await change(app, async (ctx) => {
    await ctx.db
      .insertInto('tenantSettings')
      .values({ tenantId, ...set })
      .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(set))
      .execute()
    await revoke(ctx, 'settings', tenantId)
  })
}

/** An admin, or an end user, with a password; `more` overrides any part of the account. */
export async function addAdmin(
  app: TestApp,
  tenantId: string | null,
  more: Partial<NewAccount> & { password?: string; kind?: AccountKind } = {},
): Promise<TestAdmin> {
  const mark = randomUUID().slice(0, 8)
  const { password = `a password of ${mark}`, kind = 'admin', ...rest } = more
  const passwordHash = await app.open.service.passwords.hash(password)
  const account = {
    tenantId,
    username: `admin-${mark}`,
    email: `admin-${mark}@example.test`,
    firstName: 'Some',
    lastName: `Admin ${mark}`,
    roleId: null,
    passwordHash,
    createdBy: null,
    ...rest,
  }
  const id = await change(app, (ctx) => createAccount(ctx, kind, account))
  return { id, tenantId, email: account.email, username: account.username ?? '', password }
}

/** Changes an account's row as an administrator's action would: live tokens hear of it. */
export async function setAccount(app: TestApp, id: string, set: Record<string, unknown>): Promise<void> {
  await change(app, async (ctx) => {
    await lockTenantsOf(ctx, id)
    await ctx.db.updateTable('accounts').set(set).where('id', '=', id).execute()
    await revoke(ctx, 'account', id)
  })
}

export const loginPath = '/api/v1/auth/admin/login'

/** Signs in where the account is; the answer as it is. */
export const login = (app: TestApp, admin: Pick<TestAdmin, 'email' | 'password' | 'tenantId'>, more: Record<string, unknown> = {}) =>
  app.post(loginPath, {
    identifier: admin.email,
    password: admin.password,
    ...(admin.tenantId === null ? { isPlatformAdmin: true } : { tenantId: admin.tenantId }),
    ...more,
  })

/** Types of the events about an account, oldest first. */
export async function eventsOf(app: TestApp, accountId: string): Promise<string[]> {
  const rows = await app.open.service.database.kysely
    .selectFrom('events')
    .select('type')
    .where('entityId', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ type }) => type)
}

/** Failures and lock of an account. */
export const activityOf = (app: TestApp, accountId: string) =>
  app.open.service.database.kysely
    .selectFrom('accountActivity')
    .select(['failures', 'lockedUntil'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
