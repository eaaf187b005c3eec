import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { csvOf } from './csv.ts'
import { saveFile } from './save-file.ts'

interface Props {
  /** Title of the chart. */
  readonly name: string
  /** Name of the file, without its ending. */
  readonly file: string
  readonly rows: readonly (readonly (string | number)[])[]
}

/** The numbers of a chart as a file. */
export function CsvButton({ name, file, rows }: Props) {
  const { t } = useI18n()
  return (
    <ActionIcon
      size={28}
      aria-label={t('chart.csv', { name })}
      onClick={() => saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), `${file}.csv`)}
    >
      <Icon name="download" size={15} />
    </ActionIcon>
  )
}
