import { useEffect } from 'react'
import { client, Refused } from '../../api/client.ts'
import { queries } from '../../api/queries.ts'

/** Whether the service holds all but the own profile closed until something is done. */
const isOfDuty = (error: unknown) => error instanceof Refused && /^(?:password_change|two_factor_setup)_required$/.test(error.code)

/** Takes up a refusal: a password may expire before the token does, and only a new token says what is owed (`Duties`). */
export function takeUpOwed(error: unknown): void {
  // where none comes, what was asked for says why
  if (isOfDuty(error)) client.renew().catch(() => undefined)
}

/** Does that with each refusal of what the pages ask for. */
export const useOwed = (): void =>
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') takeUpOwed(event.action.error)
      }),
    [],
  )
