import type { Database } from '#db/database.ts'

/** What stands in a set of wakes for a call on a channel: its name alone, or with a payload of ids behind a blank. */
export const wakeOf = (channel: string, payload = ''): string => (payload === '' ? channel : `${channel} ${payload}`)

/** Wakes whoever listens; to be called after the commit. A call may be lost: whoever listens also polls. */
export function sendWakes(database: Pick<Database, 'notify'>, wakes: ReadonlySet<string>): void {
  for (const wake of wakes) {
    const end = wake.indexOf(' ')
    if (end === -1) database.notify(wake)
    else database.notify(wake.slice(0, end), wake.slice(end + 1))
  }
}
