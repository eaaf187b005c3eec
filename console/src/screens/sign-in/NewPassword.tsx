import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { OwnName } from '../../ui/form/OwnName.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault } from '../../ui/Note.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'

/** @param challenge what proves that the reset is theirs @param onAgain asks for another code, on the page where that is asked for */
export function NewPassword({ challenge, onAgain }: { challenge: string; onAgain?(): void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const sending = useSending()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    void sending.run(async () => {
      await call('resetPassword', { body: { challengeToken: challenge, newPassword } })
      await navigate({ to: '/login', search: { changed: 'yes' } as never })
    })
  }
  return (
    <Frame title={t('reset.title')}>
      <form onSubmit={submit} className="stack">
        <OwnName />
        <Fault {...sending} />
        <NewPasswordField
          name="password"
          label={t('reset.new')}
          policy={undefined}
          autoFocus
          error={sending.told?.fields.get('newPassword')}
        />
        <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
          {t('reset.save')}
        </Button>
        {onAgain ? (
          <button type="button" className="quiet-link" onClick={onAgain}>
            {t('reset.again')}
          </button>
        ) : (
          <Link to="/forgot" className="quiet-link">
            {t('reset.again')}
          </Link>
        )}
      </form>
    </Frame>
  )
}
