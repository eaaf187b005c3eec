/** Sizes as people read them, in the units of 1,000 that stores sell. */
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** @param locale of the page, `ar-u-nu-latn` */
export function bytesOf(size: number, locale: string): string {
  const step = Math.min(units.length - 1, size < 1000 ? 0 : Math.floor(Math.log10(size) / 3))
  const options = { style: 'unit', unit: units[step] as string, unitDisplay: 'short', maximumFractionDigits: step === 0 ? 0 : 1 } as const
  return new Intl.NumberFormat(locale, options).format(size / 1000 ** step)
}
