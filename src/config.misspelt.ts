import { wordDistance } from '#core/text/word-distance.ts'

/** In a short name every second letter makes another word. */
const mostWrong = (name: string) => (name.length < 8 ? 1 : 2)

const isSlip = (name: string, ours: string) => wordDistance(name, ours, mostWrong(ours)) <= mostWrong(ours)

/**
 * One sentence for each name that is not in `known` and looks like a slip of one that is; a setting that is not read is otherwise
 * noticed only when it is missed.
 */
export function misspeltVariables(names: readonly string[], known: readonly string[]): string[] {
  const ours = new Set(known)
  return names.flatMap((name) => {
    if (ours.has(name)) return []
    const upper = name.toUpperCase()
    const meant = known.find((ours) => Math.abs(ours.length - name.length) <= 2 && isSlip(upper, ours))
    return meant === undefined ? [] : [`${name} is not known and not read: is ${meant} meant?`]
  })
}
