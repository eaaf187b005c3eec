import { TextInput, type TextInputProps } from '@mantine/core'
import { sixDigits } from './six-digits.ts'

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'value' | 'error' | 'autoFocus'> {
  /** Whether it may be something else than six digits: a backup code. */
  readonly isFree?: boolean
  /** Unless given, the form reads what was typed as `code`. */
  onChange?(code: string): void
}

/** A code of an app, a mail or a text, as it is typed or pasted. */
export function CodeField({ isFree = false, onChange, ...field }: Props) {
  return (
    <TextInput
      {...field}
      {...(onChange && { onChange: (event) => onChange(isFree ? event.currentTarget.value : sixDigits(event.currentTarget.value)) })}
      name="code"
      inputMode={isFree ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      className="code-field"
      required
      withAsterisk={false}
      dir="ltr"
      size="md"
    />
  )
}
