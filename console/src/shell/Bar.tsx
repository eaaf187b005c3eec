import { ActionIcon } from '@mantine/core'
import { useEffect } from 'react'
import { useStart } from '../api/start.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Icon } from '../ui/Icon.tsx'
import { letterOf } from '../ui/list/letters.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Bell } from './Bell.tsx'

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform)

interface Props {
  onMenu(): void
  onPalette(): void
  onKeys(): void
}

/** Above every screen: search, what is new, and the own account. */
export function Bar({ onMenu, onPalette, onKeys }: Props) {
  const { t } = useI18n()
  const { me } = useStart()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // also while somebody types: it is no letter by itself
      if (!(isMac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey || letterOf(event) !== 'k') return
      event.preventDefault()
      onPalette()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onPalette])
  return (
    <header className="bar">
      <ActionIcon className="only-small" aria-label={t('shell.menu')} onClick={onMenu}>
        <Icon name="menu" size={18} />
      </ActionIcon>
      <button type="button" className="search" aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'} onClick={onPalette}>
        <Icon name="search" size={15} />
        <span>{t('palette.hint')}</span>
        <kbd dir="ltr" className="not-small">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <span className="grow" />
      <Bell />
      <AccountMenu me={me} onKeys={onKeys} />
    </header>
  )
}
