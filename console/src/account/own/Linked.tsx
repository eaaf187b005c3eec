import { LinkedList } from '../../ui/own/LinkedList.tsx'
import { goToProvider } from '../open/redirect.ts'
import { useShownAccount } from './shown-account.ts'

export default function Linked() {
  const { me, providers } = useShownAccount()
  const ways = {
    hasTwoFactor: me.twoFactorEnabled,
    providers,
    onGo: (name: string, sessionId: string) => goToProvider(name, { w: me.tenantCode }, sessionId),
  }
  return <LinkedList ways={ways} />
}
