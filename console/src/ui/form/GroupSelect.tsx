import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { RecordSelect, type SelectProps } from './RecordSelect.tsx'

interface Props extends SelectProps {
  /** Of that tenant and all below it, each with the tenant it is of where that is not always the same; unless given, of the caller's own tenant, or the platform, alone. */
  readonly within: string | undefined
}

/** One group, by its name in the language of the page. */
export function GroupSelect({ within, ...props }: Props) {
  const { language } = useI18n()
  const find = async (search: string, signal: AbortSignal) => {
    const query = { pageSize: 20, within, ...(search && { search }) }
    const { items } =
      within === undefined ? await call('listUserGroupChoices', { query }, signal) : await call('listUserGroups', { query }, signal)
    const tenantOf = (group: (typeof items)[number]) => ('tenantName' in group ? group.tenantName : null)
    const areOfSeveral = new Set(items.map(tenantOf)).size > 1
    return items.map((group) => {
      const [name, tenant] = [(language === 'ar' ? group.nameAr : null) ?? group.nameEn, tenantOf(group)]
      return { value: group.id, label: areOfSeveral && tenant ? `${name} · ${tenant}` : name }
    })
  }
  return <RecordSelect {...props} queryKey={['group choices', language, within]} find={find} />
}
