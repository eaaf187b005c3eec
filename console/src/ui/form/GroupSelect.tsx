import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { RecordSelect, type SelectProps } from './RecordSelect.tsx'

/** One group of those that the caller may choose from, by its name in the language of the page. */
export function GroupSelect(props: SelectProps) {
  const { language } = useI18n()
  const find = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listUserGroupChoices', { query: { pageSize: 20, ...(search && { search }) } }, signal)
    return items.map(({ id, nameEn, nameAr }) => ({ value: id, label: (language === 'ar' ? nameAr : null) ?? nameEn }))
  }
  return <RecordSelect {...props} queryKey={['group choices', language]} find={find} />
}
