import type { Key } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import type { Part } from './fields.ts'
import { type Change, isDefaultAgain, isSecret, type Value } from './values.ts'

interface Props {
  readonly part: Part
  readonly changes: readonly Change[]
  run(): Promise<void>
  onClose(): void
}

/** What would change, before it is saved. A secret is never shown. */
export function ChangesDialog({ part, changes, run, onClose }: Props) {
  const { t } = useI18n()
  const shown = (value: Value) => {
    if (typeof value === 'boolean') return t(value ? 'fact.on' : 'fact.off')
    return value || t('fact.unset')
  }
  const after = (change: Change) => {
    if (isDefaultAgain(change)) return t('settings.theDefault')
    return isSecret(change.kind) ? t('settings.secret') : shown(change.after)
  }
  return (
    <ConfirmDialog title={t('settings.reviewTitle')} confirm={t('act.save')} isDanger={false} run={run} onClose={onClose}>
      <p className="dim">{t('settings.reviewHint')}</p>
      <table className="compare">
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{t('settings.before')}</th>
            <th scope="col">{t('settings.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.name}>
              <th scope="row">{t(`settings.${part}.${change.name}` as Key)}</th>
              <td dir="auto">{isSecret(change.kind) ? '········' : shown(change.before)}</td>
              <td dir="auto">{after(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ConfirmDialog>
  )
}
