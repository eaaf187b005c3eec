import { Tooltip } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'
import { tellFlaw } from '../toasts.tsx'
import { countOf, everything, nothing, type Selection } from './selection.ts'

export interface BulkAct {
  readonly label: string
  readonly icon: IconName
  readonly isDanger?: boolean
  /** Whether it can be done to all that match; what can't says so. */
  readonly takesAll: boolean
  /** Why it can't be done to any of them now; null where it can. */
  readonly whyNot?: string | null
  run(): void
}

interface Props {
  readonly selection: Selection
  readonly total: number
  readonly acts: readonly BulkAct[]
  onChange(selection: Selection): void
}

/** What was chosen and what can be done to it, over the foot of the list. */
export function SelectionBar({ selection, total, acts, onChange }: Props) {
  const { t } = useI18n()
  const chosen = countOf(selection, total)
  const isAll = selection.mode === 'allBut'
  if (chosen === 0) return null
  return (
    <section className="selbar" aria-label={t('list.selected', { count: chosen })}>
      <span className="selcount" aria-live="polite">
        {isAll ? t('list.selectedAll', { count: total }) : t('list.selected', { count: chosen })}
        {isAll && selection.ids.size > 0 && <em>{t('list.leftOut', { count: selection.ids.size })}</em>}
      </span>
      {/* where nothing takes all, choosing all would lead nowhere */}
      {!isAll && total > chosen && acts.some(({ takesAll }) => takesAll) && (
        <button type="button" className="link" onClick={() => onChange(everything)}>
          {t('list.selectAll', { count: total })}
        </button>
      )}
      <button type="button" className="off-all" aria-label={t('list.deselect')} onClick={() => onChange(nothing)}>
        <Icon name="close" size={15} />
      </button>
      <span className="selacts">
        {acts.map((act) => (
          <Act key={act.label} act={act} whyNot={act.whyNot ?? (isAll && !act.takesAll ? t('list.onlyIds') : null)} />
        ))}
      </span>
    </section>
  )
}

function Act({ act: { label, icon, isDanger, run }, whyNot }: { act: BulkAct; whyNot: string | null }) {
  return (
    <Tooltip label={whyNot} disabled={whyNot === null}>
      <button
        type="button"
        data-danger={isDanger || undefined}
        aria-disabled={whyNot !== null || undefined}
        // who has no mouse sees no tooltip
        onClick={() => (whyNot === null ? run() : tellFlaw(whyNot))}
      >
        <Icon name={icon} size={15} />
        {label}
      </button>
    </Tooltip>
  )
}
