import { type RawBuilder, sql } from 'kysely'
import { countPicture, discountPictures, type NewPicture } from '#accounts/pictures/stored-pictures.ts'
import type { Context } from '#db/rows/context.ts'

/** Where logos are found: the path is public, and long and random enough to be unguessable (160 bits). */
export const logoPath = '/files/logos/'
export const logoKeys = 'logos/'

/**
 * A path with our name in it, behind any host: the address of the service may have been another one before, and a tenant's own domain
 * shows the same. No other picture has such a name. Read by JavaScript and by PostgreSQL.
 */
const pattern = `${logoPath}[0-9a-f]{40}[.](?:png|jpg|webp|svg)`
const path = new RegExp(pattern)

/** The path of the uploaded logo that an address leads to, whether it is the path alone or a whole address; null for any other address. */
export const logoPathOf = (url: string | null): string | null => (url === null ? null : (path.exec(url)?.[0] ?? null))

/** The path of the uploaded logo that a column leads to, as its index has it (migration 0057). */
export const shownLogoPath = (column: string): RawBuilder<string | null> => sql`substring(${sql.ref(column)} from ${sql.lit(pattern)})`

const keyOf = (path: string): string => logoKeys + path.slice(logoPath.length)

/** That a tenant, deleted or not, shows the uploaded logo at this path. */
// unscoped: a picture stays as long as any tenant at all shows it; nothing of that comes out
const isShown = (path: string) => sql<boolean>`(exists (select from tenants where ${shownLogoPath('logo_url')} = ${path})
  or exists (select from tenant_settings where ${shownLogoPath('logo_url')} = ${path})
  or exists (select from tenant_settings where ${shownLogoPath('favicon_url')} = ${path}))`

/**
 * Counts an uploaded logo as its tenant's, and the one that it replaces no more, where nobody else shows that. In the transaction that shows it.
 * @throws AppError 409 `quota_exceeded`
 */
export async function countLogo(ctx: Context, logo: NewPicture, former: string | null): Promise<void> {
  const path = logoPathOf(former)
  const { rows } = path ? await sql<{ isShown: boolean }>`select ${isShown(path)} as is_shown`.execute(ctx.db) : { rows: [] }
  await countPicture(ctx, logo, path && !rows[0]?.isShown ? [keyOf(path)] : [])
}

/**
 * Deletes the uploaded logo behind an address that a row no longer names; nothing for any other address. One that another tenant shows
 * stays (the address can be given to any tenant, also to take the picture from its owner), a deleted tenant's too: it may come back.
 * To be called after the commit; a store that is away must not make an answer of it that says otherwise.
 */
export async function deleteLogo(ctx: Context, url: string | null): Promise<void> {
  const path = logoPathOf(url)
  if (path === null) return
  try {
    const { kysely } = ctx.service.database
    const { rows } = await sql<{ isShown: boolean }>`select ${isShown(path)} as is_shown`.execute(kysely)
    if (rows[0]?.isShown) return
    await discountPictures({ db: kysely }, [keyOf(path)])
    await ctx.service.objects.delete(keyOf(path))
  } catch {
    // an object too many is no reason to fail: it is swept
  }
}
