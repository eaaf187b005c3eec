import type sharp from 'sharp'

export type SharpModule = typeof sharp

/** Loaded at the first picture, with no cache and one thread: what is kept of one picture would be of no use to the next. */
export async function loadSharp(): Promise<SharpModule> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
