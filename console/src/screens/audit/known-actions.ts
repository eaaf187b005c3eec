/** What the log can be asked for by its event: one, or all whose names begin with the same words. */
import { actions } from './actions.ts'

/** `auth`, `auth.login` for `auth.login.failed`. */
const familiesOf = (name: string) => [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index))

/** In the order of the catalogue, each beginning before the first that it means. */
export const knownActions: readonly string[] = [...new Set(actions.flatMap((name) => [...familiesOf(name), name]))]

const known = new Set(knownActions)

/** Whether the service knows it: it refuses any other, and the whole list with it. */
export const isAction = (text: string): boolean => known.has(text)
