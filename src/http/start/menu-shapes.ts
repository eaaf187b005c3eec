import { z } from 'zod'
import { Id } from '#http/shapes.ts'

/** An item of a menu with those below it. */
export interface MenuNode {
  id: string
  key: string
  titleEn: string
  titleAr: string | null
  path: string | null
  icon: string | null
  parentId: string | null
  order: number
  requiredPermission: string | null
  isVisible: boolean
  tenantId: string | null
  version: number
  children: MenuNode[]
}

export const MenuItem: z.ZodType<MenuNode, MenuNode> = z
  .object({
    id: Id,
    key: z.string(),
    titleEn: z.string(),
    titleAr: z.string().nullable(),
    path: z.string().nullable(),
    icon: z.string().nullable(),
    parentId: Id.nullable(),
    order: z.int(),
    requiredPermission: z.string().nullable().meta({ description: 'Who does not hold it is not shown the item; never a right by itself' }),
    isVisible: z.boolean(),
    tenantId: Id.nullable().meta({ description: 'Null: an item of the platform, which every tenant is shown' }),
    version: z.int(),
    children: z.array(z.lazy(() => MenuItem)),
  })
  .meta({ id: 'MenuItem' })
