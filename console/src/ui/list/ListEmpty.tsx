import { Button } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { Further } from './ListFoot.tsx'
import type { List } from './list.ts'
import { nothing } from './selection.ts'

/** What is there when there is nothing at all yet, and what it would be. */
export interface None {
  readonly title: string
  readonly hint: string
}

/** In the place of rows where there are none. */
export function ListEmpty<R>({ list, none }: { list: List<R>; none: None }) {
  const { t } = useI18n()
  const { further, isFiltered, total } = list
  return (
    <div className="nothing">
      <Icon name="empty" size={24} />
      {further === undefined ? (
        <>
          <h2>{isFiltered ? t('list.empty') : none.title}</h2>
          <p>{isFiltered ? t('list.emptyHint') : none.hint}</p>
        </>
      ) : (
        <Further total={total} further={further} />
      )}
      {isFiltered && (
        <Button
          variant="default"
          onClick={() => {
            list.select(nothing)
            list.clear()
          }}
        >
          {t('list.clear')}
        </Button>
      )}
    </div>
  )
}
