import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { takeUpRefusal } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
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
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    setBusy(true)
    setError(null)
    try {
      await block(reason === '' ? {} : { reason })
      tell(t('told.state', { name, state: t('status.Blocked') }))
      onClose()
      await onDone()
    } catch (fault) {
      takeUpRefusal(fault)
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('block.title', { name })} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form onSubmit={(event) => void submit(event)} className="stack">
        <p className="dim">{t('block.hint')}</p>
        {error !== null && <Fault error={error} />}
        <Textarea name="reason" label={t('block.reason')} rows={3} maxLength={500} dir="auto" data-autofocus />
        <div className="acts">
          <Button variant="default" onClick={onClose}>
            {t('act.cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {t('block.confirm')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
