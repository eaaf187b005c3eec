interface Props {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[]
  /** Whether the first cell is code or an address, which is read from the left. */
  readonly isCode?: boolean
}

/** The numbers of a chart as they are. */
export function ChartTable({ label, head, rows, isCode }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="chart-table" tabIndex={0} aria-label={label}>
      <table>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{isCode ? <code dir="ltr">{first}</code> : first}</th>
              {rest.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
