import { AppError } from '#core/errors.ts'
import { lookOf } from '#outside/storage/file-kinds.ts'
import type { PictureMade, RasterRules } from './apart/work.ts'
import { apart } from './picture-process.ts'
import { inTurn, pictureTurns } from './picture-turns.ts'

const contentTypes = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' } as const

/** A picture made of pixels, as it is kept. */
export type Raster = PictureMade['raster'] & { body: Buffer; contentType: (typeof contentTypes)[keyof typeof contentTypes] }

/** Pixels of all frames that are decoded above which a picture is a large one (`inTurn`): a screen has two million. */
const largePixels = 2 * 1024 * 1024

/** Whose picture it is, and how it is kept. */
type Rules = Partial<RasterRules> & {
  /** Who sends it: pictures of one are made one after the other (`pictureTurns`). */
  readonly holder: string
  readonly side: RasterRules['side']
}

/**
 * Makes a picture of uploaded bytes: JPEG, PNG or WebP by what the bytes are (names and declared types count for nothing), decoded
 * and written anew inside a square, upright, its first frame only unless all are kept. Nothing of the upload but its pixels may get
 * through: no metadata (it holds where a photo was taken), no second file hidden behind the first. Throws 415
 * `unsupported_media_type`, and 400 for field `file` with `image_too_large` (more than 4096 pixels on a side, or more than
 * may be held of its kind at once; seen in the header, before anything is decoded) or `image_invalid` (broken, or an animation of more than 1000 frames); and what `apart` throws.
 */
export async function readRaster(bytes: Buffer, { holder, side, isAnimated = false, seconds = 10 }: Rules): Promise<Raster> {
  if (lookOf(bytes, () => false) !== 'raster') throw new AppError(415, 'unsupported_media_type')
  const { made: header } = await pictureTurns.pass(holder, () => apart(holder, bytes, { ask: 'header', isAnimated }))
  const isLarge = (isAnimated ? header.frames : 1) * header.width * header.height > largePixels
  const rules = { side, isAnimated, seconds }
  const { made, body } = await inTurn(holder, isLarge, () => apart(holder, bytes, { ask: 'raster', header, rules }, isLarge))
  return { ...made, body, contentType: contentTypes[made.extension] }
}
