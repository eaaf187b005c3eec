import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { ListFilter } from '#db/lists/list-query.ts'
import { eventCatalog } from '#events/catalog.ts'

const names = Object.keys(eventCatalog)

/** Every beginning of a name up to one of its dots, and what begins with it. */
const families = Map.groupBy(
  names.flatMap((name) => [...name.matchAll(/\./g)].map(({ index }) => ({ family: name.slice(0, index), name }))),
  ({ family }) => family,
)

const Action = z.enum([...families.keys(), ...names] as [string, ...string[]]).meta({ id: 'AuditActionFilter' })

/** By what was done. What is no action and no family of any is refused with the list of them: it would find nothing, without a word. */
export const actionFilter: ListFilter<string> = {
  description: 'One action, or the beginning of several: `role` means every `role.…`',
  body: Action,
  query: Action,
  where: (action) => {
    const meant = [...(families.get(action) ?? []).map(({ name }) => name), ...(names.includes(action) ? [action] : [])]
    return sql<SqlBool>`events.type = any(${meant}::text[])`
  },
}
