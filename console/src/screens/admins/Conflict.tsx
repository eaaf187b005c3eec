import { Button } from '@mantine/core'
import type { Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../../ui/Note.tsx'
import { type AdminDraft, type DraftField, fieldsOf } from './admin-draft.ts'

type Detail = Reply<'getAdmin'>

interface Props {
  readonly mine: AdminDraft
  /** What was read when the form was opened. */
  readonly base: Detail
  readonly theirs: Detail
  onSettle(keep: 'mine' | 'theirs'): void
}

/** Somebody else saved first: both values beside each other, and one of them is kept. */
export function Conflict({ mine, base, theirs, onSettle }: Props) {
  const { t } = useI18n()
  const before = (field: DraftField) => base[field] ?? ''
  const rows = fieldsOf(theirs).filter((field) => mine[field].trim() !== before(field) || (theirs[field] ?? '') !== before(field))
  return (
    <div className="stack">
      <Note tone="amber">{t('form.conflict')}</Note>
      <table className="compare">
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{t('form.mine')}</th>
            <th scope="col">{t('form.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`admins.${field === 'phoneNumber' ? 'phone' : field}`)}</th>
              <td dir="auto">{mine[field]}</td>
              <td dir="auto">{theirs[field]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="acts">
        <Button variant="default" onClick={() => onSettle('theirs')} data-autofocus>
          {t('form.takeTheirs')}
        </Button>
        <Button onClick={() => onSettle('mine')}>{t('form.keepMine')}</Button>
      </div>
    </div>
  )
}
