import { Busboy } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, validationFailed } from '#core/errors.ts'
import type { Upload, UploadedFile } from '#http/route.ts'

/** One file and a few small fields. */
export const mostParts = 7
export const multipartLimits = { files: 2, fields: 5, parts: mostParts, fieldSize: 1024, fieldNameSize: 100, headerPairs: 50 }

/** Bytes that may stand around a file: delimiters, heads, fields. */
export const roomBeside = 64 * 1024

/** Reads the bodies of uploads whole, within the limit of their route; `readUpload` takes them apart. */
export function readMultipartBodies(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/**
 * The one file of a multipart request (RFC 7578), in the field `file`. Throws 415 for another content type, 413 for a file past its
 * limit, 400 for a missing file, a second one, or a body that breaks off.
 */
export async function readUpload({ body, headers }: FastifyRequest, { maxBytes }: Upload): Promise<UploadedFile> {
  if (!Buffer.isBuffer(body)) throw new AppError(415, 'unsupported_media_type')
  const boundary = boundaryOf(headers['content-type']!)
  // the parser goes on after its limit of parts, and each costs more than its bytes
  if (boundary === null || countParts(body, boundary) > mostParts) throw unreadable()
  return await onlyFile(body, boundary, maxBytes)
}

/** 400 for a form that can't be taken apart. */
export const unreadable = () => validationFailed([{ field: 'file', code: 'format' }])

/** Of visible ASCII, in quotes or without (RFC 2046, section 5.1.1); no quote or backslash, which readers take differently. Null for none. */
export function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary=(?:"([ -!#-[\]-~]{1,70})"|([!#-:<-[\]-~]{1,70}))\s*(?:;|$)/i.exec(contentType)
  return found?.[1] ?? found?.[2] ?? null
}

/** 400 for a part of another name, or of none at all: the parser, whose types know none such, hands that on as it comes. */
export const unknownPart = (name: string | null | undefined) =>
  validationFailed([{ field: (name ?? '').slice(0, 60), code: 'unknown_property' }])

/** How often the delimiter stands in a body, counted no further than matters. */
function countParts(body: Buffer, boundary: string): number {
  const delimiter = `--${boundary}`
  let parts = 0
  for (let at = body.indexOf(delimiter); at >= 0 && parts <= mostParts + 1; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at === 0 || body[at - 1] === 0x0a) parts++
  }
  // the last one closes the body
  return parts - 1
}

function onlyFile(body: Buffer, boundary: string, maxBytes: number): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>()
  let found: UploadedFile | null = null
  // what was counted, whatever else the client's header says: it must not be taken apart by another delimiter
  const contentType = `multipart/form-data; boundary="${boundary}"`
  const parser = new Busboy({ headers: { 'content-type': contentType }, limits: { ...multipartLimits, fileSize: maxBytes } })
  const refuseField = (name: string) => reject(unknownPart(name))
  parser.on('field', refuseField)
  parser.on('file', (name, stream, fileName) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('limit', () => reject(new AppError(413, 'payload_too_large')))
    stream.on('error', () => reject(unreadable()))
    stream.on('end', () => {
      if (found) reject(validationFailed([{ field: 'file', code: 'not_allowed_value' }]))
      found = { bytes: Buffer.concat(chunks), fileName: (fileName ?? '').slice(0, 255) }
    })
    if (name !== 'file') refuseField(name)
  })
  parser.on('error', () => reject(unreadable()))
  parser.on('finish', () => (found ? resolve(found) : reject(validationFailed([{ field: 'file', code: 'required' }]))))
  parser.end(body)
  return promise
}
