import { sql } from 'kysely'
import { countPicture, discountPictures, type NewPicture } from '#accounts/pictures/stored-pictures.ts'
import type { Context } from '#db/rows/context.ts'

/** Where logos are found: the path is public, and long and random enough to be unguessable (160 bits). */
export const logoPath = '/files/logos/'
export const logoKeys = 'logos/'

const name = /^[0-9a-f]{40}\.(?:png|jpg|webp|svg)$/

/** The key of an uploaded logo by its address; null for any other address. */
const keyOf = (url: string | null): string | null =>
  url?.startsWith(logoPath) && name.test(url.slice(logoPath.length)) ? logoKeys + url.slice(logoPath.length) : null

/** That a tenant, deleted or not, shows the picture at this address. */
// unscoped: a picture stays as long as any tenant at all shows it; nothing of that comes out
const isShown = (url: string) => sql<boolean>`(exists (select from tenants where logo_url = ${url})
  or exists (select from tenant_settings where logo_url = ${url}) or exists (select from tenant_settings where favicon_url = ${url}))`

/**
 * Counts an uploaded logo as its tenant's, and the one that it replaces no more, where nobody else shows that. In the transaction that shows it.
 * @throws AppError 409 `quota_exceeded`
 */
export async function countLogo(ctx: Context, logo: NewPicture, former: string | null): Promise<void> {
  const key = keyOf(former)
  const { rows } = key ? await sql<{ isShown: boolean }>`select ${isShown(former!)} as is_shown`.execute(ctx.db) : { rows: [] }
  await countPicture(ctx, logo, key && !rows[0]?.isShown ? [key] : [])
}

/**
 * Deletes the uploaded logo behind an address that a row no longer names; nothing for any other address. One that another tenant shows
 * stays (the address can be given to any tenant, also to take the picture from its owner), a deleted tenant's too: it may come back.
 * To be called after the commit; a store that is away must not make an answer of it that says otherwise.
 */
export async function deleteLogo(ctx: Context, url: string | null): Promise<void> {
  const key = keyOf(url)
  if (key === null) return
  try {
    const { kysely } = ctx.service.database
    const { rows } = await sql<{ isShown: boolean }>`select ${isShown(url!)} as is_shown`.execute(kysely)
    if (rows[0]?.isShown) return
    await discountPictures({ db: kysely }, [key])
    await ctx.service.objects.delete(key)
  } catch {
    // an object too many is no reason to fail: it is swept
  }
}
