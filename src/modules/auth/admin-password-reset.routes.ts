import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { type Routes, route } from '#http/route.ts'
import { Message } from '#http/shapes.ts'
import { resetPassword } from '#sign-in/password-reset.ts'
import { verifyResetProof } from '#sign-in/password-reset-proof.ts'
import { requestPasswordReset } from '#sign-in/password-reset-request.ts'
import { RequestReset, ResetChallenge, ResetPassword, VerifyReset } from './admin-password-reset.schema.ts'
import { CodeRequested } from './code.schema.ts'

/** Below /api/v1/auth/admin: how an admin who forgot the password gets a new one. */
export const adminPasswordResetRoutes: Routes = {
  'POST /request-password-reset': route({
    operationId: 'requestPasswordReset',
    summary: 'Have a code or a link sent that resets a password',
    description: 'Answers alike whether the address belongs to an account or not.',
    access: 'public',
    rate: 'password-reset',
    body: RequestReset,
    reply: CodeRequested,
    status: 202,
    emits: ['auth.password_reset.requested'],
    also: ['POST /api/v1/auth/forgot-password'],
    // null is said at the domain of a tenant by whoever means an account elsewhere, maybe on the platform, which has no id to name
    run: (ctx, { body, exchange }) =>
      requestPasswordReset(ctx, 'admin', { ...body, host: body.tenantId === null ? null : exchange.host() }),
  }),

  'POST /verify-reset-otp': route({
    operationId: 'verifyPasswordReset',
    summary: 'Prove the code, or the token of the link, and get the challenge that a reset is finished with',
    access: 'public',
    rate: 'otp',
    body: VerifyReset,
    reply: ResetChallenge,
    emits: ['auth.password_reset.verified', 'auth.otp.failed'],
    run: (ctx, { body }) => verifyResetProof(ctx, 'admin', body),
  }),

  'POST /reset-password': route({
    operationId: 'resetPassword',
    summary: 'Choose a new password with the challenge, or with the code itself',
    description: 'Ends all sessions and the lockout of the account; two-factor stays.',
    access: 'public',
    body: ResetPassword,
    reply: Message,
    emits: ['auth.password_reset.completed', 'auth.otp.failed'],
    transaction: 'own',
    also: ['POST /api/v1/auth/reset-password'],
    run: async (ctx, { body: { newPassword, ...proof } }) => {
      const refusal = await resetPassword(ctx, 'admin', proof, newPassword)
      return refusal instanceof AppError ? refusal : { message: message('password_reset_done', ctx.language) }
    },
  }),
}
