import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call, client } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Fault, useCountdown } from '../../ui/Note.tsx'

/** The change that is owed, or that begins the service. */
export function PasswordChange({ onDone }: { onDone(): void }) {
  const words = useI18n()
  const { t } = words
  const { start } = useStart()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { session } = client
    if (session.status !== 'signed-in' || wait > 0 || isBusy) return
    const data = new FormData(event.currentTarget)
    const body = { currentPassword: String(data.get('current')), newPassword: String(data.get('new')) }
    setBusy(true)
    setError(null)
    try {
      await call('changeOwnPassword', { path: { id: session.user.id }, body })
      onDone()
    } catch (fault) {
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="stack">
      {told && <Fault told={told} left={wait} />}
      <PasswordField
        name="current"
        label={t('duty.current')}
        autoComplete="current-password"
        autoFocus
        error={told?.fields.get('currentPassword')}
      />
      <NewPasswordField name="new" label={t('reset.new')} policy={start?.passwordPolicy} error={told?.fields.get('newPassword')} />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t('reset.save')}
      </Button>
    </form>
  )
}
