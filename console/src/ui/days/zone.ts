import { useStart } from '../../api/start.ts'

/** The time zone that was chosen, else that of the browser (IANA). */
export function useZone(): string {
  return useStart().start?.preferences.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC'
}
