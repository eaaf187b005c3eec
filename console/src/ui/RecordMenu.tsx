import { ActionIcon, Menu } from '@mantine/core'
import { type MouseEvent, type ReactNode, type RefAttributes, useId, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { copy } from './Facts.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

interface Props {
  /** Of the record, for its button to be told from those of the other rows. */
  readonly name: string
  /** In pixels. */
  readonly width: number
  /** Whether the Tab key stops at its button. */
  readonly isStop?: boolean
  readonly children: ReactNode
}

/**
 * What can be done to one record, behind the button with three dots. A row that nobody asked has the button alone: a menu listens to the whole
 * page and measures itself as soon as it is there, and with one in each row a tree can't be scrolled fast.
 */
export function RecordMenu({ name, width, isStop = true, children }: Props) {
  const { t } = useI18n()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    // before what was chosen opens a dialog, which gives the focus back to where it was
    button.current?.focus()
    setOpen(false)
  }
  return (
    <span className="record-menu">
      <ActionIcon
        ref={button}
        id={id}
        size={28}
        tabIndex={isStop ? 0 : -1}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t('list.more', { name })}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
      </ActionIcon>
      {isOpen && (
        <Menu opened onChange={close} position="bottom-end" width={width} returnFocus={false}>
          <Menu.Target>
            <Place />
          </Menu.Target>
          <Menu.Dropdown aria-labelledby={id} className="record-menu-list">
            {children}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  )
}

/**
 * Lies over the button while its menu is open. The menu of Mantine clones what it belongs to, and a button that is made anew loses the focus: so
 * it belongs to this, and a press on it shuts the menu, which is nothing that the row should hear of.
 */
const Place = ({ ref, onClick }: RefAttributes<HTMLSpanElement> & { onClick?(): void }) => {
  const shut = (event: MouseEvent) => {
    event.stopPropagation()
    onClick?.()
  }
  return <span className="record-menu-place" {...{ ref, onClick: shut }} />
}

interface ActProps {
  readonly icon: IconName
  readonly label: string
  /** What can't be done now stays, greyed. */
  readonly isOff?: boolean
  /** Takes something away. */
  readonly isDanger?: boolean
  onClick(): void
}

/** One thing that can be done to the record of a `RecordMenu`. */
export const Act = ({ icon, label, isOff = false, isDanger = false, onClick }: ActProps) => (
  <Menu.Item leftSection={<Icon name={icon} size={15} />} disabled={isOff} onClick={onClick} {...(isDanger && { className: 'danger' })}>
    {label}
  </Menu.Item>
)

/** Copies something of the record: its id, unless it is labelled. */
export function CopyAct({ text, label }: { text: string; label?: string }) {
  const { t } = useI18n()
  return <Act icon="copy" label={label ?? t('act.copyId')} onClick={() => void copy(text, t)} />
}
