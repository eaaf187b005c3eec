import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { client, hasNoAnswer, Refused, SignedOut } from '../../api/client.ts'
import { callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault } from '../Note.tsx'
import { tellFlaw } from '../toasts.tsx'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { OwnName } from './OwnName.tsx'
import type { Policy } from './password-rules.ts'
import { useSending } from './use-sending.ts'

interface Props {
  /** What is asked of the new one; undefined where that is not known. */
  readonly policy: Policy | undefined
  /** Whether it may not be changed now. */
  readonly isDisabled?: boolean
  /** Whether it has to be changed before anything else is open. */
  readonly isOwed?: boolean
  /** What it answers is waited for: the form is not open again before. */
  onDone(): unknown
}

/**
 * Whether it is owed no more though `fault` came: the answer was lost, or another tab was first. What was the current password is wrong from
 * then on, and whoever tried it again and again would be locked out.
 */
async function isOwedNoMore(id: string, fault: unknown): Promise<boolean> {
  if (!hasNoAnswer(fault) && !(fault instanceof Refused && fault.code === 'invalid_credentials')) return false
  const now = await client.renew().catch(() => null)
  return now?.status === 'signed-in' && now.user.id === id && !now.mustChangePassword
}

/** Of the own password: because it is owed, or wanted. */
export function PasswordChange({ policy, onDone, isDisabled = false, isOwed = false }: Props) {
  const { t } = useI18n()
  const sending = useSending()
  const { told, wait, isBusy } = sending
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const body = { currentPassword: String(data.get('current')), newPassword: String(data.get('new')) }
    void sending.run(async () => {
      const { session } = client
      if (session.status !== 'signed-in') throw new SignedOut('none')
      const { id } = session.user
      await callOwn('changeOwnPassword', { path: { id }, body }).catch(async (fault: unknown) => {
        if (!isOwed || !(await isOwedNoMore(id, fault))) throw fault
        // what opens the account is what was typed then, and not now
        if (fault instanceof Refused) tellFlaw(t('duty.changedBefore'))
      })
      await onDone()
    })
  }
  return (
    <form onSubmit={submit} className="stack">
      <OwnName />
      <Fault {...sending} />
      <CurrentPasswordField name="current" autoFocus error={told?.fields.get('currentPassword')} />
      <NewPasswordField name="new" label={t('reset.new')} policy={policy} error={told?.fields.get('newPassword')} />
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0 || isDisabled}>
        {t('reset.save')}
      </Button>
    </form>
  )
}
