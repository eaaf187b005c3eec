import { useEffect } from 'react'
import { client } from '../../api/client.ts'
import { isOfDuty, queries } from '../../api/queries.ts'

/** Takes up a refusal: a password may expire before the token does, and only a new token says what is owed (`Duties`). */
export function takeUpOwed(error: unknown): void {
  // where none comes, what was asked for says why
  if (isOfDuty(error)) client.renew().catch(() => undefined)
}

/** Does that with each refusal of what the pages read. What is refused in a form stays there: it is told, and what is typed is kept. */
export const useOwed = (): void =>
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') takeUpOwed(event.action.error)
      }),
    [],
  )
