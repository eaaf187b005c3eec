import type { wordsOf } from '../i18n/words.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in the largest unit that fits, each 1,024 of the one before: as quotas and limits are set. */
export function bytesOf(size: number, { t }: Pick<ReturnType<typeof wordsOf>, 't'>): string {
  const step = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(size) / 10))
  const count = Math.round((size / 1024 ** step) * (step === 0 ? 1 : 10)) / (step === 0 ? 1 : 10)
  return t(`size.${units[step] ?? 'byte'}`, { count })
}
