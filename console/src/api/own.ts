/** What admins and end users do with their own account alike: the operations of both take and answer the same. */
import { accountKind, ask, call, type Input, type Reply } from './client.ts'

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

/** One call of the kind of account that these pages are of. @throws Failure of the client */
export const callOwn = <N extends Own>(name: N, input: Input<N>): Promise<Reply<N>> => call<N>(nameOf(name), input)

/** The same as a query. */
export const askOwn = <N extends Own>(name: N, input: Input<N>) => ask<N>(nameOf(name), input)
