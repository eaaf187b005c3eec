import { z } from 'zod'
import { Within } from '#db/lists/list-within.ts'
import { exampleIds } from '#http/example-values.ts'
import { named, TenantName } from '#http/shapes.ts'

export const searchKinds = ['admin', 'user', 'tenant', 'group', 'role', 'template', 'webhook'] as const

/** So many of each kind are named: who wants more asks the list of that kind. */
export const mostOfKind = 5

export const SearchQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .min(2)
    .max(100)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), { params: { code: 'nul_character' } })
    .meta({ description: 'Words in any order, or a whole id, as in the list of each kind' }),
  within: Within,
})

const Found = named(
  'FoundRecord',
  z.object({
    kind: z.enum(searchKinds),
    id: z.string().meta({ description: 'As the record itself shows it: of a group opaque' }),
    title: z.string(),
    subtitle: z.string().nullable().meta({ description: 'Address of people, where the caller may see it; code of a tenant or group' }),
    tenantId: z.string().nullable().meta({ description: 'As the record itself shows it; of a tenant its own; null for the platform' }),
    tenantName: TenantName,
  }),
  {
    kind: 'admin',
    id: exampleIds.admin,
    title: 'Sara Haddad',
    subtitle: 'sara@acme.example',
    tenantId: exampleIds.tenant,
    tenantName: 'Acme',
  },
)

export const SearchResult = named(
  'SearchResult',
  z.object({ items: z.array(Found).meta({ description: `The newest ${mostOfKind} of each kind at most, kind by kind` }) }),
)
