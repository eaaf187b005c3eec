import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { takeUpRefusal } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../fault.ts'
import { Fault, useCountdown } from '../Note.tsx'

interface Props {
  readonly title: string
  readonly confirm: string
  /** What can't be undone asks for this to be typed first. */
  readonly typed?: string
  readonly isDanger?: boolean
  readonly isReady?: boolean
  readonly children?: ReactNode
  /** Does it; what it throws is shown, and the dialog stays. */
  run(): Promise<void>
  onClose(): void
}

/** Asks before something is done, says why it failed, and closes when it is done. */
export function ConfirmDialog({ title, confirm, typed, isDanger = true, isReady = true, children, run, onClose }: Props) {
  const words = useI18n()
  const { t } = words
  const [text, setText] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function submit() {
    setBusy(true)
    setError(null)
    try {
      await run()
      onClose()
    } catch (fault) {
      takeUpRefusal(fault)
      setError(fault)
      setBusy(false)
    }
  }
  const isTyped = typed === undefined || text.trim() === typed.trim()
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped && isReady && wait === 0 && !isBusy) void submit()
        }}
      >
        {children}
        {told && <Fault told={told} left={wait} />}
        {typed !== undefined && (
          <TextInput
            label={t('confirm.type', { name: typed })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            data-autofocus
          />
        )}
        <div className="acts">
          <Button variant="default" onClick={onClose} {...(typed === undefined && { 'data-autofocus': true })}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" {...(isDanger && { color: 'red' })} loading={isBusy} disabled={!isTyped || !isReady || wait > 0}>
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
