/** Names of events, and the catalogue by category. */

interface Named {
  readonly name: string
  readonly title: string
  readonly category: string
}

/** Whether it could be the name of an event: some are called by words with spaces between them. */
export const isEventName = (text: string): boolean => /^[\w. ]{1,100}$/.test(text)

export interface Category<T> {
  readonly name: string
  readonly types: readonly T[]
}

/** In the order of the catalogue; with `text`, only those whose name or title has it. */
export function categoriesOf<T extends Named>(types: readonly T[], text = ''): Category<T>[] {
  const wanted = text.trim().toLowerCase()
  const found = types.filter(({ name, title }) => [name, title].some((told) => told.toLowerCase().includes(wanted)))
  const groups = new Map<string, T[]>()
  for (const type of found) groups.set(type.category, [...(groups.get(type.category) ?? []), type])
  return [...groups].map(([name, grouped]) => ({ name, types: grouped }))
}
