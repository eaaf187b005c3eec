import { Textarea } from '@mantine/core'
import { useI18n } from '../../../i18n/i18n.tsx'
import { flawIn } from './json-flaw.ts'

interface Props {
  readonly label: string
  readonly description: string
  /** Null is inherited. */
  readonly value: string | null
  readonly placeholder: string
  /** What the service said of it. */
  readonly fault: string | undefined
  readonly isReadOnly: boolean
  onChange(value: string | null): void
}

/** A text that has to be JSON: where it is none, its line is named while it is typed. Nothing of it is looked into. */
export function JsonField({ label, description, value, placeholder, fault, isReadOnly, onChange }: Props) {
  const { t } = useI18n()
  const flaw = value === null ? null : flawIn(value)
  return (
    <Textarea
      className="json-field"
      label={label}
      description={description}
      dir="ltr"
      rows={8}
      spellCheck={false}
      autoComplete="off"
      value={value ?? ''}
      placeholder={placeholder}
      error={flaw ? t(`tenants.json.${flaw.kind}`, { line: flaw.line, column: flaw.column, near: flaw.near }) : fault}
      readOnly={isReadOnly}
      // space alone is nothing, and no JSON that is wrong; space around it is taken off where it is saved
      onChange={({ currentTarget: { value: typed } }) => onChange(typed.trim() ? typed : null)}
    />
  )
}
