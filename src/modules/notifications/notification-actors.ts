import { type Kysely, sql } from 'kysely'
import { isMarked } from '#accounts/erased-people.ts'
import type { Actor } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'

/** Who did what a notification tells of, as its reader may know. */
export interface NamedActor {
  readonly id: string
  readonly name: string | null
}

type Reader = Pick<Actor, 'id' | 'kind' | 'tenantId' | 'permissions'>

interface Asked {
  readonly reader: Reader
  readonly actorId: string | null
}

/** Only to admins who may see admins at all; what oneself did needs no name. Users are told of nobody. */
const mayAsk = ({ reader, actorId }: Asked) =>
  actorId !== null && actorId !== reader.id && reader.kind === 'admin' && reader.permissions.has('admins.view')

/**
 * Names who did something, each for the reader beside it: null for whoever is out of the reader's scope, and a null name for one who is
 * erased or has none. One statement for all.
 */
// unscoped: adds the scope of each reader itself
export async function nameActors(db: Kysely<Tables>, asked: readonly Asked[]): Promise<(NamedActor | null)[]> {
  const open = asked.filter(mayAsk)
  const keyOf = ({ reader, actorId }: Asked) => `${reader.tenantId} ${actorId}`
  const pairs = [...new Map(open.map((each) => [keyOf(each), each])).values()]
  if (pairs.length === 0) return asked.map(() => null)
  const { rows } = await sql<NamedActor & { readerTenant: string | null }>`
    select p.tenant_id as reader_tenant, a.id,
      case when not ${isMarked('a')} then nullif(trim(a.first_name || ' ' || a.last_name), '') end as name
    from unnest(${pairs.map(({ reader }) => reader.tenantId)}::uuid[], ${pairs.map(({ actorId }) => actorId)}::uuid[]) as p (tenant_id, actor_id)
      join accounts a on a.id = p.actor_id
    where a.kind = 'admin' and (p.tenant_id is null or exists (
      select from tenant_closure c where c.ancestor_id = p.tenant_id and c.descendant_id = a.tenant_id))`.execute(db)
  const named = new Map(rows.map(({ readerTenant, id, name }) => [`${readerTenant} ${id}`, { id, name }]))
  return asked.map((each) => (mayAsk(each) ? (named.get(keyOf(each)) ?? null) : null))
}
