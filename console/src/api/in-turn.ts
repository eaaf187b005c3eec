/** What was asked for last must hold: requests of one thing can overtake each other on their way. */
const last = new Map<string, Promise<unknown>>()

/** Does work of one name one after the other, in the order in which it was asked for; what failed stops none of the rest. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const own = (last.get(name) ?? Promise.resolve()).then(work, work)
  last.set(name, own)
  const forget = () => void (last.get(name) === own && last.delete(name))
  own.then(forget, forget)
  return own
}
