/** What admins and end users do with their own account alike: the operations of both take and answer the same. */
import { accountKind, ask, call, type Input, type Reply, SignedOut, whoNow } from './client.ts'

const operations = {
  admin: {
    verifyTwoFactor: 'verifyTwoFactor',
    startTwoFactorSetup: 'startTwoFactorSetup',
    confirmTwoFactor: 'confirmTwoFactor',
    disableTwoFactor: 'disableTwoFactor',
    regenerateBackupCodes: 'regenerateBackupCodes',
    changeOwnPassword: 'changeOwnPassword',
    listSessions: 'listSessions',
    endSession: 'endSession',
    listExternalLogins: 'listExternalLogins',
    linkExternalLogin: 'linkExternalLogin',
    unlinkExternalLogin: 'unlinkExternalLogin',
  },
  user: {
    verifyTwoFactor: 'verifyUserTwoFactor',
    startTwoFactorSetup: 'startUserTwoFactorSetup',
    confirmTwoFactor: 'confirmUserTwoFactor',
    disableTwoFactor: 'disableUserTwoFactor',
    regenerateBackupCodes: 'regenerateUserBackupCodes',
    changeOwnPassword: 'changeOwnUserPassword',
    listSessions: 'listUserSessions',
    endSession: 'endUserSession',
    listExternalLogins: 'listUserExternalLogins',
    linkExternalLogin: 'linkUserExternalLogin',
    unlinkExternalLogin: 'unlinkUserExternalLogin',
  },
} as const

type Own = keyof typeof operations.admin

const nameOf = <N extends Own>(name: N) => operations[accountKind][name] as unknown as N

/**
 * What comes of work that was just begun, for who began it alone: it may be done when somebody else has signed in with this browser.
 *
 * @throws SignedOut where somebody else has, whatever came of it; else what the work throws
 */
export function forWhoAsked<T>(work: Promise<T>): Promise<T> {
  const whose = whoNow()
  return work.finally(() => {
    const now = whoNow()
    if (whose !== null && now !== null && now !== whose) throw new SignedOut('signed_out')
  })
}

/** One call of the kind of account that these pages are of; its answer is for who asked alone. @throws Failure of the client */
export function callOwn<N extends Own>(name: N, input: Input<N>): Promise<Reply<N>> {
  const answer = call<N>(nameOf(name), input)
  // that one begins a session
  return name === 'verifyTwoFactor' ? answer : forWhoAsked(answer)
}

/** The same as a query. */
export const askOwn = <N extends Own>(name: N, input: Input<N>) => ask<N>(nameOf(name), input)

/** Whether the account has a second factor, as the service has it now. @throws Failure of the client, or SignedOut where somebody else has signed in */
export async function isTwoFactorOn(): Promise<boolean> {
  const asked = accountKind === 'user' ? call('getOwnUserProfile', {}) : call('getAdminStart', {}).then(({ me }) => me)
  return (await forWhoAsked<{ readonly twoFactorEnabled: boolean }>(asked)).twoFactorEnabled
}
