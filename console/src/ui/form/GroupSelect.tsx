import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useWithin } from '../within.ts'
import { RecordSelect, type SelectProps } from './RecordSelect.tsx'

/** One group of the tenant that is looked at and those below it, else of the caller's own; by its name in the language of the page. */
export function GroupSelect(props: SelectProps) {
  const { language } = useI18n()
  const within = useWithin()
  const find = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listUserGroupChoices', { query: { pageSize: 20, within, ...(search && { search }) } }, signal)
    return items.map(({ id, nameEn, nameAr }) => ({ value: id, label: (language === 'ar' ? nameAr : null) ?? nameEn }))
  }
  return <RecordSelect {...props} queryKey={['group choices', language, within]} find={find} />
}
