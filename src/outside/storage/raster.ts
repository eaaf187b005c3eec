import type { Sharp, SharpOptions } from 'sharp'
import { AppError, invalid } from '#core/errors.ts'

/** A picture made of pixels, as it is kept. */
export interface Raster {
  body: Buffer
  contentType: 'image/webp' | 'image/png' | 'image/jpeg'
  /** Without a dot. */
  extension: 'webp' | 'png' | 'jpg'
  width: number
  height: number
}

/** Pixels: the largest side an upload may have. */
const maxSide = 4096
/** Of an animation only one frame is kept, but the decoder walks through all of them. */
const maxFrames = 1000

const formats = {
  jpg: { contentType: 'image/jpeg', extension: 'jpg', encode: (image: Sharp) => image.jpeg({ quality: 85 }) },
  png: { contentType: 'image/png', extension: 'png', encode: (image: Sharp) => image.png() },
  apng: { contentType: 'image/png', extension: 'png', encode: (image: Sharp) => image.png() },
  webp: { contentType: 'image/webp', extension: 'webp', encode: (image: Sharp) => image.webp({ quality: 85 }) },
} as const

/**
 * Makes a picture of uploaded bytes: JPEG, PNG or WebP by what the bytes are (names and declared types count for nothing), decoded
 * and written anew inside a square of `keptSide` pixels, upright, first frame only. Nothing of the upload but its pixels may get
 * through: no metadata (it holds where a photo was taken), no second file hidden behind the first. Throws 415
 * `unsupported_media_type`, and 400 for field `file` with `image_too_large` (more than 4096 pixels on a side, seen in the header
 * before anything is decoded) or `image_invalid` (broken, or an animation of more than 1000 frames).
 */
export function readRaster(bytes: Buffer, keptSide: number): Promise<Raster> {
  const turn = lastTurn.then(() => readOne(bytes, keptSide))
  lastTurn = turn.catch(() => undefined)
  return turn
}

/** One image at a time: a decoded one takes up to 64 MiB, whatever the size of its file. */
let lastTurn: Promise<unknown> = Promise.resolve()

async function readOne(bytes: Buffer, keptSide: number): Promise<Raster> {
  const format = await detectFormat(bytes)
  const sharp = await loadSharp()
  await checkHeader(sharp, bytes)
  const image = open(sharp, bytes, maxSide * maxSide)
    .autoOrient()
    .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 10 })
  try {
    const { data, info } = await format.encode(image).toBuffer({ resolveWithObject: true })
    return { body: data, contentType: format.contentType, extension: format.extension, width: info.width, height: info.height }
  } catch {
    throw invalid('file', 'image_invalid')
  }
}

async function detectFormat(bytes: Buffer) {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes))?.ext ?? ''
  if (!Object.hasOwn(formats, type)) throw new AppError(415, 'unsupported_media_type')
  return formats[type as keyof typeof formats]
}

async function checkHeader(sharp: SharpModule, bytes: Buffer): Promise<void> {
  // The library's own limit is off here, else a flood would be told as a broken image; no pixel is decoded for the header.
  const header = await open(sharp, bytes, false)
    .metadata()
    .catch(() => null)
  if (!header || (header.pages ?? 1) > maxFrames) throw invalid('file', 'image_invalid')
  if (header.width > maxSide || header.height > maxSide) throw invalid('file', 'image_too_large', { maximum: maxSide })
}

type SharpModule = typeof import('sharp')['default']

const open = (sharp: SharpModule, bytes: Buffer, limitInputPixels: SharpOptions['limitInputPixels'] & (number | boolean)) =>
  sharp(bytes, { failOn: 'error', limitInputPixels, pages: 1, sequentialRead: true })

/** Loaded at the first upload, with no cache and one thread: most processes at most times hold no image at all. */
export async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
