/** Which columns of a list somebody sees. What makes no sense of what was kept is left out. */

/** @param known columns of the list @returns those that are shown; null for all */
export function columnsIn(kept: unknown, list: string, known: readonly string[]): ReadonlySet<string> | null {
  const own: unknown =
    typeof kept === 'object' && kept !== null && Object.hasOwn(kept, list) ? (kept as Record<string, unknown>)[list] : null
  if (!Array.isArray(own)) return null
  const shown = known.filter((key) => own.includes(key))
  return shown.length === 0 || shown.length === known.length ? null : new Set(shown)
}
