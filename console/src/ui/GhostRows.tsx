const widths = [62, 44, 52, 30, 24, 38]

/** Rows as they will be, before there are any. */
export function GhostRows({ columns, rows = 12 }: { columns: readonly { key: string; isPrimary: boolean }[]; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
    <tr key={row} className="ghost">
      <td className="pick">
        <span />
      </td>
      {columns.map(({ key, isPrimary }, column) => (
        <td key={key} data-col={key} data-primary={isPrimary || undefined}>
          <span style={{ width: `${widths[(row + column) % widths.length]}%` }} />
        </td>
      ))}
      <td className="act" />
    </tr>
  ))
}
