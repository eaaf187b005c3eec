import { sql } from 'kysely'
import type { z } from 'zod'
import { peopleInScope } from '#accounts/people-in-scope.ts'
import { notFound } from '#core/errors.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import type { StoredFile } from './files.schema.ts'

const columns = [
  'files.id',
  'files.tenantId',
  'files.key',
  'files.fileName',
  'files.contentType',
  'files.bytes',
  'files.width',
  'files.height',
  'files.checksum',
  'files.isPublic',
  'files.uploadedBy',
  'files.createdAt',
] as const

export type FileRow = Awaited<ReturnType<typeof getFile>>

/**
 * A file of the caller's tenant or one below it.
 * @throws AppError 404 unknown, foreign, or of a tenant that is deleted
 */
export async function getFile(ctx: Context, id: string) {
  const row = await select(ctx, 'files').select(columns).where('files.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The files of these ids that are in the caller's scope, in any order. */
export const loadFiles = async (ctx: Context, ids: readonly string[]): Promise<z.input<typeof StoredFile>[]> =>
  await shownFiles(ctx, await select(ctx, 'files').select(columns).where(sql<boolean>`files.id = any(${ids}::uuid[])`).execute())

/** Where public files are found: at a name that is long and random enough to be unguessable (160 bits). */
export const publicPath = '/files/public/'
export const fileKeys = 'files/'

/** The key of the object of a public file, by the name at the end of its address; null for what is none. */
export const keyOfName = (name: string): string | null => (/^[0-9a-f]{40}$/.test(name) ? keyOf(name) : null)

/** In 256 folders, so that no disk has all names in one. */
export const keyOf = (name: string): string => `${fileKeys}${name.slice(0, 2)}/${name.slice(2)}`

const nameOfKey = (key: string): string => key.slice(fileKeys.length).replace('/', '')

export const publicAddressOf = ({ key }: Pick<FileRow, 'key'>): string => publicPath + nameOfKey(key)

/**
 * Whether a tenant in the caller's scope shows the picture at this address, as it stands or with that of the service before it. One that the
 * caller can't see must not keep them from deleting what is theirs, nor be told of by that.
 */
// unscoped: inside, of tenants that are in scope
export async function isShownInScope(ctx: Context, address: string): Promise<boolean> {
  const addresses = [address, ctx.service.options.publicUrl + address]
  const showing = sql<boolean>`tenants.id in (select id from tenants where logo_url = any(${addresses}::text[])
    union all select tenant_id from tenant_settings where logo_url = any(${addresses}::text[])
    union all select tenant_id from tenant_settings where favicon_url = any(${addresses}::text[]))`
  return (await select(ctx, 'tenants').select('tenants.id').where(showing).limit(1).executeTakeFirst()) !== undefined
}

/** As they are shown: two statements beside their own, however many they are. Whoever stands out of scope is not named. */
export async function shownFiles(ctx: Context, rows: readonly FileRow[]): Promise<z.input<typeof StoredFile>[]> {
  const nameOf = await tenantNames(
    ctx,
    rows.map(({ tenantId }) => tenantId),
  )
  const known = await peopleInScope(
    ctx,
    rows.map(({ uploadedBy }) => uploadedBy),
  )
  return rows.map(({ bytes, key, uploadedBy, ...row }) => ({
    ...row,
    tenantName: nameOf(row.tenantId),
    size: bytes,
    url: row.isPublic ? publicAddressOf({ key }) : `/api/v1/files/${row.id}`,
    uploadedBy: uploadedBy !== null && known.has(uploadedBy) ? uploadedBy : null,
    uploadedByName: known.get(uploadedBy ?? '') ?? null,
  }))
}
