/** Ids that were chosen, or all that match the filter but some. */
export interface Selection {
  readonly mode: 'only' | 'allBut'
  readonly ids: ReadonlySet<string>
}

export const nothing: Selection = { mode: 'only', ids: new Set() }

export const everything: Selection = { mode: 'allBut', ids: new Set() }

export const isChosen = ({ mode, ids }: Selection, id: string): boolean => (mode === 'only') === ids.has(id)

/** With `ids` chosen or not. */
export function choose(selection: Selection, ids: readonly string[], isOn: boolean): Selection {
  const next = new Set(selection.ids)
  for (const id of ids) {
    if ((selection.mode === 'only') === isOn) next.add(id)
    else next.delete(id)
  }
  return { mode: selection.mode, ids: next }
}

/** @param total how many match the filter */
export const countOf = ({ mode, ids }: Selection, total: number): number => (mode === 'only' ? ids.size : Math.max(0, total - ids.size))
