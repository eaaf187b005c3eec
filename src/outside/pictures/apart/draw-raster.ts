import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { AppError, invalid } from '#core/errors.ts'
import { loadSharp, type SharpModule } from './sharp.ts'
import type { PictureMade, RasterHeader, RasterRules } from './work.ts'

type Drawn = PictureMade['raster'] & { body: Uint8Array }

/** Pixels: the largest side an upload may have. */
const maxSide = 4096
/** Bytes that a decoder or a turn may hold of a picture at once; most are read and written row by row. */
const mostHeld = 3 * maxSide * maxSide
/** Pixels of a frame of WebP, the most that is kept: its encoder takes twenty bytes for each, and forty of what shines through. Stickers have 512 on a side. */
const mostWebpPixels = { opaque: 4_000_000, alpha: 1_200_000, animatedAlpha: 300_000 }
/** Of an animation only one frame is kept, but the decoder walks through all of them. */
const maxFrames = 1000

/** Better tables of codes would make it a twentieth smaller; for them the encoder would hold all of the picture. */
const asJpeg = { quality: 85, optimiseCoding: false }
const formats = {
  jpg: { extension: 'jpg', encode: (image: Sharp) => image.jpeg(asJpeg) },
  png: { extension: 'png', encode: (image: Sharp) => image.png() },
  apng: { extension: 'png', encode: (image: Sharp) => image.png() },
  webp: { extension: 'webp', encode: (image: Sharp) => image.webp({ quality: 85 }) },
  gif: { extension: 'gif', encode: (image: Sharp) => image.gif() },
} as const

/**
 * What a picture is, by its bytes; no pixel is decoded for it.
 * Throws 415 `unsupported_media_type`, and 400 for field `file` with `image_too_large` or `image_invalid` (`readRaster`).
 */
export async function headerOf(bytes: Uint8Array, isAnimated: boolean): Promise<RasterHeader> {
  const format = await detectFormat(bytes, isAnimated)
  // The library's own limit is off here, else a flood would be told as a broken image.
  const header = await open(await loadSharp(), bytes, false)
    .metadata()
    .catch(() => null)
  if (!header || (header.pages ?? 1) > maxFrames) throw invalid('file', 'image_invalid')
  if (header.width > maxSide || header.height > maxSide) throw invalid('file', 'image_too_large', { maximum: maxSide })
  const frames = header.pages ?? 1
  if (isAnimated && frames * header.width * header.height > maxSide * maxSide)
    throw invalid('file', 'image_too_large', { maximum: maxSide })
  const side = heldSide(header)
  if (side * side < header.width * header.height) throw invalid('file', 'image_too_large', { maximum: side })
  return { format, frames, width: header.width, height: header.height, hasAlpha: header.hasAlpha }
}

/**
 * Pixels: the side of the largest square like this picture that is held within bounds. A decoder holds all of what comes in several scans (of JPEG
 * its coefficients, two bytes each), and whoever turns a picture all of its pixels.
 */
function heldSide({ format, isProgressive = false, orientation = 1, channels = 4, depth, chromaSubsampling }: Metadata): number {
  const pixel = channels * (depth === 'uchar' ? 1 : 2)
  const coefficients = chromaSubsampling === '4:2:0' ? channels : 2 * channels
  const scans = isProgressive ? (format === 'jpeg' ? coefficients : pixel) : 0
  const turned = orientation > 2 ? pixel : 0
  return Math.floor(Math.sqrt(mostHeld / Math.max(1, scans + turned)))
}

async function detectFormat(bytes: Uint8Array, takesGif: boolean): Promise<RasterHeader['format']> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.ext ?? ''
  if (!Object.hasOwn(formats, type) || (type === 'gif' && !takesGif)) throw new AppError(415, 'unsupported_media_type')
  return type as RasterHeader['format']
}

/** Decodes a picture and writes it anew. @param header what `headerOf` said of it. Throws 400 for field `file` with `image_invalid`. */
export async function drawRaster(bytes: Uint8Array, header: RasterHeader, rules: RasterRules): Promise<Drawn> {
  const { frames, width, height } = header
  const format = formats[header.format]
  const kind = !header.hasAlpha ? 'opaque' : rules.isAnimated && frames > 1 ? 'animatedAlpha' : 'alpha'
  const most = format === formats.webp ? mostWebpPixels[kind] : maxSide * maxSide
  const side = Math.min(rules.side, Math.floor(Math.max(width, height) * Math.min(1, Math.sqrt(most / (width * height)))))
  const pages = rules.isAnimated && frames > 1 ? -1 : 1
  const upright = open(await loadSharp(), bytes, maxSide * maxSide, pages)
  const image = (pages === 1 ? upright.autoOrient() : upright)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: rules.seconds })
  try {
    const { data, info } = await format.encode(image).toBuffer({ resolveWithObject: true })
    return {
      body: data,
      extension: format.extension,
      width: info.width,
      height: info.pageHeight ?? info.height,
    }
  } catch {
    throw invalid('file', 'image_invalid')
  }
}

const open = (sharp: SharpModule, bytes: Uint8Array, limitInputPixels: SharpOptions['limitInputPixels'] & (number | boolean), pages = 1) =>
  sharp(bytes, { failOn: 'error', limitInputPixels, pages, sequentialRead: true })
