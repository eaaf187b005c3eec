import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'

/** A password, with a way to see it and a word about Caps Lock. Its fault is told with the field, which the kit does not do for this one. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useI18n()
  const [isCaps, setCaps] = useState(false)
  const errorId = useId()
  const onKey = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const hasError = Boolean(props.error)
  const describedBy = [props['aria-describedby'], hasError && errorId].filter(Boolean).join(' ')
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
      errorProps={{ id: errorId }}
      {...(hasError && { 'aria-invalid': true })}
      {...(describedBy && { 'aria-describedby': describedBy })}
    />
  )
}
