import { z } from 'zod'
import { accountFields, accountStateFields, BlockReason } from '#http/account-fields.ts'
import { exampleIds } from '#http/example-values.ts'
import { EmailAddress, NewPassword, PersonName, PhoneNumber, Username } from '#http/person-fields.ts'
import { Id, named, recordShape } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

const fields = {
  ...accountFields,
  tenantId: Id,
  emailVerified: z.boolean().meta({ description: 'The owner has shown that mail to the address arrives' }),
  phoneVerified: z.boolean(),
}
export const UserItem = named('User', recordShape('users', fields))
export const UserDetail = named('UserDetail', recordShape('users', { ...fields, ...accountStateFields('users.update') }))

export const NewUser = named(
  'NewUser',
  z.strictObject({
    username: Username,
    email: EmailAddress,
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    phoneNumber: PhoneNumber.nullable().optional(),
    tenantId: Id.optional().meta({ description: "The caller's own when left out; who is on the platform must name one" }),
    password: NewPassword.optional().meta({
      description: 'Without one a temporary password is sent by mail, good for 24 hours and one sign-in',
    }),
    sendInvitation: z.boolean().default(true).meta({ description: 'With a password given: whether a welcome mail goes out' }),
  }),
  {
    username: 'lina.khoury',
    email: 'lina@acme.example',
    firstName: 'Lina',
    lastName: 'Khoury',
    tenantId: exampleIds.tenant,
    phoneNumber: '+962790000001',
  },
)

export const ChangeUser = named(
  'UserChange',
  z.strictObject({
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    phoneNumber: PhoneNumber.nullable().optional().meta({ description: 'E.164; null clears it. Another one is to be proved anew' }),
    email: EmailAddress.optional().meta({
      description: 'Holds at once, and is to be proved anew: both addresses are told, sessions and codes end',
    }),
    isActive: z.boolean().optional(),
    version: BodyVersion,
  }),
  { firstName: 'Lina', phoneNumber: '+962790000001', version: 3 },
)

export const BlockUser = named(
  'UserBlock',
  z.strictObject({ isBlocked: z.boolean().default(true).meta({ description: 'False lifts the block' }), reason: BlockReason }),
  { isBlocked: true, reason: 'Asked for it' },
)
