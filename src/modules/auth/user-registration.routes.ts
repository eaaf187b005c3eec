import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { type Routes, route } from '#http/route.ts'
import { Message } from '#http/shapes.ts'
import { namedByCode } from '#sign-in/user-tenant.ts'
import { requestEmailVerification, verifyEmail } from '#sign-in/verification/email-verification.ts'
import { register } from '#sign-in/verification/registration.ts'
import { CodeRequested } from './code.schema.ts'
import { OfAddress, Register, Registered, VerifyEmail } from './user-auth.schema.ts'

/** Below /api/v1/auth/user: how somebody becomes an end user, and shows that the address is theirs. */
export const userRegistrationRoutes: Routes = {
  'POST /register': route({
    operationId: 'registerUser',
    summary: 'Register as an end user of a workspace; a code is mailed that proves the address',
    access: 'public',
    body: Register,
    reply: Registered,
    status: 201,
    location: ({ id }) => `/api/v1/users/${id}`,
    errors: [403, 409],
    emits: ['user.registered'],
    transaction: 'own',
    run: async (ctx, { body, exchange }) => {
      const given = { ...body, language: ctx.language, host: exchange.host() }
      const made = await register(ctx, given, () => exchange.takeSend())
      return { ...made, message: message('registered', ctx.language) }
    },
  }),

  'POST /send-email-verification': route({
    operationId: 'sendEmailVerification',
    summary: 'Have a code sent that proves an address',
    description: 'Answers alike whether the address belongs to an account or not.',
    access: 'public',
    rate: 'otp',
    sendsCode: true,
    body: OfAddress,
    reply: CodeRequested,
    status: 202,
    emits: ['auth.otp.sent'],
    run: async (ctx, { body: { email, tenantCode }, exchange }) =>
      requestEmailVerification(ctx, { email, tenantId: await namedByCode(ctx, { tenantCode }), host: exchange.host() }),
  }),

  'POST /verify-email': route({
    operationId: 'verifyEmail',
    summary: 'Prove an address with the code that was mailed to it',
    description: 'An address that is proved already is answered like a wrong code.',
    access: 'public',
    rate: 'otp',
    body: VerifyEmail,
    reply: Message,
    emits: ['user.verified', 'auth.otp.failed'],
    transaction: 'own',
    run: async (ctx, { body: { email, code, tenantCode }, exchange }) => {
      const given = { email, code, tenantId: await namedByCode(ctx, { tenantCode }), host: exchange.host() }
      const refusal = await verifyEmail(ctx, given)
      return refusal instanceof AppError ? refusal : { message: message('email_verified', ctx.language) }
    },
  }),
}
