import { useI18n } from '../../i18n/i18n.tsx'
import { LinkedList } from '../../ui/own/LinkedList.tsx'

export default function Linked() {
  const { t } = useI18n()
  return <LinkedList noneHint={t('own.noLinksHint')} />
}
