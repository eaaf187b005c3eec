import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../fault.ts'
import { Fault, useCountdown } from '../Note.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { OwnName } from './OwnName.tsx'
import { PasswordField } from './PasswordField.tsx'
import type { Policy } from './password-rules.ts'

interface Props {
  /** What is asked of the new one; undefined where that is not known. */
  readonly policy: Policy | undefined
  /** Whether it may not be changed now. */
  readonly isDisabled?: boolean
  onDone(): void
}

/** Of the own password: because it is owed, or wanted. */
export function PasswordChange({ policy, onDone, isDisabled = false }: Props) {
  const words = useI18n()
  const { t } = words
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
      await callOwn('changeOwnPassword', { path: { id: session.user.id }, body })
      onDone()
    } catch (fault) {
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="stack">
      <OwnName />
      {told && <Fault told={told} left={wait} />}
      <PasswordField
        name="current"
        label={t('duty.current')}
        autoComplete="current-password"
        autoFocus
        error={told?.fields.get('currentPassword')}
      />
      <NewPasswordField name="new" label={t('reset.new')} policy={policy} error={told?.fields.get('newPassword')} />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0 || isDisabled}>
        {t('reset.save')}
      </Button>
    </form>
  )
}
