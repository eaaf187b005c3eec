import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { acting } from '../../api/acting.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../Icon.tsx'
import { laterWithTexts } from '../later.tsx'
import type { List } from './list.ts'
import type { KeptList } from './use-kept-list.ts'

const ViewChoices = laterWithTexts(async () => (await import('./views/ViewChoices.tsx')).ViewChoices)

const cover = { backgroundOpacity: 0 }

interface Props {
  readonly list: Pick<List<unknown>, 'name' | 'address' | 'filters' | 'go'>
  readonly kept: KeptList
  /** Those that may be hidden; none where something else stands in the place of the table. */
  readonly columns: readonly { readonly key: string; readonly title: string }[]
}

/** How this person looks at a list: their views of it, its columns, and how high its rows are. */
export function ViewMenu({ list, kept, columns }: Props) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  // an account that is acted for keeps what it likes
  if (acting()) return null
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={290}
      trapFocus
      returnFocus
      // half of a button would stick out beside it
      withOverlay
      overlayProps={cover}
    >
      <Popover.Target>
        <Button variant="default" className="tool" leftSection={<Icon name="columns" size={15} />} onClick={() => setOpen(!isOpen)}>
          <span className="sr-small">{t('views.menu')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="view-box">
        {isOpen && <ViewChoices list={list} kept={kept} columns={columns} onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}
