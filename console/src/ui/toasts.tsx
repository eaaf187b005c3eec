import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { accountKind, client, SignedOut } from '../api/client.ts'
import { isOfDuty, takeUpFault } from '../api/queries.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useTold } from './fault.ts'
import { Icon } from './Icon.tsx'
import { Wait } from './Note.tsx'

interface Undo {
  readonly label: string
  run(): void
}

let shown = 0

/** Shows one, whose button to close it has a name in the language of the page. */
function show(message: ReactNode, id: string, look: Pick<NotificationData, 'icon' | 'color' | 'withBorder' | 'autoClose'>): void {
  notifications.show({
    id,
    message: (
      <>
        {message}
        <CloseName id={`${id}-close`} />
      </>
    ),
    closeButtonProps: { 'aria-labelledby': `${id}-close` },
    ...look,
  })
}

const newId = () => {
  shown += 1
  return `told-${shown}`
}

function CloseName({ id }: { id: string }) {
  const { t } = useI18n()
  return (
    <span id={id} hidden>
      {t('act.close')}
    </span>
  )
}

/** One line at the end of the page; with an undo for as long as it stands there. */
export function tell(text: string, undo?: Undo): void {
  const id = newId()
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
  show(message, id, { icon: <Icon name="check" size={14} />, color: 'green', withBorder: false, autoClose: undo ? 10_000 : 4000 })
}

/** Something that did not go as it should: stays until it is closed. */
export function tellFlaw(message: ReactNode): void {
  show(message, newId(), { icon: <Icon name="alert" size={14} />, color: 'red', autoClose: false })
}

/**
 * Tells why an act failed, and has the page ask anew for what is so no more: menus offer no more what may be done no more. Stays until it is
 * closed; where it may be tried again later it says in how many seconds. On the pages for end users nobody is told that a session has ended:
 * the page is left for sign-in then, or is somebody else's already.
 */
export function tellFault(error: unknown): void {
  takeUpFault(error)
  // what is owed there the token says, which may be older
  if (accountKind === 'user' && isOfDuty(error)) client.renew().catch(() => undefined)
  if (accountKind === 'user' && error instanceof SignedOut) return
  tellFlaw(<FaultLine error={error} />)
}

function FaultLine({ error }: { error: unknown }) {
  const { t } = useI18n()
  const { told, wait } = useTold(error)
  if (!told) return null
  const { text, traceId, waitSeconds } = told
  return (
    <bdi>
      {text}
      <Wait seconds={waitSeconds} left={wait} />
      {traceId && ` ${t('fault.trace', { id: traceId })}`}
    </bdi>
  )
}
