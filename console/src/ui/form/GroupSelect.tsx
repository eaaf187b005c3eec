import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { RecordSelect, type SelectProps } from './RecordSelect.tsx'

interface Props extends SelectProps {
  /** Of that tenant and all below it; unless given, of the caller's own tenant, or the platform, alone. */
  readonly within: string | undefined
}

/** One group, by its name in the language of the page. */
export function GroupSelect({ within, ...props }: Props) {
  const { language } = useI18n()
  const find = async (search: string, signal: AbortSignal) => {
    const { items } = await call('listUserGroupChoices', { query: { pageSize: 20, within, ...(search && { search }) } }, signal)
    return items.map(({ id, nameEn, nameAr }) => ({ value: id, label: (language === 'ar' ? nameAr : null) ?? nameEn }))
  }
  return <RecordSelect {...props} queryKey={['group choices', language, within]} find={find} />
}
