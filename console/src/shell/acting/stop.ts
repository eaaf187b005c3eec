import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import { acting, forgetActing, stopActing } from '../../api/acting.ts'
import { isPlain } from '../../api/client.ts'
import { consolePath } from '../../api/console-path.ts'
import { finishOwed } from '../../api/owed.ts'
import { giveUp } from '../../ui/form/leaving.ts'

/** What a page needs to go on as somebody else. */
export interface Way {
  readonly cache: QueryClient
  readonly navigate: UseNavigateResult<string>
}

/** Ends the acting and leads to the admin's record, as oneself; who signed in meanwhile to their start. @throws Failure: this tab acts on then */
export async function stop(way: Way): Promise<void> {
  const acted = acting()
  // in the name of who was acted as: the tab is somebody else's right after
  await finishOwed()
  const goesOn = await stopActing()
  return goOnAsOneself(way, goesOn ? acted?.id : undefined)
}

/**
 * This tab is its owner's again, whether the service was asked for that or the acting ended by itself. Nothing that was begun as that admin
 * asks to stay: it would be saved by the owner.
 *
 * @param open the admin whose record it leads to; nobody: the first screen
 */
export async function goOnAsOneself({ cache, navigate }: Way, open?: string): Promise<void> {
  if (!isPlain) giveUp()
  forgetActing()
  if (!isPlain) return location.replace(`${consolePath}/${open ? `admins?open=${open}` : ''}`)
  // over plain http the own session is in the memory of this page, and would be lost with it: what is shown is asked for anew
  void cache.resetQueries()
  await navigate({ to: open ? '/admins' : '/', search: { open } as never, replace: true, ignoreBlocker: true })
}
