/** Where somebody goes who has just signed in. */
import { useRouter } from '@tanstack/react-router'
import { call, client } from '../../api/client.ts'
import { consolePath, insideOnly } from '../../api/return-to.ts'

/** Whether the platform has no tenant yet: its first one is made with its SuperAdmin. */
async function isNew(): Promise<boolean> {
  const { session } = client
  if (session.status !== 'signed-in' || session.user.tenantId !== null || session.user.role !== 'SuperAdmin') return false
  if (session.mustChangePassword || session.mustSetUpTwoFactor) return true
  // it is a kindness: where it can't be asked, the start says what there is
  return await call('listTenants', { query: { pageSize: 1 } }).then(
    ({ totalCount }) => totalCount === 0,
    () => false,
  )
}

/** To where they wanted, within the console only; the first SuperAdmin of a new service to its setup. */
export function useAfterSignIn(returnTo: string | undefined): () => Promise<void> {
  const { history } = useRouter()
  return async () => {
    const wanted = insideOnly(returnTo)
    history.replace(wanted === `${consolePath}/` && (await isNew()) ? `${consolePath}/setup` : wanted)
  }
}
