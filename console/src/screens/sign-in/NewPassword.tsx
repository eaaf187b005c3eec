import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { OwnName } from '../../ui/form/OwnName.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault } from '../../ui/Note.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import type { Where } from './after.ts'

interface Props {
  /** Proves that the reset is theirs. */
  readonly challenge: string
  /** Where they go to sign in with it. */
  readonly where?: Where
  /** The way to another code. */
  readonly children: ReactNode
}

export function NewPassword({ challenge, where, children }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const sending = useSending()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    void sending.run(async () => {
      await call('resetPassword', { body: { challengeToken: challenge, newPassword } })
      await navigate({ to: '/login', search: { ...where, changed: 'yes' } as never })
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
        {children}
      </form>
    </Frame>
  )
}
