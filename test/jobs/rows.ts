/** Rows that the background work meets. */
import { uuidv7 } from '#core/uuid.ts'
import type { Database } from '#db/database.ts'

/** A living tenant below `parentId`, with its lines in the closure. @returns its id */
export async function makeTenant(database: Database, now: Date, parentId: string | null): Promise<string> {
  const id = uuidv7(now)
  await database.kysely
    .insertInto('tenants')
    .values({ id, parentId, code: `t-${id.slice(-12)}`, name: 'A tenant', createdAt: now })
    .execute()
  const above =
    parentId === null
      ? []
      : await database.kysely.selectFrom('tenantClosure').select(['ancestorId', 'depth']).where('descendantId', '=', parentId).execute()
  await database.kysely
    .insertInto('tenantClosure')
    .values([
      { ancestorId: id, descendantId: id, depth: 0 },
      ...above.map(({ ancestorId, depth }) => ({ ancestorId, descendantId: id, depth: depth + 1 })),
    ])
    .execute()
  return id
}

/** An admin account of a tenant. @returns its id */
export async function makeAccount(database: Database, now: Date, tenantId: string | null): Promise<string> {
  const id = uuidv7(now)
  await database.kysely
    .insertInto('accounts')
    .values({ id, kind: 'admin', tenantId, email: `${id}@example.test`, search: '', createdAt: now })
    .execute()
  return id
}

/** A subscription of a tenant to what happens to admins, under two names. */
export async function makeWebhook(database: Database, now: Date, tenantId: string | null): Promise<void> {
  const about = {
    id: uuidv7(now),
    tenantId,
    events: ['*', 'entity.updated'],
    url: 'https://hooks.example.test/in',
    secret: '',
    secretHint: '',
  }
  await database.kysely
    .insertInto('webhooks')
    .values({ ...about, createdAt: now, updatedAt: now })
    .execute()
}
