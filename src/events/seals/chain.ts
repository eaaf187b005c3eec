import { type Kysely, sql } from 'kysely'
import type { KeyRing } from '#db/keys/keys.ts'
import type { Tables } from '#db/tables.ts'
import { baseProof, type ChainBase, isSameMac } from './mac.ts'

/** Of whose log a chain is, how far it goes, and from where on it is proved. */
export interface Chain extends ChainBase {
  readonly id: number
  readonly tenantId: string | null
  readonly sequence: number
  readonly mac: string
  readonly baseKeyId: string | null
  readonly baseProof: string | null
}

const columns = sql`id, tenant_id, sequence, encode(mac, 'hex') as mac, base_sequence, encode(base_mac, 'hex') as base_mac, kept_from, base_key_id,
  encode(base_proof, 'hex') as base_proof`

interface Row extends Omit<Chain, 'sequence' | 'baseSequence'> {
  readonly sequence: string
  readonly baseSequence: string
}

const chainOf = (row: Row): Chain => ({ ...row, sequence: Number(row.sequence), baseSequence: Number(row.baseSequence) })

/** The chain of a tenant's log (null: the platform's); null while nothing of it is sealed. */
// unscoped: the caller judged whose log it may prove
export async function findChain(db: Kysely<Tables>, tenantId: string | null): Promise<Chain | null> {
  const owner = tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${tenantId}::uuid`
  const { rows } = await sql<Row>`select ${columns} from audit_chains where ${owner}`.execute(db)
  return rows[0] ? chainOf(rows[0]) : null
}

/** So many chains whose ids come after one, in the order of ids. */
// unscoped: jobs and commands over all tenants
export async function chainsAfter(db: Kysely<Tables>, after: number, most: number): Promise<Chain[]> {
  const { rows } = await sql<Row>`select ${columns} from audit_chains where id > ${after} order by id limit ${most}`.execute(db)
  return rows.map(chainOf)
}

/** One chain, locked until the end of the transaction, the last that it locks. */
// unscoped: a job over all tenants
export async function lockChain(db: Kysely<Tables>, id: number): Promise<Chain | null> {
  const { rows } = await sql<Row>`select ${columns} from audit_chains where id = ${id} for update`.execute(db)
  return rows[0] ? chainOf(rows[0]) : null
}

/** Whether it was the service that said where a chain begins. */
export function isBaseProved(keys: KeyRing, chain: Chain): boolean {
  const { baseSequence, keptFrom, baseKeyId, baseProof: proof } = chain
  if (baseSequence === 0 && keptFrom === null) return true
  const key = baseKeyId === null ? undefined : keys.auditKeyOf(baseKeyId)
  return key !== undefined && proof !== null && isSameMac(proof, baseProof(key, baseKeyId!, chain.tenantId, chain))
}

/** Writes where a chain begins from now on, with its proof. */
// unscoped: a job over all tenants
export async function moveBase(db: Kysely<Tables>, keys: KeyRing, chain: Chain, base: ChainBase): Promise<void> {
  const { kid, secret } = keys.auditKey()
  await sql`
    update audit_chains set base_sequence = ${base.baseSequence}, base_mac = decode(${base.baseMac}, 'hex'), kept_from = ${base.keptFrom}::uuid,
      base_key_id = ${kid}, base_proof = decode(${baseProof(secret, kid, chain.tenantId, base)}, 'hex')
    where id = ${chain.id}`.execute(db)
}
