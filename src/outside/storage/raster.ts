import type { Sharp, SharpOptions } from 'sharp'
import { AppError, invalid } from '#core/errors.ts'
import { inTurn, pictureTurns } from './picture-turns.ts'

/** A picture made of pixels, as it is kept. */
export interface Raster {
  body: Buffer
  contentType: 'image/webp' | 'image/png' | 'image/jpeg' | 'image/gif'
  /** Without a dot. */
  extension: 'webp' | 'png' | 'jpg' | 'gif'
  width: number
  height: number
}

/** Pixels: the largest side an upload may have. */
const maxSide = 4096
/** Pixels of all frames that are decoded above which a picture is a large one (`inTurn`): a screen has two million. */
const largePixels = 2 * 1024 * 1024
/** Pixels of a frame of WebP, the most that is kept: its encoder takes twenty bytes for each, five times those of the others. */
const mostWebpPixels = 6_000_000
/** Of an animation only one frame is kept, but the decoder walks through all of them. */
const maxFrames = 1000

/** How a picture is kept. */
export interface RasterRules {
  /** Who sends it: pictures of one are made one after the other (`pictureTurns`). */
  readonly holder: string
  /** Pixels; the side of the square that it is made to fit. */
  readonly side: number
  /** GIF is taken too, and an animation (GIF, WebP) keeps all its frames: together no more pixels than one picture may have. */
  readonly isAnimated?: boolean
  /** Seconds of work, at most. */
  readonly seconds?: number
}

const formats = {
  jpg: { contentType: 'image/jpeg', extension: 'jpg', encode: (image: Sharp) => image.jpeg({ quality: 85 }) },
  png: { contentType: 'image/png', extension: 'png', encode: (image: Sharp) => image.png() },
  apng: { contentType: 'image/png', extension: 'png', encode: (image: Sharp) => image.png() },
  webp: { contentType: 'image/webp', extension: 'webp', encode: (image: Sharp) => image.webp({ quality: 85 }) },
  gif: { contentType: 'image/gif', extension: 'gif', encode: (image: Sharp) => image.gif() },
} as const

/**
 * Makes a picture of uploaded bytes: JPEG, PNG or WebP by what the bytes are (names and declared types count for nothing), decoded
 * and written anew inside a square, upright, its first frame only unless all are kept. Nothing of the upload but its pixels may get
 * through: no metadata (it holds where a photo was taken), no second file hidden behind the first. Throws 415
 * `unsupported_media_type`, and 400 for field `file` with `image_too_large` (more than 4096 pixels on a side, seen in the header
 * before anything is decoded) or `image_invalid` (broken, or an animation of more than 1000 frames).
 */
export async function readRaster(bytes: Buffer, rules: RasterRules): Promise<Raster> {
  const { holder, isAnimated = false } = rules
  const sharp = await loadSharp()
  const format = await detectFormat(bytes, isAnimated)
  const header = await pictureTurns.pass(holder, () => checkHeader(sharp, bytes, isAnimated))
  const isLarge = (isAnimated ? header.frames : 1) * header.width * header.height > largePixels
  return await inTurn(holder, isLarge, () => drawn(sharp, bytes, { format, header, rules }))
}

interface Header {
  readonly frames: number
  readonly width: number
  /** Of one frame. */
  readonly height: number
}

interface Given {
  readonly format: (typeof formats)[keyof typeof formats]
  readonly header: Header
  readonly rules: RasterRules
}

async function drawn(sharp: SharpModule, bytes: Buffer, { format, header, rules }: Given): Promise<Raster> {
  const { isAnimated = false, seconds = 10 } = rules
  const { frames, width, height } = header
  const most = format === formats.webp ? mostWebpPixels : maxSide * maxSide
  const side = Math.min(rules.side, Math.floor(Math.max(width, height) * Math.min(1, Math.sqrt(most / (width * height)))))
  const pages = isAnimated && frames > 1 ? -1 : 1
  const upright = open(sharp, bytes, maxSide * maxSide, pages)
  const image = (pages === 1 ? upright.autoOrient() : upright)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds })
  try {
    const { data, info } = await format.encode(image).toBuffer({ resolveWithObject: true })
    return {
      body: data,
      contentType: format.contentType,
      extension: format.extension,
      width: info.width,
      height: info.pageHeight ?? info.height,
    }
  } catch {
    throw invalid('file', 'image_invalid')
  }
}

async function detectFormat(bytes: Buffer, takesGif: boolean) {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.ext ?? ''
  if (!Object.hasOwn(formats, type) || (type === 'gif' && !takesGif)) throw new AppError(415, 'unsupported_media_type')
  return formats[type as keyof typeof formats]
}

async function checkHeader(sharp: SharpModule, bytes: Buffer, isAnimated: boolean): Promise<Header> {
  // The library's own limit is off here, else a flood would be told as a broken image; no pixel is decoded for the header.
  const header = await open(sharp, bytes, false)
    .metadata()
    .catch(() => null)
  if (!header || (header.pages ?? 1) > maxFrames) throw invalid('file', 'image_invalid')
  if (header.width > maxSide || header.height > maxSide) throw invalid('file', 'image_too_large', { maximum: maxSide })
  const frames = header.pages ?? 1
  if (isAnimated && frames * header.width * header.height > maxSide * maxSide)
    throw invalid('file', 'image_too_large', { maximum: maxSide })
  return { frames, width: header.width, height: header.height }
}

type SharpModule = typeof import('sharp')['default']

const open = (sharp: SharpModule, bytes: Buffer, limitInputPixels: SharpOptions['limitInputPixels'] & (number | boolean), pages = 1) =>
  sharp(bytes, { failOn: 'error', limitInputPixels, pages, sequentialRead: true })

/** Loaded at the first upload, with no cache and one thread: most processes at most times hold no image at all. */
export async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
