import { type RawBuilder, sql } from 'kysely'
import type { PublicContext } from './context.ts'

type Ids = RawBuilder<string[]>

/** Arrays of ids. */
export interface Places {
  /** Shared, with all that stand above them. */
  readonly tenants: Ids
  /** Those above them shared, they themselves alone. */
  readonly changedTenants?: Ids
  /** Accounts, roles and groups. */
  readonly shared?: Ids
  readonly changed?: Ids
}

const none = sql<string[]>`'{}'`

/**
 * A part of `select` that stands in line before rows are locked (docs/decisions/0020-a-line-before-the-locks.md): with others for what is
 * shared, alone for what is changed. PostgreSQL's locks of rows let new sharers pass whoever waits to change, for as long as they come; its
 * advisory locks serve in order. It must come before the transaction locks any row; after that it does nothing. What this statement reads is
 * from before the wait.
 */
export const standInLine = ({ tenants, changedTenants = none, shared = none, changed = none }: Places): RawBuilder<unknown> =>
  sql`stand_in_line(${tenants}, ${changedTenants}, ${shared}, ${changed})::text`

/** The embedded database has one connection: nobody ever waits there. */
export const hasLine = (ctx: PublicContext): boolean => ctx.service.database.kind === 'postgres'
