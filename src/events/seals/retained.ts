import { type Kysely, sql } from 'kysely'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { type Chain, chainsAfter, findChain, isBaseProved, lockChain, moveBase } from './chain.ts'

const chainsInPage = 200
const sealsInBatch = 1000

/**
 * Says in the chain of a log that entries below `bound` may be gone. Must be committed before the first of them goes: whoever proves the
 * chain meanwhile would take it for removed by somebody else. It never goes back. A chain whose beginning somebody forged is left as it is.
 */
// unscoped: a job over all tenants
export async function expectRemoval(service: Service, tenantId: string | null, bound: string): Promise<void> {
  const { database, keys } = service
  await sql`insert into audit_chains (tenant_id) values (${tenantId}::uuid) on conflict (tenant_id) do nothing`.execute(database.kysely)
  const found = (await findChain(database.kysely, tenantId))!
  if (found.keptFrom !== null && found.keptFrom >= bound) return
  await database.transaction(async (tx) => {
    const chain = await lockChain(tx, found.id)
    if (chain === null || !isBaseProved(keys, chain)) return
    if (chain.keptFrom === null || chain.keptFrom < bound) await moveBase(tx, keys, chain, { ...chain, keptFrom: bound })
  })
}

/**
 * Removes the oldest seals of each chain, as far as all their entries are gone by retention; the last MAC among them is where the chain is
 * proved from. @returns how many
 */
export async function trimSeals(service: Service, signal: AbortSignal): Promise<number> {
  const { database } = service
  let removed = 0
  for (let chains: Chain[] = [], last = 0; ; last = chains.at(-1)!.id) {
    chains = await chainsAfter(database.kysely, last, chainsInPage)
    for (const { id, keptFrom } of chains) {
      if (keptFrom === null) continue
      for (let n = sealsInBatch; n === sealsInBatch; removed += n) {
        signal.throwIfAborted()
        n = await database.transaction((tx) => trimBatch(tx, service, id))
      }
    }
    if (chains.length < chainsInPage) return removed
  }
}

interface OldSeal {
  readonly sequence: string
  readonly mac: string
  readonly isGone: boolean
}

// unscoped: a job over all tenants
async function trimBatch(tx: Kysely<Tables>, { keys }: Service, id: number): Promise<number> {
  const chain = await lockChain(tx, id)
  if (chain === null || !isBaseProved(keys, chain)) return 0
  const { rows } = await sql<OldSeal>`
    select s.sequence, encode(s.mac, 'hex') as mac, s.event_id < ${chain.keptFrom}::uuid and not exists (select from events e where e.id = s.event_id) as is_gone
    from audit_seals s where s.chain_id = ${id} and s.sequence > ${chain.baseSequence} order by s.sequence limit ${sealsInBatch}`.execute(
    tx,
  )
  // a seal that is missing among them stays missing for whoever proves the chain
  const stays = rows.findIndex(({ sequence, isGone }, at) => !isGone || Number(sequence) !== chain.baseSequence + 1 + at)
  const gone = stays === -1 ? rows.length : stays
  const last = rows[gone - 1]
  if (last === undefined) return 0
  const baseSequence = Number(last.sequence)
  await sql`delete from audit_seals where chain_id = ${id} and sequence <= ${baseSequence}`.execute(tx)
  await moveBase(tx, keys, chain, { ...chain, baseSequence, baseMac: last.mac })
  return gone
}
