import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Language } from '../../i18n/language.ts'

type Read = (id: string, language: Language, signal: AbortSignal) => Promise<string>

const kinds = {
  group: {
    permission: 'groups.view',
    read: async (id, language, signal) => {
      const { nameEn, nameAr } = await call('getUserGroup', { path: { id } }, signal)
      return (language === 'ar' ? nameAr : null) ?? nameEn
    },
  },
  role: { permission: 'roles.view', read: async (id, _, signal) => (await call('getRole', { path: { id } }, signal)).name },
  tenant: { permission: 'tenants.view', read: async (id, _, signal) => (await call('getTenant', { path: { id } }, signal)).name },
} as const satisfies Record<string, { readonly permission: string; readonly read: Read }>

/** Where the name of a record lies in the cache; an act on records of that kind has it asked for again. */
export const nameKey = (kind: keyof typeof kinds, id: string, language: Language) =>
  [{ group: 'Group name', role: 'Role name', tenant: 'Tenant name' }[kind], id, language] as const

/** What a record is called that no row names: asked for once, where the caller may; else its id. */
export function RecordName({ kind, id }: { readonly kind: keyof typeof kinds; readonly id: string }) {
  const { language } = useI18n()
  const { can, start } = useStart()
  const { permission, read } = kinds[kind]
  const own = kind === 'tenant' && start?.tenant?.id === id ? start.tenant.name : undefined
  const { data, isLoading } = useQuery({
    queryKey: nameKey(kind, id, language),
    queryFn: ({ signal }) => read(id, language, signal),
    enabled: own === undefined && can(permission) === true,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return own ?? data ?? (isLoading ? '…' : <code dir="ltr">{id}</code>)
}
