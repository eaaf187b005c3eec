import { TextInput, type TextInputProps } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'

/** An e-mail address that is typed. */
export function EmailField(props: TextInputProps) {
  const { t } = useI18n()
  return (
    <TextInput
      name="email"
      label={t('fact.email')}
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      withAsterisk={false}
      dir="ltr"
      size="md"
      {...props}
    />
  )
}
