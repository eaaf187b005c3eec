import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { type Routes, route } from '#http/route.ts'
import { Message } from '#http/shapes.ts'
import { namedByCode } from '#sign-in/user-tenant.ts'
import { requestPhoneVerification, verifyPhone } from '#sign-in/verification/phone-verification.ts'
import { CodeRequested } from './code.schema.ts'
import { OfNumber, VerifyPhone } from './user-phone.schema.ts'

/** Below /api/v1/auth/user: how an end user shows that a phone number is theirs. */
export const userPhoneRoutes: Routes = {
  'POST /send-phone-verification': route({
    operationId: 'requestPhoneVerification',
    summary: 'Have a code texted that proves a phone number',
    description: 'Answers alike whether the number belongs to an account or not. No text is sent to premium and short numbers: 400.',
    access: 'public',
    rate: 'otp',
    sendsCode: true,
    body: OfNumber,
    reply: CodeRequested,
    status: 202,
    emits: ['auth.otp.sent'],
    run: async (ctx, { body: { phoneNumber, tenantCode }, exchange }) =>
      requestPhoneVerification(ctx, { phoneNumber, tenantId: await namedByCode(ctx, { tenantCode }), host: exchange.host() }),
  }),

  'POST /verify-phone': route({
    operationId: 'verifyPhone',
    summary: 'Prove a phone number with the code that was texted to it',
    description: 'A number that is proved already is answered like a wrong code.',
    access: 'public',
    rate: 'otp',
    body: VerifyPhone,
    reply: Message,
    emits: ['user.verified', 'auth.otp.failed'],
    transaction: 'own',
    run: async (ctx, { body: { phoneNumber, code, tenantCode }, exchange }) => {
      const given = { phoneNumber, code, tenantId: await namedByCode(ctx, { tenantCode }), host: exchange.host() }
      const refusal = await verifyPhone(ctx, given)
      return refusal instanceof AppError ? refusal : { message: message('phone_verified', ctx.language) }
    },
  }),
}
