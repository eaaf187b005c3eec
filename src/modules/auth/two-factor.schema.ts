import { z } from 'zod'
import { examplePassword } from '#http/example-values.ts'
import { named } from '#http/shapes.ts'
import { Password, PresentedToken } from './sign-in.schema.ts'

/** Six digits of an authenticator or eight of a backup code: text, because leading zeros count. */
const Code = z.string().min(1).max(64)

export const EnableTwoFactor = named('TwoFactorEnabling', z.strictObject({ password: Password }), { password: examplePassword })
export const ConfirmTwoFactor = named('TwoFactorConfirmation', z.strictObject({ code: Code }), { code: '402918' })
export const VerifyTwoFactor = named('TwoFactorVerification', z.strictObject({ twoFactorToken: PresentedToken, code: Code }), {
  twoFactorToken: 'kq3vY0mX1s',
  code: '402918',
})
export const DisableTwoFactor = named('TwoFactorDisabling', z.strictObject({ password: Password, code: Code }), {
  password: examplePassword,
  code: '402918',
})
export const RegenerateBackupCodes = named('BackupCodeRenewal', z.strictObject({ code: Code }), { code: '402918' })

export const TwoFactorSetup = named(
  'TwoFactorSetup',
  z.object({
    secret: z.string().meta({ description: 'Base32, 160 bits; shown this once' }),
    qrCodeUri: z.string().meta({ description: 'otpauth://totp/…' }),
    qrCodeBase64: z.string().meta({ description: 'The same as a PNG, as a data URI' }),
  }),
)
export const BackupCodes = named(
  'BackupCodes',
  z.object({
    backupCodes: z.array(z.string()).meta({ description: 'Ten codes of eight digits, each good for once; shown this once' }),
  }),
)
