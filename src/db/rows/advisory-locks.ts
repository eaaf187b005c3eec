import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** What has no row to lock, each under a number of its own: every two-part advisory lock of the service stands here. */
const numbers = {
  defaultRole: 7_364,
  menu: 7_366,
  platformWebhooks: 7_203_119,
  mailbox: 7_203_121,
  platformTemplates: 7_203_122,
  serviceSettings: 7_203_123,
} as const

/**
 * Keeps others from the same lock until the transaction ends; before any row is locked, unless the caller says why not. What the next
 * statement reads holds then.
 * @param key what of it: two keys that share a hash wait for each other, and no more comes of it
 */
export async function lockByName(db: Kysely<Tables>, name: keyof typeof numbers, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(numbers[name])}, hashtext(${key}))`.execute(db)
}
