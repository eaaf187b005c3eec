import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { OwnName } from '../../ui/form/OwnName.tsx'
import { Fault, useCountdown } from '../../ui/Note.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'

/** @param challenge what proves that the reset is theirs */
export function NewPassword({ challenge }: { challenge: string }) {
  const words = useI18n()
  const { t } = words
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setError(null)
    try {
      await call('resetPassword', { body: { challengeToken: challenge, newPassword } })
      await navigate({ to: '/login', search: { changed: 'yes' } as never })
    } catch (fault) {
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame title={t('reset.title')}>
      <form onSubmit={(event) => void submit(event)} className="stack">
        <OwnName />
        {told && <Fault told={told} left={wait} />}
        <NewPasswordField name="password" label={t('reset.new')} policy={undefined} autoFocus error={told?.fields.get('newPassword')} />
        <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
          {t('reset.save')}
        </Button>
        <Link to="/forgot" className="quiet-link">
          {t('reset.again')}
        </Link>
      </form>
    </Frame>
  )
}
