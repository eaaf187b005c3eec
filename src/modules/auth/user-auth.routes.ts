import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { type Routes, route } from '#http/route.ts'
import { Message } from '#http/shapes.ts'
import { resetPassword } from '#sign-in/password-reset.ts'
import { requestPasswordReset } from '#sign-in/password-reset-request.ts'
import { signIn } from '#sign-in/sign-in.ts'
import { counted } from '#sign-in/sign-in-counts.ts'
import { namedByCode } from '#sign-in/user-tenant.ts'
import { CodeRequested } from './code.schema.ts'
import { withRefreshCookie } from './refresh-cookie.ts'
import { SignInAnswer } from './sign-in.schema.ts'
import { OfAddress, ResetUserPassword, UserLogin } from './user-auth.schema.ts'

/** Below /api/v1/auth/user: how an end user signs in, and gets a new password where the old one is forgotten. */
export const userAuthRoutes: Routes = {
  'POST /login': route({
    operationId: 'signInUser',
    summary: 'Sign in with a password',
    description:
      'Answers tokens, a pending second factor, or, where several workspaces know the address and none is named, the workspaces to choose from.',
    access: 'public',
    rate: 'auth',
    transaction: 'own',
    body: UserLogin,
    reply: SignInAnswer,
    issuesRefreshToken: true,
    errors: [401, 403, 423],
    emits: ['auth.login.succeeded', 'auth.login.failed', 'auth.account.locked', 'auth.workspaces.shown'],
    run: async (ctx, { body: { username, tenantCode, ...rest }, exchange }) => {
      const tenantId = await namedByCode(ctx, { tenantCode })
      const credentials = { ...rest, identifier: username, tenantId, host: exchange.host() }
      const answer = await counted(ctx.service.signIns, 'password', () => signIn(ctx, 'user', credentials))
      return answer instanceof AppError ? answer : withRefreshCookie(exchange, 'user', answer)
    },
  }),

  'POST /request-password-reset': route({
    operationId: 'requestUserPasswordReset',
    summary: 'Have a code sent that resets a password',
    description: 'Answers alike whether the address belongs to an account or not.',
    access: 'public',
    rate: 'password-reset',
    body: OfAddress,
    reply: CodeRequested,
    status: 202,
    emits: ['auth.password_reset.requested'],
    run: async (ctx, { body: { email, tenantCode }, exchange }) =>
      requestPasswordReset(ctx, 'user', { email, tenantId: await namedByCode(ctx, { tenantCode }), host: exchange.host() }),
  }),

  'POST /reset-password': route({
    operationId: 'resetOwnUserPassword',
    summary: 'Choose a new password with the code',
    description:
      'Ends all sessions and the lockout of the account, and proves its address. Two-factor stays, but where nobody had proved the address before: there it is taken away, for it may be a stranger’s.',
    access: 'public',
    body: ResetUserPassword,
    reply: Message,
    emits: ['auth.password_reset.completed', 'auth.otp.failed'],
    transaction: 'own',
    run: async (ctx, { body: { newPassword, email, code, tenantCode }, exchange }) => {
      const proof = { email, code, tenantId: await namedByCode(ctx, { tenantCode }), host: exchange.host() }
      const refusal = await resetPassword(ctx, 'user', proof, newPassword)
      return refusal instanceof AppError ? refusal : { message: message('password_reset_done', ctx.language) }
    },
  }),
}
