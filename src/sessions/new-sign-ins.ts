import { type Kysely, sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import { deviceOf } from '#core/text/user-agent.ts'
import { isUuid } from '#core/uuid.ts'
import { runHot, uncountedIds } from '#db/rows/hot-query.ts'
import type { Tables } from '#db/tables.ts'
import type { FannedEvent } from '#events/fan-out-target.ts'

/** A device that nobody signed in with for so long is new again. */
const rememberedMs = daysMs(180)

/** A sign-in with something that the account did not sign in with lately. */
export interface NewSignIn {
  readonly event: FannedEvent
  readonly accountId: string
  readonly device: string
}

interface SignIn extends NewSignIn {
  readonly at: Date
}

interface Owner {
  readonly id: string
  readonly firstLoginAt: Date | null
  readonly hasDevices: boolean
}

/**
 * Remembers what these events signed in with, and says which of them are news to the owners: no sign-in of the account within 180 days
 * had that browser and system, or that app, and it is not the account's first. Rows of devices are locked in the order of their key: of
 * two sign-ins at once from the same new device one is news, whichever processes tell of them.
 */
// unscoped: a worker over all tenants; each event goes to the account it is about
export async function newSignIns(tx: Kysely<Tables>, events: readonly FannedEvent[]): Promise<NewSignIn[]> {
  const signIns = events.flatMap((event): SignIn[] => {
    const { type, entityId: accountId, person, createdAt: at } = event
    if (type !== 'auth.login.succeeded' || accountId === null || !isUuid(accountId)) return []
    return [{ event, accountId, device: deviceOf(person?.userAgent), at }]
  })
  if (signIns.length === 0) return []
  const { rows: owners } = await runHot(
    tx,
    sql<Owner>`
    select a.id, v.first_login_at, exists (select from known_devices d where d.account_id = a.id) as has_devices
    from accounts a left join account_activity v on v.account_id = a.id
    where a.id = any(${uncountedIds([...new Set(signIns.map(({ accountId }) => accountId))])}) and a.deleted_at is null
    order by a.id for key share of a`,
  )
  const firstOf = new Map(owners.map(({ id, firstLoginAt }) => [id, firstLoginAt]))
  const told = signIns.filter(({ accountId }) => firstOf.has(accountId))
  const earlier = await earlierSignIns(tx, told, new Set(owners.flatMap(({ id, hasDevices }) => (hasDevices ? [] : [id]))))
  const seen = await lockDevices(tx, [...earlier, ...told])
  for (const each of earlier) seen.set(keyOf(each), Math.max(seen.get(keyOf(each)) ?? 0, each.at.getTime()))
  const news = told.filter((signIn) => {
    const { accountId, device, at } = signIn
    const isFirst = (firstOf.get(accountId)?.getTime() ?? 0) >= at.getTime()
    const last = seen.get(keyOf(signIn)) ?? 0
    seen.set(keyOf({ accountId, device }), Math.max(last, at.getTime()))
    return !isFirst && last < before(at, rememberedMs).getTime()
  })
  await rememberDevices(tx, seen)
  return news
}

type Used = Pick<SignIn, 'accountId' | 'device' | 'at'>
const keyOf = ({ accountId, device }: Pick<Used, 'accountId' | 'device'>) => `${accountId} ${device}`

/** Of accounts without any device: what their sessions were made with. They signed in before devices were remembered. */
// unscoped: a worker over all tenants, by accounts that signed in
async function earlierSignIns(tx: Kysely<Tables>, told: readonly Used[], without: ReadonlySet<string>): Promise<Used[]> {
  const first = new Map<string, Date>()
  for (const { accountId, at } of told) if (without.has(accountId) && !first.has(accountId)) first.set(accountId, at)
  if (first.size === 0) return []
  const { rows } = await sql<{ accountId: string; userAgent: string | null; at: Date }>`
    select s.account_id, s.user_agent, max(s.created_at) as at
    from unnest(${[...first.keys()]}::uuid[], ${[...first.values()]}::timestamptz[]) as f (account_id, at)
      join sessions s on s.account_id = f.account_id and s.created_at < f.at and s.impersonator_id is null
    group by s.account_id, s.user_agent`.execute(tx)
  return rows.map(({ accountId, userAgent, at }) => ({ accountId, device: deviceOf(userAgent), at }))
}

/** @returns when each was last signed in with, in milliseconds; 0 for what is new */
// unscoped: a worker over all tenants, by accounts that signed in
async function lockDevices(tx: Kysely<Tables>, used: readonly Used[]): Promise<Map<string, number>> {
  const rows = [...new Map(used.map((each) => [keyOf(each), each])).values()]
  const { rows: known } = await runHot(
    tx,
    sql<Used>`
    insert into known_devices (account_id, device, last_seen_at)
    select account_id, device, 'epoch' from unnest(
      ${rows.map(({ accountId }) => accountId)}::uuid[], ${rows.map(({ device }) => device)}::text[]) as u (account_id, device)
    order by 1, 2
    on conflict (account_id, device) do update set last_seen_at = known_devices.last_seen_at
    returning account_id, device, last_seen_at as at`,
  )
  return new Map(known.map((row) => [keyOf(row), row.at.getTime()]))
}

// unscoped: a worker over all tenants, by accounts that signed in
async function rememberDevices(tx: Kysely<Tables>, seen: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...seen].map(([key, ms]) => ({ accountId: key.slice(0, 36), device: key.slice(37), at: new Date(ms) }))
  await runHot(
    tx,
    sql`
    update known_devices d set last_seen_at = greatest(d.last_seen_at, u.at)
    from unnest(${rows.map(({ accountId }) => accountId)}::uuid[], ${rows.map(({ device }) => device)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[]) as u (account_id, device, at)
    where d.account_id = u.account_id and d.device = u.device`,
  )
}
