import { z } from 'zod'
import { Password, PresentedToken } from './sign-in.schema.ts'

/** Six digits of an authenticator or eight of a backup code: text, because leading zeros count. */
const Code = z.string().min(1).max(64)

export const EnableTwoFactor = z.strictObject({ password: Password })
export const ConfirmTwoFactor = z.strictObject({ code: Code })
export const VerifyTwoFactor = z.strictObject({ twoFactorToken: PresentedToken, code: Code })
export const DisableTwoFactor = z.strictObject({ password: Password, code: Code })
export const RegenerateBackupCodes = z.strictObject({ code: Code })

export const TwoFactorSetup = z.object({
  secret: z.string().meta({ description: 'Base32, 160 bits; shown this once' }),
  qrCodeUri: z.string().meta({ description: 'otpauth://totp/…' }),
  qrCodeBase64: z.string().meta({ description: 'The same as a PNG, as a data URI' }),
})
export const BackupCodes = z.object({
  backupCodes: z.array(z.string()).meta({ description: 'Ten codes of eight digits, each good for once; shown this once' }),
})
