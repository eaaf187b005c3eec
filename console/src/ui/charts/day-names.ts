import { useMemo } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'

/** Names of days that have no time and no zone: `2026-11-24` is the 24th to everybody. */
export function useDayNames() {
  const { language } = useI18n()
  return useMemo(() => {
    const locale = language === 'ar' ? 'ar-u-nu-latn' : 'en-GB'
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    const long = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    const at = (day: string) => new Date(`${day}T00:00:00Z`)
    return { short: (day: string) => short.format(at(day)), long: (day: string) => long.format(at(day)) }
  }, [language])
}
