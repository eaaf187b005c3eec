import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Fault } from '../../ui/Note.tsx'
import { Frame } from './Frame.tsx'

/** @param challenge what proves that the reset is theirs */
export function NewPassword({ challenge }: { challenge: string }) {
  const words = useI18n()
  const { t } = words
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
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
        {error !== null && <Fault error={error} />}
        <PasswordField
          name="password"
          label={t('reset.new')}
          autoComplete="new-password"
          autoFocus
          error={error ? toldOf(error, words).fields.get('newPassword') : undefined}
        />
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          {t('reset.save')}
        </Button>
      </form>
    </Frame>
  )
}
