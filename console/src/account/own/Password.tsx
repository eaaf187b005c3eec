import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordChange } from '../../ui/form/PasswordChange.tsx'
import { tell } from '../../ui/toasts.tsx'
import { NoPassword } from './NoPassword.tsx'
import { useShownAccount } from './shown-account.ts'

export default function Password() {
  const { t } = useI18n()
  const { workspace } = useShownAccount()
  const [round, setRound] = useState(0)
  const done = () => {
    tell(t('me.passwordChanged'))
    // what was typed is not kept
    setRound(round + 1)
  }
  return (
    <>
      <p className="dim">{t('me.passwordHint')}</p>
      <PasswordChange key={round} policy={workspace?.passwordPolicy} onDone={done} />
      <NoPassword />
    </>
  )
}
