import { useI18n } from '../../i18n/i18n.tsx'
import { Segments } from '../Segments.tsx'
import { dayChoices, type Period } from './period.ts'

interface Props {
  readonly title: string
  readonly period: Period
  onChoose(days: string): void
}

/** The head of a page of cards: of how many days they tell, and by whose clocks. */
export function BoardHead({ title, period, onChoose }: Props) {
  const { t } = useI18n()
  return (
    <div className="head">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className="dim">{t('period.zone', { zone: period.zone.replaceAll('_', ' ') })}</p>
      </div>
      <Segments
        label={t('period.label')}
        value={String(period.days)}
        options={dayChoices.map((value) => ({ value, label: t('period.days', { count: Number(value) }) }))}
        onChange={onChoose}
      />
    </div>
  )
}
