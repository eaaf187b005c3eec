import { notifications } from '@mantine/notifications'
import type { I18n } from '../i18n/i18n.tsx'
import { toldOf } from './fault.ts'
import { Icon } from './Icon.tsx'

interface Undo {
  readonly label: string
  run(): void
}

let shown = 0

/** One line at the end of the page; with an undo for as long as it stands there. */
export function tell(text: string, undo?: Undo): void {
  shown += 1
  const id = `told-${shown}`
  const message = (
    <span className="toast">
      <bdi>{text}</bdi>
      {undo && (
        <button
          type="button"
          onClick={() => {
            notifications.hide(id)
            undo.run()
          }}
        >
          {undo.label}
        </button>
      )}
    </span>
  )
  notifications.show({
    id,
    message,
    icon: <Icon name="check" size={14} />,
    color: 'green',
    withBorder: false,
    autoClose: undo ? 10_000 : 4000,
  })
}

/** Something that did not go as it should: stays until it is closed. */
export function tellFlaw(message: string): void {
  notifications.show({ message, icon: <Icon name="alert" size={14} />, color: 'red', autoClose: false })
}

/** Stays until it is closed. */
export function tellFault(error: unknown, words: I18n): void {
  const { text, traceId, waitSeconds } = toldOf(error, words)
  const wait = waitSeconds === null ? '' : words.t('fault.wait', { count: waitSeconds })
  tellFlaw([text, wait, traceId && words.t('fault.trace', { id: traceId })].filter(Boolean).join(' '))
}
