/** A database with tenants, roles and sign-ins, and processes that serve it: what the tests of live state are about. */

import type { Clock } from '#core/clock.ts'
import { type Permission, permissionCatalogue } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Database } from '#db/database.ts'
import { LiveLog, type RevocationTopic, revoke } from '#db/live/revocations.ts'
import { ServiceSettings } from '#db/live/service-settings.ts'
import { TenantSettings } from '#db/live/tenant-settings.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { migrate } from '#db/migrate.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { LiveSessions } from '#sessions/live-sessions.ts'
import { atEnd } from '../rig/cleanup.ts'

export const silent = { info() {}, warn() {}, error() {} }

/** The present time, that a test may turn. */
export class TurnedClock implements Clock {
  turnedMs = 0
  now() {
    return new Date(Date.now() + this.turnedMs)
  }
}

/** A process as far as live state goes: caches and a log of its own over a database handle of its own. */
export async function startProcess(database: Database) {
  const clock = new TurnedClock()
  const tenants = await TenantTree.load(database)
  const settings = await TenantSettings.load(database, tenants)
  const live = new LiveLog(database, silent)
  live.subscribe((batch) => tenants.apply(batch))
  live.subscribe((batch) => settings.apply(batch))
  const keys = { openSecret: (sealed: string) => sealed }
  const serviceSettings = await ServiceSettings.load({ database, keys, environment: new Map(), log: silent })
  live.subscribe((batch) => serviceSettings.apply(batch))
  const service = { database, clock, tenants, settings, serviceSettings, live }
  const sessions = new LiveSessions(service)
  await live.start()
  atEnd(() => live.stop())

  /** Changes something and says what it takes away, as an action does. */
  const change = async (topic: RevocationTopic, subject: string | null, work: (db: Context['db']) => Promise<unknown>) => {
    const ctx = { service, db: database.reader, inTransaction: false, now: clock.now(), emitted: [], revoked: [], wakes: new Set<string>() }
    await transact(ctx as unknown as PublicContext, async (inner) => {
      await work(inner.db)
      await revoke(inner, topic, subject)
    })
  }
  return { ...service, sessions, change }
}

export type Process = Awaited<ReturnType<typeof startProcess>>

/** Migrates the database and gives hands to fill it with. */
export async function fillable(database: Database) {
  await migrate(database)
  const db = database.kysely
  const createdAt = new Date(Date.now() - 60_000)
  const newId = () => uuidv7(createdAt)
  await db
    .insertInto('permissions')
    .values(permissionCatalogue.map(({ id, name, category }: Permission) => ({ id, name, category })))
    .execute()

  const addTenant = async (lineage: readonly string[], grant: readonly string[] = ['admins.view', 'users.view']) => {
    const id = newId()
    await db
      .insertInto('tenants')
      .values({ id, parentId: lineage[0] ?? null, code: id, name: 'Tenant', createdAt })
      .execute()
    const closure = [id, ...lineage].map((ancestorId, depth) => ({ ancestorId, descendantId: id, depth }))
    await db.insertInto('tenantClosure').values(closure).execute()
    await db
      .insertInto('tenantPermissions')
      .values(grant.map((permission) => ({ tenantId: id, permission })))
      .execute()
    return id
  }
  const addRole = async (
    tenantId: string | null,
    permissions: readonly string[],
    more: { seed?: 'SuperAdmin'; reach?: 'granted' } = {},
  ) => {
    const id = newId()
    await db
      .insertInto('roles')
      .values({ id, tenantId, name: id, nameKey: id, createdAt, ...more })
      .execute()
    for (const permission of permissions) await db.insertInto('rolePermissions').values({ roleId: id, permission }).execute()
    return id
  }
  const addAccount = async (tenantId: string | null, roleId: string | null, more: { kind?: 'user'; isProtected?: boolean } = {}) => {
    const id = newId()
    const account = {
      id,
      kind: 'admin' as const,
      tenantId,
      roleId,
      email: `${id}@example.test`,
      firstName: 'Ada',
      lastName: 'Byron',
      search: '',
      createdAt,
    }
    await db
      .insertInto('accounts')
      .values({ ...account, ...more })
      .execute()
    return id
  }
  const addGroup = async (tenantId: string, roleIds: readonly string[], memberIds: readonly string[]) => {
    const id = newId()
    await db.insertInto('userGroups').values({ id, tenantId, nameEn: id, code: id, createdAt }).execute()
    for (const roleId of roleIds) await db.insertInto('userGroupRoles').values({ groupId: id, roleId }).execute()
    for (const accountId of memberIds)
      await db.insertInto('userGroupMembers').values({ groupId: id, accountId, addedAt: createdAt }).execute()
    return id
  }
  const addSession = async (
    accountId: string,
    more: { parentId?: string; impersonatorId?: string; kind?: 'user'; expiresAt?: Date } = {},
  ) => {
    const id = newId()
    const times = { createdAt, authenticatedAt: createdAt, lastActiveAt: createdAt, expiresAt: new Date(Date.now() + 86_400_000) }
    const session = { id, accountId, kind: 'admin' as const, ipAddress: '127.0.0.1', ...times, ...more }
    await db.insertInto('sessions').values(session).execute()
    return id
  }
  return { db, newId, addTenant, addRole, addAccount, addGroup, addSession }
}
