import { z } from 'zod'
import { exampleIds, examplePassword } from '#http/example-values.ts'
import { EmailAddress, NewPassword, PersonName, PhoneNumber, Username } from '#http/person-fields.ts'
import { Id, named, recordShape, TenantName, Timestamp } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'
import { reasons } from '#modules/permissions/explanation.ts'

const fields = {
  id: Id,
  email: z.string(),
  username: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  avatarUrl: z.string().nullable().meta({ description: 'Relative path' }),
  tenantId: Id.nullable().meta({ description: 'Null: belongs to the platform' }),
  tenantName: TenantName,
  role: named('RoleReference', z.object({ id: Id, name: z.string() })).nullable(),
  isActive: z.boolean(),
  isBlocked: z.boolean(),
  isProtected: z.boolean(),
  isLockedOut: z.boolean(),
  twoFactorEnabled: z.boolean(),
  lastLoginAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: z.int(),
}
export const AdminItem = named('Admin', recordShape('admins', fields))

const toWhoMayBlock = 'only told to who holds `admins.update`'

export const AdminDetail = named(
  'AdminDetail',
  recordShape('admins', {
    ...fields,
    status: z.enum(['Blocked', 'Deactivated', 'LockedOut', 'Active']).meta({ description: 'The first of them that holds' }),
    lockoutEnd: Timestamp.nullable().meta({ description: 'Until when wrong passwords keep the account locked' }),
    blockReason: z
      .string()
      .nullable()
      .optional()
      .meta({ description: `As it was given; ${toWhoMayBlock}` }),
    blockedAt: Timestamp.nullable().optional().meta({ description: toWhoMayBlock }),
    blockedBy: Id.nullable()
      .optional()
      .meta({ description: `Null too for who is out of scope; ${toWhoMayBlock}` }),
    blockedByName: z.string().nullable().optional().meta({ description: toWhoMayBlock }),
  }),
)

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

export const Block = named('AdminBlock', z.strictObject({ reason: z.string().trim().max(500).optional() }), { reason: 'Left the company' })

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
