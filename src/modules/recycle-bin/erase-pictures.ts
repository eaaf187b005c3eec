import { sql } from 'kysely'
import { discountPictures } from '#accounts/pictures/stored-pictures.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { logoPathOf, shownLogoPath } from '#modules/tenants/tenants.logo.ts'

/**
 * Pictures of ours, as they are made; any other address is somebody else's. A tenant can be given any address as its logo, also that
 * of a stranger's avatar: of each kind only its own are deleted.
 */
const paths = {
  avatar: /^\/files\/(avatars\/[0-9a-f]{40}\.(?:png|jpg|webp))$/,
  logo: /^\/files\/(logos\/[0-9a-f]{40}\.(?:png|jpg|webp|svg))$/,
}

/**
 * Deletes the picture behind the address of an avatar, or of the logo of a tenant that goes; nothing for an address that is none of ours.
 * Throws when the store is away: whoever asks comes again.
 */
export async function deletePicture(ctx: PublicContext, kind: keyof typeof paths, url: string | null): Promise<void> {
  const [, key] = (url === null ? null : paths[kind].exec(url)) ?? []
  if (key === undefined) return
  await ctx.service.objects.delete(key)
  await discountPictures({ db: ctx.service.database.kysely }, [key])
}

/**
 * The paths of uploaded logos among these addresses that no tenant shows but the ones that go: the address of a logo can be given to
 * any tenant.
 */
// unscoped: a job; a picture stays as long as any tenant at all shows it
export async function unsharedLogos(ctx: PublicContext, urls: readonly string[], goingIds: readonly string[]): Promise<string[]> {
  const paths = new Set(urls.flatMap((url) => logoPathOf(url) ?? []))
  if (paths.size === 0) return []
  const { rows } = await sql<{ path: string }>`
    select path from unnest(${[...paths]}::text[]) as u (path)
    where not exists (select from tenants t where ${shownLogoPath('t.logo_url')} = path and t.id <> all(${goingIds}::uuid[]))
      and not exists (select from tenant_settings s where ${shownLogoPath('s.logo_url')} = path and s.tenant_id <> all(${goingIds}::uuid[]))
      and not exists (select from tenant_settings s where ${shownLogoPath('s.favicon_url')} = path and s.tenant_id <> all(${goingIds}::uuid[]))`.execute(
    ctx.db,
  )
  return rows.map(({ path }) => path)
}
