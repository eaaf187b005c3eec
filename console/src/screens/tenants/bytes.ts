import type { I18n } from '../../i18n/i18n.tsx'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in the largest unit that fits, of 1024 each: as quotas are set. */
export function bytesShown(bytes: number, { language }: Pick<I18n, 'language'>): string {
  const step = bytes < 1 ? 1 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-GB'
  const unit = units[step] ?? 'byte'
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(bytes / 1024 ** step)
}
