import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'

interface Props {
  /** Title of the chart. */
  readonly name: string
  readonly isTable: boolean
  onChange(isTable: boolean): void
}

/** Shows the numbers of a chart as a table, and back. */
export function TableToggle({ name, isTable, onChange }: Props) {
  const { t } = useI18n()
  return (
    <ActionIcon size={28} aria-pressed={isTable} aria-label={t('chart.asTable', { name })} onClick={() => onChange(!isTable)}>
      <Icon name={isTable ? 'chart' : 'table'} size={15} />
    </ActionIcon>
  )
}
