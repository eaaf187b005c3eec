/** An answer as the cache has it. */
interface Answered {
  readonly state: { readonly data: unknown; readonly dataUpdatedAt: number }
}

interface Named {
  readonly id?: string
}

/** A record as the page had it that was read last of those that have it; undefined where none has. */
export function latestOf<R extends Named>(pages: readonly Answered[], id: string): R | undefined {
  const latest = [...pages].sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  return latest
    .flatMap(({ state }) => (state.data as { readonly items: readonly R[] } | undefined)?.items ?? [])
    .find((row) => row.id === id)
}
