/** What the cards are asked about: so many days, whose, and of which part of the tree. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { oneOf } from '../address.ts'
import { daysAgo } from '../days/days.ts'
import { useZone } from '../days/zone.ts'
import { useWithin } from '../within.ts'

export interface Period {
  readonly days: number
  /** Time zone whose days are meant (IANA). */
  readonly zone: string
  readonly within: string | undefined
}

export const dayChoices = ['7', '30', '90'] as const
const usualDays = 30
/** As far back as the service counts. */
const allDays = 90

export const placeOf = ({ within }: Period) => (within ? { within } : {})

/** Sign-ins of all days that are kept, the oldest first: fewer of them are cut out of these, and so are the days before. */
export const useLogins = (period: Period) =>
  useQuery({
    ...ask('getLoginActivity', { query: { days: allDays, timeZone: period.zone, ...placeOf(period) } }),
    placeholderData: keepPreviousData,
  })

export const useEvents = (period: Period) =>
  useQuery({
    ...ask('getEventDistribution', { query: { days: period.days, timeZone: period.zone, ...placeOf(period) } }),
    placeholderData: keepPreviousData,
  })

/** How the audit log is told of the same days. */
export const sinceOf = ({ days, zone }: Period): string => daysAgo(days, zone).toISOString()

/** The period that the address says, and how another is chosen. */
export function usePeriod(): { readonly period: Period; choose(days: string): void } {
  const navigate = useNavigate()
  const address = useSearch({ strict: false }) as { readonly days?: string }
  const period: Period = { days: Number(oneOf(dayChoices, address.days) ?? usualDays), zone: useZone(), within: useWithin() }
  const choose = (days: string) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, days: days === String(usualDays) ? undefined : days })) as never,
      replace: true,
    })
  return { period, choose }
}
