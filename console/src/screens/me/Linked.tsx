import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import type { WaysToLink } from '../../ui/own/LinkAnother.tsx'
import { LinkedList } from '../../ui/own/LinkedList.tsx'
import { goToProvider } from '../../ui/sign-in/console-redirect.ts'
import { MePage, useIsActed } from './MePage.tsx'

export default function Linked() {
  const isActed = useIsActed()
  return (
    <MePage part="linked" isTheirsAlone>
      <LinkedList isClosed={isActed} ways={useWays()} />
    </MePage>
  )
}

function useWays(): WaysToLink | undefined {
  const { start } = useStart()
  const tenant = start?.tenant
  const query = useQuery({
    ...ask('getSignInStart', { query: tenant ? { code: tenant.code } : {} }),
    staleTime: 300_000,
    enabled: start !== undefined,
  })
  // once answered, or failed: what is asked anew later takes away nothing that is under way here
  if (!start || !query.isFetched) return undefined
  // at the domain of a tenant the answer is about that one
  const isAboutOwn = tenant !== null || query.data?.workspace === null
  return {
    hasTwoFactor: start.me.twoFactorEnabled,
    providers: isAboutOwn ? query.data?.providers : query.data && [],
    onGo: (name, sessionId) => goToProvider(name, tenant ? { tenantId: tenant.id } : { isPlatformAdmin: true }, { linkFor: sessionId }),
  }
}
