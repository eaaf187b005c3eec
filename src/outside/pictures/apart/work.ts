import { z } from 'zod'
import { AppError, invalid } from '#core/errors.ts'

/** Bytes of what is made of a picture, at most: each of its pixels, and some more. */
export const mostMade = 80 * 1024 * 1024

/** How a picture is kept. */
export interface RasterRules {
  /** Pixels; the side of the square that it is made to fit. */
  readonly side: number
  /** GIF is taken too, and an animation (GIF, WebP) keeps all its frames: together no more pixels than one picture may have. */
  readonly isAnimated: boolean
  /** Seconds of work, at most. */
  readonly seconds: number
}

/** What a process for pictures is asked, one thing after the other; the bytes of the picture come with it. */
export type PictureWork =
  | { readonly ask: 'header'; readonly isAnimated: boolean }
  | { readonly ask: 'raster'; readonly header: RasterHeader; readonly rules: RasterRules }
  | { readonly ask: 'drawing' }

const pixels = z.int().min(1).max(1_000_000)
const header = z.strictObject({
  format: z.enum(['jpg', 'png', 'apng', 'webp', 'gif']),
  frames: z.int().min(1).max(100_000),
  width: pixels,
  /** Of one frame. */
  height: pixels,
  hasAlpha: z.boolean(),
})
/** What its first bytes say. */
export type RasterHeader = z.infer<typeof header>

/** Of what comes with its bytes. A drawing has the pixels that it is drawn in where nobody says how large. */
const made = {
  header,
  /** Its extension has no dot. */
  raster: z.strictObject({ extension: z.enum(['webp', 'png', 'jpg', 'gif']), width: pixels, height: pixels }),
  drawing: z.strictObject({ width: pixels, height: pixels }),
}
export type PictureMade = { [ask in keyof typeof made]: z.infer<(typeof made)[ask]> }

const refusals = ['unsupported_media_type', 'image_invalid', 'image_too_large'] as const
const said = z.strictObject({
  heldMegabytes: z.number(),
  made: z.unknown().optional(),
  refusal: z.strictObject({ code: z.enum(refusals), maximum: z.int().optional() }).optional(),
})
export type PictureSaid = z.infer<typeof said>

/** What a process says. It may be in a stranger's hands by then: nothing that is not one of the few answers is believed. @throws ZodError */
export const saidOf = (told: unknown): PictureSaid => said.parse(told)

/** @throws AppError what was refused; 400 `image_invalid` for what is no answer to `work` */
export function madeOf<W extends PictureWork>(work: W, { made: given, refusal }: PictureSaid): PictureMade[W['ask']] {
  if (refusal?.code === 'unsupported_media_type') throw new AppError(415, refusal.code)
  if (refusal) throw invalid('file', refusal.code, refusal.maximum === undefined ? undefined : { maximum: refusal.maximum })
  const { success, data } = made[work.ask].safeParse(given)
  if (!success) throw invalid('file', 'image_invalid')
  return data as PictureMade[W['ask']]
}
