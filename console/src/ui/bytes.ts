const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in the largest unit that fits, each 1,024 of the one before: as quotas and limits are set. */
export function bytesOf(size: number, language: 'en' | 'ar'): string {
  const step = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(size) / 10))
  const options = { style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: step === 0 ? 0 : 1 } as const
  return new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', options).format(size / 1024 ** step)
}
