import { z } from 'zod'
import { accountFields, accountStateFields, BlockReason } from '#http/account-fields.ts'
import { exampleIds, examplePassword } from '#http/example-values.ts'
import { EmailAddress, NewPassword, PersonName, PhoneNumber, Username } from '#http/person-fields.ts'
import { Id, named, recordShape } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'
import { reasons } from '#modules/permissions/explanation.ts'

const fields = {
  ...accountFields,
  tenantId: Id.nullable().meta({ description: 'Null: belongs to the platform' }),
  role: named('RoleReference', z.object({ id: Id, name: z.string() })).nullable(),
  isProtected: z.boolean(),
}
export const AdminItem = named('Admin', recordShape('admins', fields))
export const AdminDetail = named('AdminDetail', recordShape('admins', { ...fields, ...accountStateFields('admins.update') }))

const toWhoSeesGroups = 'Null for a group without `groups.view`, unless it is about the caller'
const Origin = named(
  'PermissionOrigin',
  z.object({
    source: z.enum(['role', 'group']),
    id: z.string().nullable().meta({ description: toWhoSeesGroups }),
    name: z.string().nullable(),
  }),
)

/** What an admin may do, in the order of the catalogue. */
export const AdminPermissions = named(
  'AdminPermissions',
  z.object({
    permissions: z.array(
      named('AdminPermission', z.object({ name: z.string(), restrictedFields: z.array(z.string()), from: z.array(Origin) })),
    ),
    withheld: z
      .array(named('WithheldPermission', z.object({ name: z.string(), reason: z.enum(reasons) })))
      .meta({ description: 'What a role or group would give but for the reason, which is one of those of `permissions/explain`' }),
    groups: z
      .array(named('AdminGroup', z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })))
      .nullable()
      .meta({ description: 'Null without `groups.view`, unless it is about the caller' }),
  }),
)

export const NewAdmin = named(
  'NewAdmin',
  z.strictObject({
    email: EmailAddress,
    firstName: PersonName,
    lastName: PersonName,
    roleId: Id,
    tenantId: Id.nullable().optional().meta({ description: "The caller's own when left out; a platform admin's is the platform" }),
    username: Username.nullable().optional(),
    phoneNumber: PhoneNumber.nullable().optional(),
    password: NewPassword.optional().meta({
      description: 'Without one a temporary password is sent by mail, good for 24 hours and one sign-in',
    }),
    sendInvitation: z.boolean().default(true).meta({ description: 'With a password given: whether a welcome mail goes out' }),
  }),
  {
    email: 'omar@acme.example',
    firstName: 'Omar',
    lastName: 'Said',
    roleId: exampleIds.role,
    tenantId: exampleIds.tenant,
    phoneNumber: '+962790000000',
  },
)

export const Block = named('AdminBlock', z.strictObject({ reason: BlockReason }), { reason: 'Left the company' })

export const ChangeAdmin = named(
  'AdminChange',
  z.strictObject({
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    phoneNumber: PhoneNumber.nullable().optional().meta({ description: 'E.164; null clears it' }),
    roleId: Id.optional().meta({ description: 'A role of the same tenant, within what the caller holds' }),
    isActive: z.boolean().optional(),
    email: EmailAddress.optional().meta({ description: 'Holds at once: both addresses are told, sessions and codes end' }),
    version: BodyVersion,
  }),
  { firstName: 'Omar', phoneNumber: '+962790000000', version: 3 },
)

export const Protect = named(
  'AdminProtection',
  z.strictObject({
    isProtected: z.boolean().optional().meta({ description: 'Left out: the other of what it is' }),
  }),
  { isProtected: true },
)

export const Transfer = named(
  'SuperAdminTransfer',
  z.strictObject({
    password: z.string().min(1).max(1024).meta({ description: "The caller's own" }),
  }),
  { password: examplePassword },
)
