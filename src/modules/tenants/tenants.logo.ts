import { sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'

/** Where logos are found: the path is public, and long and random enough to be unguessable (160 bits). */
export const logoPath = '/files/logos/'
export const logoKeys = 'logos/'

const name = /^[0-9a-f]{40}\.(?:png|jpg|webp|svg)$/

/**
 * Deletes the uploaded logo behind an address that a row no longer names; nothing for any other address. One that another tenant shows
 * stays (the address can be given to any tenant, also to take the picture from its owner), a deleted tenant's too: it may come back.
 * To be called after the commit; a store that is away must not make an answer of it that says otherwise.
 */
// unscoped: a picture stays as long as any tenant at all shows it; nothing of that comes out
export async function deleteLogo(ctx: Context, url: string | null): Promise<void> {
  if (!url?.startsWith(logoPath) || !name.test(url.slice(logoPath.length))) return
  try {
    const { rows } = await sql<{ isShown: boolean }>`
      select exists (select from tenants where logo_url = ${url})
        or exists (select from tenant_settings where ${url} in (logo_url, favicon_url)) as is_shown`.execute(ctx.service.database.kysely)
    if (!rows[0]?.isShown) await ctx.service.objects.delete(logoKeys + url.slice(logoPath.length))
  } catch {
    // an object too many is no reason to fail
  }
}
