import { type RawBuilder, sql } from 'kysely'
import { uuidOf } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'

const bytesOfId = 16

/** Ids in a fixed order, kept as bytes: a million of them are 16 MB, and a tenth of what as many strings need. */
export class IdSet {
  readonly #pieces: readonly Buffer[]
  readonly size: number

  /** @param pieces of whole ids, 16 bytes each */
  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces
    this.size = pieces.reduce((sum, { length }) => sum + length / bytesOfId, 0)
  }

  /** All of them in their order, so many at a time: only these are ever text. */
  *batches(most: number): Generator<string[]> {
    let batch: string[] = []
    for (const piece of this.#pieces) {
      for (let at = 0; at < piece.length; at += bytesOfId) {
        batch.push(uuidOf(piece.subarray(at, at + bytesOfId)))
        if (batch.length < most) continue
        yield batch
        batch = []
      }
    }
    if (batch.length > 0) yield batch
  }
}

interface Source {
  readonly table: string
  /** The column of the tenant that a row belongs to. */
  readonly tenant: string
  readonly where: RawBuilder<unknown>
}

/**
 * The ids of all rows that `where` holds of at this moment, those of one tenant together: who works through them in batches touches
 * few tenants at a time. One statement, so nothing is missed or found twice; the answer comes in pieces, so the process goes on.
 * In a transaction only: the shared connection of reads must not wait for so many rows.
 */
export async function readIdSet(ctx: Context, { table, tenant, where }: Source): Promise<IdSet> {
  if (!ctx.inTransaction) throw new Error('a set of ids is read in a transaction')
  const id = sql.ref(`${table}.id`)
  const { rows } = await sql<{ ids: Buffer }>`
    select string_agg(uuid_send(id), ''::bytea order by n) as ids
    from (select ${id} as id, row_number() over (order by ${sql.ref(tenant)}, ${id}) as n from ${sql.table(table)} where ${where}) found
    group by n / 5000 order by n / 5000`.execute(ctx.db)
  return new IdSet(rows.map(({ ids }) => Buffer.from(ids)))
}
