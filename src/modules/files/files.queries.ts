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
    url: row.isPublic ? publicPath + nameOfKey(key) : `/api/v1/files/${row.id}`,
    uploadedBy: uploadedBy !== null && known.has(uploadedBy) ? uploadedBy : null,
    uploadedByName: known.get(uploadedBy ?? '') ?? null,
  }))
}
