import { sql } from 'kysely'
import { unauthenticated, validationFailed } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { entityTypeOf, fullName } from '#events/people.ts'

/** Bytes of all that one account keeps, as JSON. */
const mostBytes = 16 * 1024

/** What people chose for themselves, by name; the language stands with the account, because mails need it. */
interface Chosen {
  readonly theme?: 'light' | 'dark' | 'system'
  readonly density?: 'comfortable' | 'compact'
  readonly numerals?: 'latin' | 'arabic'
  readonly timeZone?: string
  readonly shortcuts?: boolean
  readonly pinnedTenants?: string[]
  readonly views?: { screen: string; name: string; query: string }[]
  readonly columns?: Record<string, string[]>
}
type Language = 'en' | 'ar'

/** All of them, null or empty where nothing was chosen. */
export type OwnPreferences = ReturnType<typeof whole>
/** By name; null takes a choice back, what is absent stays. */
export type PreferencesChange = { readonly [N in keyof Chosen | 'language']?: OwnPreferences[N] | null | undefined }

function whole(language: Language | null, chosen: Chosen) {
  const { theme = null, density = null, numerals = null, timeZone = null, shortcuts = null } = chosen
  const { pinnedTenants = [], views = [], columns = {} } = chosen
  return { language, theme, density, numerals, timeZone, shortcuts, pinnedTenants, views, columns }
}

/** The caller's own, in one read. @throws AppError 401 when the account was deleted just now */
export async function ownPreferences(ctx: Context): Promise<OwnPreferences> {
  // unscoped: the caller's own
  const { rows } = await sql<{ language: Language | null; chosen: Chosen | null }>`
    select a.language, p.preferences as chosen from accounts a left join account_preferences p on p.account_id = a.id
    where a.id = ${ctx.actor.id} and a.deleted_at is null`.execute(ctx.db.withoutPlugins())
  const [row] = rows
  if (!row) throw unauthenticated('session_revoked', true)
  return whole(row.language, row.chosen ?? {})
}

/**
 * Puts what is sent in the place of what is kept under the same names. Another language is told as a change of the account; nothing else is.
 * @throws AppError 400 naming the largest of what was sent, where all together would be more than 16 KB
 */
export async function changeOwnPreferences(ctx: Context, { language, ...change }: PreferencesChange): Promise<OwnPreferences> {
  return await transact(ctx, async (ctx) => {
    if (language !== undefined) await changeLanguage(ctx, language)
    await mergeChosen(ctx, change)
    return await ownPreferences(ctx)
  })
}

/** In one statement: whoever changes another name at the same moment loses nothing, on whatever process. */
async function mergeChosen(ctx: Context, change: Omit<PreferencesChange, 'language'>): Promise<void> {
  const sent = Object.entries(change).filter(([, value]) => value !== undefined)
  if (sent.length === 0) return
  const given = sent.filter(([, value]) => value !== null)
  const dropped = sent.flatMap(([name, value]) => (value === null ? [name] : []))
  // unscoped: the caller's own
  const { rows } = await sql`
    insert into account_preferences as kept (account_id, preferences)
    select ${ctx.actor.id}::uuid, sent from (select ${JSON.stringify(Object.fromEntries(given))}::jsonb as sent) given
    where octet_length(sent::text) <= ${mostBytes}::integer
    on conflict (account_id) do update
      set preferences = (kept.preferences || excluded.preferences) - ${dropped}::text[]
      where octet_length(((kept.preferences || excluded.preferences) - ${dropped}::text[])::text) <= ${mostBytes}::integer
    returning account_id`.execute(ctx.db)
  if (rows.length > 0) return
  const [largest] = given.toSorted(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)
  throw validationFailed([{ field: largest?.[0] ?? '', code: 'too_long', params: { maximum: mostBytes } }])
}

/** The account is locked already, as that of every caller who writes (`rights/standing.ts`). */
// unscoped: the caller's own account
async function changeLanguage(ctx: Context, language: Language | null): Promise<void> {
  const before = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'tenantId', 'language', 'firstName', 'lastName', 'username'])
    .where('id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow()
  const changes = changesBetween<Record<string, unknown>>({ language: before.language }, { language })
  if (Object.keys(changes).length === 0) return
  await ctx.db.updateTable('accounts').set({ language, updatedAt: ctx.now }).where('id', '=', before.id).execute()
  await emit(ctx, `${ctx.actor.kind}.updated`, {
    tenantId: before.tenantId,
    entityType: entityTypeOf(ctx.actor.kind),
    entityId: before.id,
    personName: fullName(before),
    changes,
  })
}
