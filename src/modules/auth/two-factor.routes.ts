import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import type { AccountKind } from '#db/rows/context.ts'
import { type Routes, route } from '#http/route.ts'
import { Message } from '#http/shapes.ts'
import { counted } from '#sign-in/sign-in-counts.ts'
import { confirmTwoFactor, disableTwoFactor, regenerateBackupCodes, startTwoFactorSetup } from '#sign-in/two-factor.ts'
import { verifyTwoFactor } from '#sign-in/two-factor-verify.ts'
import { withRefreshCookie } from './refresh-cookie.ts'
import { TokenAnswer } from './sign-in.schema.ts'
import {
  BackupCodes,
  ConfirmTwoFactor,
  DisableTwoFactor,
  EnableTwoFactor,
  RegenerateBackupCodes,
  TwoFactorSetup,
  VerifyTwoFactor,
} from './two-factor.schema.ts'

/** Below /api/v1/auth/admin and /api/v1/auth/user: the second factor, from set-up to its use at sign-in. */
export const twoFactorRoutes = (kind: AccountKind): Routes => ({
  'POST /2fa/enable': route({
    operationId: kind === 'admin' ? 'startTwoFactorSetup' : 'startUserTwoFactorSetup',
    summary: 'Begin to switch two-factor on',
    description: 'The secret is pending until the first code confirms it, for 10 minutes at most.',
    access: kind,
    openDuring: ['two_factor_setup'],
    notImpersonating: true,
    body: EnableTwoFactor,
    reply: TwoFactorSetup,
    errors: [409, 423],
    emits: ['auth.two_factor.setup_started', 'auth.reauthentication.failed', 'auth.account.locked'],
    transaction: 'own',
    run: (ctx, { body }) => startTwoFactorSetup(ctx, body.password),
  }),

  'POST /2fa/confirm': route({
    operationId: kind === 'admin' ? 'confirmTwoFactor' : 'confirmUserTwoFactor',
    summary: 'Switch two-factor on with the first code; answers the backup codes',
    description: 'Ends all other sessions.',
    access: kind,
    openDuring: ['two_factor_setup'],
    notImpersonating: true,
    body: ConfirmTwoFactor,
    reply: BackupCodes,
    errors: [409],
    emits: ['auth.two_factor.enabled', 'auth.two_factor.failed'],
    run: (ctx, { body }) => confirmTwoFactor(ctx, body.code),
  }),

  'POST /2fa/verify': route({
    operationId: kind === 'admin' ? 'verifyTwoFactor' : 'verifyUserTwoFactor',
    summary: 'Complete a sign-in with a code of the authenticator or a backup code',
    access: 'public',
    rate: 'auth',
    body: VerifyTwoFactor,
    reply: TokenAnswer,
    issuesRefreshToken: true,
    errors: [401, 403, 423],
    emits: ['auth.login.succeeded', 'auth.two_factor.backup_code_used', 'auth.two_factor.failed', 'auth.account.locked'],
    transaction: 'own',
    also: kind === 'admin' ? ['POST /api/v1/auth/verify-2fa'] : [],
    run: async (ctx, { body, exchange }) => {
      const answer = await counted(ctx.service.signIns, 'two_factor', () => verifyTwoFactor(ctx, kind, body))
      return answer instanceof AppError ? answer : withRefreshCookie(exchange, kind, answer)
    },
  }),

  'POST /2fa/disable': route({
    operationId: kind === 'admin' ? 'disableTwoFactor' : 'disableUserTwoFactor',
    summary: 'Switch two-factor off',
    description: 'Ends all other sessions. Not where the tenant requires two-factor.',
    access: kind,
    notImpersonating: true,
    body: DisableTwoFactor,
    reply: Message,
    errors: [409, 423],
    emits: ['auth.two_factor.disabled', 'auth.reauthentication.failed', 'auth.two_factor.failed', 'auth.account.locked'],
    transaction: 'own',
    run: async (ctx, { body }) => {
      const refusal = await disableTwoFactor(ctx, body)
      return refusal instanceof AppError ? refusal : { message: message('two_factor_disabled', ctx.language) }
    },
  }),

  'POST /2fa/backup-codes/regenerate': route({
    operationId: kind === 'admin' ? 'regenerateBackupCodes' : 'regenerateUserBackupCodes',
    summary: 'Make ten new backup codes; earlier ones are void',
    access: kind,
    notImpersonating: true,
    body: RegenerateBackupCodes,
    reply: BackupCodes,
    errors: [409, 423],
    emits: ['auth.two_factor.backup_codes_regenerated', 'auth.two_factor.failed', 'auth.account.locked'],
    run: (ctx, { body }) => regenerateBackupCodes(ctx, body.code),
  }),
})
