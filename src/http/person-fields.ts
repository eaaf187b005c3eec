import { z } from 'zod'
import { isEmail, isUsername } from '#core/text/login-name.ts'
import { isVisibleName, showsSomething } from '#core/text/visible-text.ts'
import { examplePassword } from './example-values.ts'
import { named } from './shapes.ts'

/** A text in one line of at most `maximum` characters, without what reorders it. */
export const plainLine = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u, { abort: true })

const reordering = /[\u202a-\u202e\u2066-\u2069]/
const control = /\p{Cc}/u
/** Ends of lines and tabs. */
const layout = /[\t\n\r]/g

/** A text in lines, of at most `maximum` characters, with something to see in it, without what reorders it or is for terminals. */
export const plainText = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine((text) => text === '' || (showsSomething(text) && !reordering.test(text) && !control.test(text.replace(layout, ''))), {
      params: { code: 'format' },
    })

/** A text in one line of at most `maximum` characters, with something to see in it, and nothing that can't be seen. */
export const oneLine = (maximum: number) =>
  plainLine(maximum).refine((text) => text === '' || isVisibleName(text), { params: { code: 'format' } })

export const PersonName = oneLine(100)

export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .refine(isEmail, { params: { code: 'format' } })

export const Username = z
  .string()
  .trim()
  .refine(isUsername, { params: { code: 'format' } })
  .meta({ description: '3 to 64 letters of scripts that do not look alike, digits, dots, dashes and underscores' })

/** E.164: a plus, then up to 15 digits, the first of them not 0. */
export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9][0-9]{6,14}$/)
  .meta({ description: 'E.164' })

/** Bounded only against absurd sizes: what is wrong with it is for the tenant's password policy to say. */
export const NewPassword = z.string().min(1).max(4096)

/** What people change of their own account, of whatever kind. */
export const ChangeMe = named(
  'OwnProfileChange',
  z.strictObject({
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    phoneNumber: PhoneNumber.nullable().optional().meta({ description: 'E.164; null clears it' }),
    version: z.int().min(1).optional().meta({ description: 'Of the record as it was read; a stale one is refused' }),
  }),
  { firstName: 'Sara', phoneNumber: '+962790000000' },
)

export const ChangePassword = named(
  'PasswordChange',
  z.strictObject({
    currentPassword: z.string().min(1).max(1024),
    newPassword: z.string().min(1).max(1024),
  }),
  { currentPassword: examplePassword, newPassword: `${examplePassword} 2` },
)
