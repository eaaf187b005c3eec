import { TextInput } from '@mantine/core'
import { sixDigits } from '../../ui/form/six-digits.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  onChange(digits: string): void
}

/** Six digits of a mail or a text, as they are typed or pasted. */
export function CodeField({ label, value, error, onChange }: Props) {
  return (
    <TextInput
      name="code"
      label={label}
      value={value}
      error={error}
      onChange={(event) => onChange(sixDigits(event.currentTarget.value))}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="code-field"
      required
      withAsterisk={false}
      dir="ltr"
      size="md"
    />
  )
}
