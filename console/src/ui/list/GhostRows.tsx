const widths = [62, 44, 52, 30, 24, 38]

interface Props {
  readonly columns: readonly { readonly key: string; readonly isPrimary: boolean }[]
  readonly isPicked: boolean
  readonly hasActs: boolean
  readonly rows?: number
}

/** Rows as they will be, before there are any. */
export function GhostRows({ columns, isPicked, hasActs, rows = 12 }: Props) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <tr key={row} className="ghost">
      {isPicked && (
        <td className="pick">
          <span />
        </td>
      )}
      {columns.map(({ key, isPrimary }, column) => (
        <td key={key} data-col={key} data-primary={isPrimary || undefined}>
          <span style={{ width: `${widths[(row + column) % widths.length]}%` }} />
        </td>
      ))}
      {hasActs && <td className="act" />}
    </tr>
  ))
}
