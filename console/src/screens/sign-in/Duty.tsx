import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { call, client } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Fault, useCountdown } from '../../ui/Note.tsx'
import { Frame } from './Frame.tsx'
import { TwoFactorSetup } from './TwoFactorSetup.tsx'

/** What is owed before anything else is open: the service says what, and holds everything else closed until then. */
export default function Duty() {
  const { t } = useI18n()
  const { duty, me, error } = useStart()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const isDone = me !== undefined && duty === null
  useEffect(() => {
    if (isDone) void navigate({ to: '/' })
  }, [isDone, navigate])
  const done = () => void cache.resetQueries()
  if (duty === 'password')
    return (
      <Frame title={t('duty.password')} sub={t('duty.passwordSub')}>
        <PasswordChange onDone={done} />
      </Frame>
    )
  if (duty === 'twoFactor')
    return (
      <Frame title={t('duty.factor')} sub={t('duty.factorSub')}>
        <TwoFactorSetup onDone={done} />
      </Frame>
    )
  return error ? (
    <Frame title={t('fault.unexpected')}>
      <Fault error={error} />
    </Frame>
  ) : null
}

function PasswordChange({ onDone }: { onDone(): void }) {
  const words = useI18n()
  const { t } = words
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { session } = client
    if (session.status !== 'signed-in' || wait > 0) return
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
      <PasswordField name="new" label={t('reset.new')} autoComplete="new-password" error={told?.fields.get('newPassword')} />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
        {t('reset.save')}
      </Button>
    </form>
  )
}
