/** What is kept of uploaded files, by the end of a name that fits. */
export const fileTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type FileKind = keyof typeof fileTypes

/** Pictures made of pixels: a browser that shows one runs nothing. */
export const rasterKinds: ReadonlySet<FileKind> = new Set(['jpg', 'png', 'gif', 'webp'])

/** The kind that a content type of ours says. */
export const kindOfType = (contentType: string): FileKind | null =>
  (Object.keys(fileTypes) as FileKind[]).find((kind) => fileTypes[kind] === contentType) ?? null

/** What the first bytes of a file say it may be; only the whole of it says that it is. */
export type Look = 'raster' | 'svg' | 'pdf' | 'zip' | 'compound' | 'text'

const signatures: readonly (readonly [Look, string, number?])[] = [
  ['raster', '\xff\xd8\xff'],
  ['raster', '\x89PNG\r\n\x1a\n'],
  ['raster', 'GIF87a'],
  ['raster', 'GIF89a'],
  ['raster', 'WEBP', 8],
  ['pdf', '%PDF-'],
  ['zip', 'PK\x03\x04'],
  ['compound', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
]

/** By its signature, whatever its name says; what has none may be text. */
export function lookOf(head: Buffer, isSvg: (head: Buffer) => boolean): Look {
  const found = signatures.find(([, signature, at = 0]) => head.toString('latin1', at, at + signature.length) === signature)
  return found?.[0] ?? (isSvg(head) ? 'svg' : 'text')
}
