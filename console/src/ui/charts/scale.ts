/** Where things of a chart stand. Widths are in percent, so that nothing has to be measured; whoever reads from the right gets the mirror image. */

/** Round whole numbers from 0 up to `most` or a little beyond, about `steps` of them: the lines of an axis. */
export function ticksOf(most: number, steps = 4): number[] {
  const rough = Math.max(1, most) / steps
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, size * ([1, 2, 5, 10].find((one) => one * size >= rough) ?? 10))
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, n) => n * step)
}

/** @param start from where one begins to read @returns the distance from the left */
export const fromLeft = (start: number, width: number, isMirrored: boolean): number => (isMirrored ? 100 - start - width : start)

export interface Slot {
  readonly start: number
  readonly width: number
}

/** The place of each of `count` bars, side by side. @param share what of its place a bar fills */
export function slotsOf(count: number, share = 0.68): Slot[] {
  const place = 100 / Math.max(1, count)
  return Array.from({ length: count }, (_, at) => ({ start: place * (at + (1 - share) / 2), width: place * share }))
}

/** Which of `count` labels are shown, at equal distances: the last always, and `most` at most. */
export function labelsOf(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0)
}

/** How far up each part of a bar reaches, one upon the other, in percent of `most`. */
export function stackOf(parts: readonly number[], most: number): { from: number; to: number }[] {
  let below = 0
  return parts.map((part) => {
    const from = below
    below += part
    return { from: (100 * from) / most, to: (100 * below) / most }
  })
}

/** The points of a line through `values`, in a box of 100 by 100 whose bottom is 0. */
export function lineOf(values: readonly number[], isMirrored: boolean): string {
  const most = Math.max(1, ...values)
  const step = 100 / Math.max(1, values.length - 1)
  return values.map((value, at) => `${round(fromLeft(at * step, 0, isMirrored))},${round(100 - (100 * value) / most)}`).join(' ')
}

const round = (value: number) => Math.round(value * 100) / 100

/** By how much a number has changed, in whole percent; null where there was nothing before, or so little that the share tells nothing. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 || now > 10 * before ? null : Math.round((100 * (now - before)) / before)
