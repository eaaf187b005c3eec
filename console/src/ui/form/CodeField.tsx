import { TextInput, type TextInputProps } from '@mantine/core'
import { plainCode, sixDigits } from './typed-digits.ts'

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'value' | 'error' | 'autoFocus'> {
  /** Whether it may be something else than six digits: a backup code. */
  readonly isFree?: boolean
  /** Unless given, the form reads what was typed as `code`. */
  onChange?(code: string): void
}

/** A code of an app, a mail or a text, as it is typed or pasted: what is sent is what the service takes. */
export function CodeField({ isFree = false, onChange, ...field }: Props) {
  return (
    <TextInput
      {...field}
      onChange={({ currentTarget }) => {
        const code = (isFree ? plainCode : sixDigits)(currentTarget.value)
        if (onChange) onChange(code)
        // where nothing is to be taken out the cursor stays where it is
        else if (code !== currentTarget.value) currentTarget.value = code
      }}
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
