import { z } from 'zod'
import { exampleIds } from '#http/example-values.ts'
import { oneLine } from '#http/person-fields.ts'
import { Code, named } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'
import { RoleIds } from './user-groups.schema.ts'

const Name = oneLine(200)
const Description = z.string().trim().max(2000).nullable()
const Status = z.union([z.boolean(), z.enum(['Active', 'Inactive'])])
const same = (name: string) => ({ description: `The same as \`${name}\`` })

/** Own names first, then the further spellings of some; of two spellings of one value both may come if they say the same. */
const fields = {
  nameEn: Name.optional(),
  nameAr: Name.nullable().optional(),
  code: Code.optional().meta({
    description: '1 to 50 of a-z, 0-9, dots, dashes and underscores, kept in lower case; unique in the tenant',
  }),
  descriptionEn: Description.optional(),
  descriptionAr: Description.optional(),
  isActive: z.boolean().optional(),
  roleIds: RoleIds.optional(),
  name: Name.optional().meta(same('nameEn')),
  Name: Name.optional().meta(same('nameEn')),
  description: Description.optional().meta(same('descriptionEn')),
  Description: Description.optional().meta(same('descriptionEn')),
  status: Status.optional().meta(same('isActive')),
  Status: Status.optional().meta(same('isActive')),
  RoleIds: RoleIds.optional().meta(same('roleIds')),
}

const spellings = {
  nameEn: ['nameEn', 'name', 'Name'],
  descriptionEn: ['descriptionEn', 'description', 'Description'],
  isActive: ['isActive', 'status', 'Status'],
  roleIds: ['roleIds', 'RoleIds'],
} as const

type Sent = z.output<z.ZodObject<typeof fields>>
/** What was sent, under our own names. */
export type GroupFields = Pick<Sent, 'nameEn' | 'nameAr' | 'code' | 'descriptionEn' | 'descriptionAr' | 'isActive' | 'roleIds'>

/** Every value under its own name; a spelling that contradicts the one before it is a problem of that spelling. */
function underOwnNames<T extends Sent>(sent: T, problems: z.core.$RefinementCtx): Omit<T, keyof Sent> & GroupFields {
  const body: Record<string, unknown> = { ...sent }
  for (const [own, all] of Object.entries(spellings)) {
    const given = all.filter((name) => sent[name] !== undefined)
    const values = given.map((name) => plain(sent[name]))
    for (const name of all) delete body[name]
    if (given.length > 0) body[own] = values[0]
    given.forEach((name, at) => {
      if (comparable(values[at]) !== comparable(values[0]))
        problems.addIssue({ code: 'custom', path: [name], params: { code: 'not_allowed_value' } })
    })
  }
  return body as Omit<T, keyof Sent> & GroupFields
}

const plain = (value: unknown) => (value === 'Active' ? true : value === 'Inactive' ? false : value)
const comparable = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)

type Named = GroupFields & { nameEn: string }

function withName<T extends GroupFields>(body: T, problems: z.core.$RefinementCtx): T & Named {
  // in whatever spelling, it must be there
  if (body.nameEn === undefined) problems.addIssue({ code: 'invalid_type', expected: 'string', path: ['nameEn'], input: undefined })
  return body as T & Named
}

export const NewGroupHere = named(
  'NewOwnUserGroup',
  z.strictObject(fields).transform((sent, problems) => withName(underOwnNames(sent, problems), problems)),
  { nameEn: 'Support', nameAr: 'الدعم', code: 'support', descriptionEn: 'Answers the telephone', roleIds: [exampleIds.role] },
)

export const NewGroup = named(
  'NewUserGroup',
  z
    .strictObject({
      ...fields,
      tenantId: z
        .string()
        .max(100)
        .nullable()
        .optional()
        .meta({ description: "Plain or opaque; the caller's own when left out, a platform admin's is the platform" }),
    })
    .transform((sent, problems) => withName(underOwnNames(sent, problems), problems)),
  {
    nameEn: 'Support',
    nameAr: 'الدعم',
    code: 'support',
    descriptionEn: 'Answers the telephone',
    roleIds: [exampleIds.role],
    tenantId: exampleIds.tenant,
  },
)

export const GroupChange = named('UserGroupChange', z.strictObject({ ...fields, version: BodyVersion }).transform(underOwnNames), {
  nameEn: 'First line support',
  version: 3,
})
