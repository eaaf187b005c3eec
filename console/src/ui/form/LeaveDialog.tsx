import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'

export interface LeaveWords {
  readonly title?: string | undefined
  readonly hint?: string | undefined
  readonly discard?: string | undefined
  readonly stay?: string | undefined
}

/** Asks before a page is left: the console and the pages for end users have one each, as each has a router of its own. */
export type Guard = (props: LeaveWords & { isChanged(): boolean }) => ReactNode

interface Props extends LeaveWords {
  onStay(): void
  onLeave(): void
}

/** Asks whether what was typed is to be lost. @param title with `hint`, `discard` and `stay`, where it is something else that would end */
export function LeaveDialog({ title, hint, discard, stay, onStay, onLeave }: Props) {
  const { t } = useI18n()
  // the dialog gives no focus back by itself, as it is on the page only while it is open
  const [before] = useState(() => document.activeElement)
  const goBack = () => {
    onStay()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
  return (
    <Modal opened onClose={goBack} title={title ?? t('form.leave')} zIndex={400} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <p className="dim">{hint ?? t('form.leaveHint')}</p>
        <div className="acts">
          <Button variant="default" onClick={goBack} data-autofocus>
            {stay ?? t('form.stay')}
          </Button>
          <Button color="red" onClick={onLeave}>
            {discard ?? t('form.discard')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
