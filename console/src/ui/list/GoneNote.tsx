import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../Note.tsx'

/** Said before many are deleted by whoever could not bring them back. */
export function GoneNote({ lacking }: { readonly lacking: readonly string[] }) {
  const { t, list } = useI18n()
  return <Note tone="amber">{t('bulk.deleteGone', { permissions: list(lacking) })}</Note>
}
