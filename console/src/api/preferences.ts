/** What the caller likes, kept by the service: the same in every tab and on every device. */
import type { QueryClient } from '@tanstack/react-query'
import { habitsChangedBy, habitsOf } from '../i18n/habits.ts'
import { changeHabits } from '../i18n/kept-habits.ts'
import { textsOf } from '../i18n/texts.ts'
import { acting } from './acting.ts'
import { changeAtOnce } from './change-at-once.ts'
import { call, type Input, type Reply, SignedOut, whoNow } from './client.ts'
import { startKey } from './start.ts'

export type Preferences = Reply<'updateOwnPreferences'>
export type PreferencesChange = NonNullable<Input<'updateOwnPreferences'>['body']>

/** To the other tabs of this browser. */
interface Told {
  readonly userId: string
  readonly preferences: Preferences
}

const channel = () => new BroadcastChannel('tenantry-preferences')

/** What the caller likes, as the page knows it; undefined before it was read. */
export const preferencesIn = (cache: QueryClient): Preferences | undefined =>
  cache.getQueryData<Reply<'getAdminStart'>>(startKey)?.preferences

/** Changes how this browser looks, and what the caller likes with it: an account that is acted for keeps what it likes. @throws Failure */
export async function changePreferences(cache: QueryClient, change: PreferencesChange): Promise<void> {
  // a language that can't be loaded is kept by nobody
  if (change.language) await textsOf(change.language)
  if (!acting()) await keepPreferences(cache, change)
  else changeHabits(habitsChangedBy(change))
}

/**
 * Keeps some of them: at once on this page, then at the service, then in the other tabs.
 *
 * @throws Failure; the page shows then what the service keeps
 */
export async function keepPreferences(cache: QueryClient, change: PreferencesChange): Promise<void> {
  const whose = whoNow()
  const preferences = await changeAtOnce<Preferences, PreferencesChange>(
    {
      whose,
      read: () => preferencesIn(cache),
      show: (kept) => void (whoNow() === whose && showPreferences(cache, kept)),
      // it may have waited for another: what one person chose is never kept for the next
      send: async (body) =>
        whoNow() === whose ? await call('updateOwnPreferences', { body }) : await Promise.reject(new SignedOut('signed_out')),
    },
    change,
  )
  if (preferences === null || whose === null) return
  const tabs = channel()
  tabs.postMessage({ userId: whose, preferences } satisfies Told)
  tabs.close()
}

/** Takes up what another tab of the same account changed. @returns what ends that */
export function followPreferences(cache: QueryClient): () => void {
  const tabs = channel()
  tabs.onmessage = ({ data }: MessageEvent<Told>) => {
    if (whoNow() === data.userId) showPreferences(cache, data.preferences)
  }
  return () => tabs.close()
}

function showPreferences(cache: QueryClient, preferences: Preferences): void {
  cache.setQueryData<Reply<'getAdminStart'>>(startKey, (start) => start && { ...start, preferences })
  // the habits of this browser are not those of whom this tab acts for
  if (!acting()) changeHabits(habitsOf(preferences))
}
