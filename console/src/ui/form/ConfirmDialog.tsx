import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { takeUpFault } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { isTypedName } from '../../i18n/matching.ts'
import { Fault } from '../Note.tsx'
import { unlessBusy, useSending } from './use-sending.ts'

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
  const { t } = useI18n()
  const [text, setText] = useState('')
  const sending = useSending(takeUpFault)
  const submit = () =>
    sending.run(async () => {
      await run()
      onClose()
    })
  const close = unlessBusy(sending.isBusy, onClose)
  const isTyped = typed === undefined || isTypedName(text, typed)
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped && isReady) void submit()
        }}
      >
        {children}
        <Fault {...sending} />
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
          <Button variant="default" onClick={close} {...(typed === undefined && { 'data-autofocus': true })}>
            {t('act.cancel')}
          </Button>
          <Button
            type="submit"
            {...(isDanger && { color: 'red' })}
            loading={sending.isBusy}
            disabled={!isTyped || !isReady || sending.wait > 0}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
