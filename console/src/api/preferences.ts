/** What the caller likes, kept by the service: the same in every tab and on every device. */
import type { QueryClient } from '@tanstack/react-query'
import { habitsOf } from '../i18n/habits.ts'
import { changeHabits } from '../i18n/kept-habits.ts'
import { acting } from './acting.ts'
import { call, client, type Input, type Reply } from './client.ts'
import { startKey } from './start.ts'

export type Preferences = Reply<'updateOwnPreferences'>
export type PreferencesChange = NonNullable<Input<'updateOwnPreferences'>['body']>

/** To the other tabs of this browser. */
interface Told {
  readonly userId: string
  readonly preferences: Preferences
}

const channel = () => new BroadcastChannel('tenantry-preferences')
let changes = 0

/**
 * Changes some of them: at once on this page, then at the service, then in the other tabs.
 *
 * @throws Failure; the page is as it was before then
 */
export async function changePreferences(cache: QueryClient, change: PreferencesChange): Promise<void> {
  // an account that is acted for keeps what it likes
  if (acting()) return change.language ? changeHabits({ language: change.language }) : undefined
  changes += 1
  const own = changes
  const before = cache.getQueryData<Reply<'getAdminStart'>>(startKey)?.preferences
  if (before) keepPreferences(cache, { ...before, ...change } as Preferences)
  try {
    const preferences = await call('updateOwnPreferences', { body: change })
    // what was chosen since is not to be taken back by this answer
    if (own !== changes) return
    keepPreferences(cache, preferences)
    if (client.session.status !== 'signed-in') return
    const tabs = channel()
    tabs.postMessage({ userId: client.session.user.id, preferences } satisfies Told)
    tabs.close()
  } catch (error) {
    if (before && own === changes) keepPreferences(cache, before)
    throw error
  }
}

/** Takes up what another tab of the same account changed. @returns what ends that */
export function followPreferences(cache: QueryClient): () => void {
  const tabs = channel()
  tabs.onmessage = ({ data }: MessageEvent<Told>) => {
    const { session } = client
    if (session.status === 'signed-in' && session.user.id === data.userId) keepPreferences(cache, data.preferences)
  }
  return () => tabs.close()
}

function keepPreferences(cache: QueryClient, preferences: Preferences): void {
  cache.setQueryData<Reply<'getAdminStart'>>(startKey, (start) => start && { ...start, preferences })
  changeHabits(habitsOf(preferences))
}
