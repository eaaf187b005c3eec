import { TextInput, type TextInputProps } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'

/**
 * An e-mail address that is typed. The service judges it: for a browser a field of that type takes no letters beyond ASCII before the `@`,
 * and makes other ones of those behind it.
 */
export function EmailField(props: TextInputProps) {
  const { t } = useI18n()
  return (
    <TextInput
      name="email"
      label={t('fact.email')}
      inputMode="email"
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
