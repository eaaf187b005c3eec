import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'

/** A password, with a way to see it and a word about Caps Lock. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useI18n()
  const [isCaps, setCaps] = useState(false)
  const onKey = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      required
      withAsterisk={false}
      dir="ltr"
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('act.show') }}
      onKeyUp={onKey}
      description={isCaps ? t('signIn.capsLock') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
    />
  )
}
