import { useState } from 'react'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordChange } from '../../ui/form/PasswordChange.tsx'
import { tell } from '../../ui/toasts.tsx'
import { MePage, useIsActed } from './MePage.tsx'

export default function Password() {
  const { t } = useI18n()
  const { start } = useStart()
  const isActed = useIsActed()
  const [round, setRound] = useState(0)
  const done = () => {
    tell(t('me.passwordChanged'))
    // what was typed is not kept
    setRound(round + 1)
  }
  return (
    <MePage part="password" isTheirsAlone>
      <p className="dim">{t('me.passwordHint')}</p>
      <PasswordChange key={round} policy={start?.passwordPolicy} onDone={done} isDisabled={isActed} />
    </MePage>
  )
}
