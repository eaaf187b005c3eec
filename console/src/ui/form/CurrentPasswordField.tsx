import type { PasswordInputProps } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordField } from './PasswordField.tsx'

interface Props extends Pick<PasswordInputProps, 'error' | 'autoFocus'> {
  /** What the form reads it as; `password` unless given. */
  readonly name?: string
  /** Where a dialog puts the focus when it opens. */
  readonly 'data-autofocus'?: boolean
}

/** The password that somebody has, to show once more that it is them. */
export function CurrentPasswordField(props: Props) {
  const { t } = useI18n()
  return <PasswordField name="password" label={t('duty.current')} autoComplete="current-password" {...props} />
}
