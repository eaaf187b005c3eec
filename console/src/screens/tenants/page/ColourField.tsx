import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { isColour } from '../../../theme/contrast.ts'

interface Props {
  readonly label: string
  readonly pick: string
  readonly value: string
  readonly placeholder: string
  readonly error: ReactNode
  readonly disabled: boolean
  onChange(value: string | null): void
}

/** A colour, typed as `#rrggbb` or taken from the picker of the system. */
export function ColourField({ label, pick, value, placeholder, error, disabled, onChange }: Props) {
  const shown = isColour(value) ? value : isColour(placeholder) ? placeholder : '#4a4ed8'
  return (
    <TextInput
      label={label}
      value={value}
      placeholder={placeholder}
      error={error}
      disabled={disabled}
      dir="ltr"
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      leftSectionPointerEvents="auto"
      leftSection={
        <input
          type="color"
          className="swatch"
          aria-label={pick}
          value={shown.toLowerCase()}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      onChange={(event) => onChange(event.currentTarget.value.trim() || null)}
    />
  )
}
