import { Button, Modal, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { takeUpFault } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { unlessBusy, useSending } from '../form/use-sending.ts'
import { Fault } from '../Note.tsx'
import { tell } from '../toasts.tsx'

interface Props {
  readonly name: string
  /** Blocks the account of that name. */
  block(body: { readonly reason?: string }): Promise<unknown>
  onClose(): void
  /** Reads again what has changed. */
  onDone(): Promise<void>
}

/** Asks for the reason, which the record and the audit log keep. */
export function BlockDialog({ name, block, onClose, onDone }: Props) {
  const { t } = useI18n()
  const sending = useSending(takeUpFault)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    void sending.run(async () => {
      await block(reason === '' ? {} : { reason })
      tell(t('told.state', { name, state: t('status.Blocked') }))
      onClose()
      await onDone()
    })
  }
  const close = unlessBusy(sending.isBusy, onClose)
  return (
    <Modal opened onClose={close} title={t('block.title', { name })} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form onSubmit={submit} className="stack">
        <p className="dim">{t('block.hint')}</p>
        <Fault {...sending} />
        <Textarea name="reason" label={t('fact.reason')} rows={3} maxLength={500} dir="auto" data-autofocus />
        <div className="acts">
          <Button variant="default" onClick={close}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" color="red" loading={sending.isBusy} disabled={sending.wait > 0}>
            {t('block.confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
