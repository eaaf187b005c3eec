import { Button, Modal, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'

/** Asks for the reason, which the record and the audit log keep. */
export function BlockDialog({ admin, acts, onClose }: { admin: Admin; acts: AdminActs; onClose(): void }) {
  const { t } = useI18n()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const name = nameOf(admin)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    setBusy(true)
    setError(null)
    try {
      await call('blockAdmin', { path: { id: admin.id }, body: reason === '' ? {} : { reason } })
      tell(t('told.state', { name, state: t('status.Blocked') }))
      onClose()
      await acts.refresh()
    } catch (fault) {
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
        <Textarea name="reason" label={t('admins.reason')} rows={3} maxLength={500} dir="auto" data-autofocus />
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
