import type { FastifyRequest } from 'fastify'
import { AppError, validationFailed } from '#core/errors.ts'
import type { Upload, UploadedFile } from './route.ts'

/**
 * The one file of a multipart request (RFC 7578), in the field `file`. Throws 415 for another content type, 413 while streaming
 * once it passes the limit, 400 for a missing file, a second one, or a body that breaks off.
 */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<UploadedFile> {
  if (!request.isMultipart()) throw new AppError(415, 'unsupported_media_type')
  let found: UploadedFile | null = null
  try {
    for await (const part of request.parts({
      limits: { fileSize: upload.maxBytes, files: 2, fields: 5, parts: 7, fieldSize: 1024, fieldNameSize: 100, headerPairs: 50 },
    })) {
      if (part.type !== 'file' || part.fieldname !== 'file')
        throw validationFailed([{ field: part.fieldname.slice(0, 60), code: 'unknown_property' }])
      if (found) throw validationFailed([{ field: 'file', code: 'not_allowed_value' }])
      found = { bytes: await part.toBuffer(), fileName: part.filename.slice(0, 255) }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError(413, 'payload_too_large')
    throw validationFailed([{ field: 'file', code: 'format' }])
  }
  if (!found) throw validationFailed([{ field: 'file', code: 'required' }])
  return found
}
