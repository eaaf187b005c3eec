import { z } from 'zod'
import { isLink } from '#core/text/link.ts'
import { queryBoolean } from '#db/lists/list-query.ts'
import { exampleIds } from '#http/example-values.ts'
import { PermissionSlug } from '#http/permission-shapes.ts'
import { oneLine } from '#http/person-fields.ts'
import { Code, Id, named } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

/** Items of one tenant, or of the platform; so also the most that one order names. */
export const mostItems = 200
/** Items above each other, the first one counted. */
export const mostLevels = 5

export const MenuQuery = z.strictObject({
  all: queryBoolean.optional().meta({ description: 'Also what the caller is not shown; needs the permission `menus.view`' }),
})

const order = z.int().min(0).max(100_000)
const ParentId = Id.nullable()

const fields = {
  titleAr: oneLine(100).nullable().optional(),
  path: z
    .string()
    .max(500)
    .refine(isLink, { params: { code: 'format' } })
    .nullable()
    .optional()
    .meta({ description: 'A path that begins with one slash, or an address with http or https' }),
  icon: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/)
    .nullable()
    .optional()
    .meta({ description: 'The name of an icon: 1 to 50 of a-z, 0-9 and dashes' }),
  parentId: ParentId.optional().meta({ description: 'An item of the same tenant or of the platform; null: at the top' }),
  requiredPermission: PermissionSlug.nullable().optional(),
  isVisible: z.boolean().optional(),
}

export const NewMenuItem = named(
  'NewMenuItem',
  z.strictObject({
    titleEn: oneLine(100),
    key: Code.optional().meta({ description: 'Unique in the tenant; made of the English title when left out' }),
    order: order.optional().meta({ description: 'Behind its siblings when left out' }),
    ...fields,
  }),
  {
    titleEn: 'Reports',
    titleAr: 'التقارير',
    key: 'reports',
    path: '/reports',
    icon: 'chart-bar',
    requiredPermission: 'audit.view',
    isVisible: true,
  },
)

export const MenuItemChange = named(
  'MenuItemChange',
  z.strictObject({ titleEn: oneLine(100).optional(), key: Code.optional(), order: order.optional(), ...fields, version: BodyVersion }),
  { titleEn: 'All reports', version: 1 },
)

export const MenuOrder = named(
  'MenuOrder',
  z.strictObject({
    items: z
      .array(z.strictObject({ id: Id, parentId: ParentId, order }))
      .max(mostItems)
      .meta({ description: "Every item of the caller's tenant (of the platform for its admins), each exactly once" }),
  }),
  { items: [{ id: exampleIds.menuItem, parentId: null, order: 0 }] },
)
