interface Props<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  onChange(value: V): void
}

/** One of a few views of the same thing, all of them seen. */
export function Segments<V extends string>({ label, value, options, onChange }: Props<V>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
