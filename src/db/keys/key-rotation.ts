import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import type { Database } from '#db/database.ts'
import { revocationChannel } from '#db/live/revocation-reader.ts'
import { writeRevocations } from '#db/live/revocations.ts'
import type { Tables } from '#db/tables.ts'
import type { KeyPurpose, KeyRing } from './keys.ts'

/** Longer than any process takes to hear of a key: one that could not hear of it for this long answers from no cache anyway. */
const tellingMs = 3000
/** An access token lives an hour at most; twice that is beyond every clock's error. */
const retireAfterMs = 7_200_000
/** Of a key that never signed. */
const abandonAfterMs = daysMs(1)

export interface ListedKey {
  purpose: KeyPurpose
  kid: string
  state: 'signing' | 'verifying'
  createdAt: Date
  /** Null: told to the processes, but it never signed. */
  promotedAt: Date | null
}

/** Every key without its secret, by purpose and newest first. */
export async function listKeys(database: Database): Promise<ListedKey[]> {
  return await database.kysely
    .selectFrom('keys')
    .select(['purpose', 'kid', 'state', 'createdAt', 'promotedAt'])
    .orderBy('purpose')
    .orderBy('createdAt', 'desc')
    .execute()
}

/**
 * Makes a new key of a purpose, tells every process of it, and some seconds later lets it sign: no process ever meets a token or
 * a value under a key it does not know. Old keys stay: access keys until `retireKeys`, those of stored secrets for ever.
 * @param waitMs between telling and signing
 * @returns the id of the new key
 * @throws Error for opaque ids, which would all change
 */
export async function rotateKey(
  database: Database,
  keyring: KeyRing,
  purpose: KeyPurpose,
  now: Date,
  waitMs = tellingMs,
): Promise<{ kid: string }> {
  if (purpose === 'opaque_id') throw new Error('the key of opaque ids never rotates: every id that was ever shown would change')
  const { kid, wrapped } = keyring.createKey(purpose)
  await changeKeys(database, keyring, now, async (db) => {
    await db.insertInto('keys').values({ purpose, kid, wrapped, state: 'verifying', createdAt: now }).execute()
    return 1
  })
  await sleep(waitMs)
  await promoteKey(database, keyring, purpose, kid, now)
  return { kid }
}

async function promoteKey(database: Database, keyring: KeyRing, purpose: KeyPurpose, kid: string, now: Date): Promise<void> {
  await changeKeys(database, keyring, now, async (db) => {
    // two rotations at once: the second waits here, and demotes the key of the first
    await sql`select 1 from keys where purpose = ${purpose} order by kid for update`.execute(db)
    await db.updateTable('keys').set({ state: 'verifying' }).where('purpose', '=', purpose).where('state', '=', 'signing').execute()
    await db.updateTable('keys').set({ state: 'signing', promotedAt: now }).where('purpose', '=', purpose).where('kid', '=', kid).execute()
    return 1
  })
}

/**
 * Deletes the access keys that no living token can be signed with: two hours after a newer one began to sign, or a day after
 * they were made without ever signing. Until then they cost nothing, so it is a command (`keys retire`).
 * @returns how many
 */
export async function retireKeys(database: Database, keyring: KeyRing, now: Date): Promise<number> {
  const outlived = before(now, retireAfterMs)
  const abandoned = before(now, abandonAfterMs)
  const isOutlived = sql<boolean>`promoted_at is not null and exists (
    select from keys newer where newer.purpose = keys.purpose and newer.promoted_at > keys.promoted_at and newer.promoted_at < ${outlived})`
  const isAbandoned = sql<boolean>`promoted_at is null and created_at < ${abandoned}`
  return await changeKeys(database, keyring, now, async (db) => {
    const result = await db
      .deleteFrom('keys')
      .where('purpose', '=', 'access_token')
      .where('state', '=', 'verifying')
      .where((where) => where.or([isOutlived, isAbandoned]))
      .executeTakeFirst()
    return Number(result.numDeletedRows)
  })
}

/** Access keys that sign no more and verify yet: how many, and after when `retireKeys` takes the last of them; null where there is none. */
export async function keysToRetire(database: Database): Promise<{ count: number; after: Date } | null> {
  const keys = (await listKeys(database)).filter(({ purpose }) => purpose === 'access_token')
  const promotions = keys.flatMap(({ promotedAt }) => promotedAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  const times = keys
    .filter(({ state }) => state === 'verifying')
    .map(({ createdAt, promotedAt }) => {
      if (promotedAt === null) return createdAt.getTime() + abandonAfterMs
      return (promotions.find((at) => at > promotedAt) ?? promotedAt).getTime() + retireAfterMs
    })
  return times.length === 0 ? null : { count: times.length, after: new Date(Math.max(...times)) }
}

/** Changes the table, and has every process read it again: this one before the promise resolves. Returns how many rows changed. */
async function changeKeys(
  database: Database,
  keyring: KeyRing,
  now: Date,
  change: (db: Transaction<Tables>) => Promise<number>,
): Promise<number> {
  const changed = await database.transaction(async (db) => {
    const rows = await change(db)
    if (rows > 0) await writeRevocations(db, now, [{ topic: 'keys', subject: null }])
    return rows
  })
  if (changed > 0) {
    await keyring.reload()
    database.notify(revocationChannel)
  }
  return changed
}
