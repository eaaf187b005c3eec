import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What the service says a change would do, before it is made (`dryRun`). Another change is rehearsed anew; one that was made never is: of a
 * record that has moved on the service would refuse it, and each refusal has the record read again.
 *
 * @param change the record and all that is to be changed in it. No act on records has it asked again: its key names no operation
 * @param isWhole whether it is known yet what is to be changed
 * @returns the answer, and what tells that the change was made
 */
export function useRehearsal<A>(
  change: readonly unknown[],
  ask: () => Promise<A>,
  isWhole = true,
): { rehearsed: UseQueryResult<A>; onMade(): void } {
  const [isMade, setMade] = useState(false)
  const rehearsed = useQuery({ queryKey: ['rehearsal', ...change], queryFn: ask, staleTime: 0, gcTime: 0, enabled: isWhole && !isMade })
  return { rehearsed, onMade: () => setMade(true) }
}
