/** What was asked for on the command line beside names of parts. */
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { database: { type: 'string', default: 'PostgreSQL' }, full: { type: 'boolean', default: false } },
})

/** The parts that are to be measured; all when there are none. */
export const chosenParts: readonly string[] = positionals

type Kind = 'embedded' | 'PostgreSQL'

/** The kinds of database that a part is measured on, in turn: `--database embedded`, `PostgreSQL` (also when left out) or `both`. */
const databases: readonly Kind[] =
  values.database === 'both' ? ['embedded', 'PostgreSQL'] : [values.database === 'embedded' ? 'embedded' : 'PostgreSQL']

/** `--full`: the sizes of the targets; else smaller ones, which take a minute or two. */
export const isFull: boolean = values.full

/** Measures on each of these kinds, one after the other. */
export async function onEachDatabase<R>(measure: (kind: Kind) => Promise<R[]>): Promise<R[]> {
  const results: R[] = []
  for (const kind of databases) results.push(...(await measure(kind)))
  return results
}
