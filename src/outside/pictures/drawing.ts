import type { PictureMade } from './apart/work.ts'
import { apart } from './picture-process.ts'
import { inTurn } from './picture-turns.ts'

/** An SVG, as it is kept. */
export type Drawing = PictureMade['drawing'] & { body: Buffer }

/** Bytes of a drawing above which it is a large one (`inTurn`). */
const largeBytes = 1_000_000

/**
 * Cleans an SVG, when the turn of its holder has come. Throws what `cleanDrawing` and `apart` do.
 * @param holder who sends it (`pictureTurns`)
 */
export async function readDrawing(bytes: Buffer, holder: string): Promise<Drawing> {
  const isLarge = bytes.length > largeBytes
  const { made, body } = await inTurn(holder, isLarge, () => apart(holder, bytes, { ask: 'drawing' }, isLarge))
  return { ...made, body }
}
