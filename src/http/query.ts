const noQuery: Record<string, unknown> = Object.freeze(Object.create(null))

/** A query string by its names; a repeated one becomes a list, which no schema of ours accepts. Takes time linear in its length. */
export function readQuery(text: string): Record<string, unknown> {
  if (text === '') return noQuery
  const query: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query[name]
    if (known === undefined) query[name] = value
    else if (Array.isArray(known)) known.push(value)
    else query[name] = [known, value]
  }
  return query
}
