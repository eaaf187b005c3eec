import { AppError } from '#core/errors.ts'
import { readDrawing } from './drawing.ts'
import { type Raster, readRaster } from './raster.ts'
import { isSvg } from './svg-mark.ts'

export type Logo = Pick<Raster, 'body'> & { contentType: Raster['contentType'] | 'image/svg+xml'; extension: Raster['extension'] | 'svg' }

/** Pixels; the largest side that is kept of a picture made of pixels. */
const keptSide = 1024

/**
 * Makes a logo of uploaded bytes: JPEG, PNG or WebP drawn anew inside 1024×1024, SVG cleaned. Throws what `readRaster` and `readDrawing`
 * do, 415 for bytes that are none of these.
 */
export async function readLogo(bytes: Buffer, holder: string): Promise<Logo> {
  if (isSvg(bytes)) return { body: (await readDrawing(bytes, holder)).body, contentType: 'image/svg+xml', extension: 'svg' }
  if (bytes.length === 0) throw new AppError(415, 'unsupported_media_type')
  return await readRaster(bytes, { holder, side: keptSide })
}
