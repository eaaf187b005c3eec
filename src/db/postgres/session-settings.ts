import type pg from 'pg'

/** Names of settings of PostgreSQL and their values, as `set` takes them. */
export type SessionSettings = Readonly<Record<string, string | number>>

/** No statement of ours runs long enough to win back what compiling it costs. */
const everywhere: SessionSettings = { TimeZone: 'UTC', jit: 'off' }

/** Where a pooler has no connection to the server left, this is the first thing that waits. */
const answerTimeoutMs = 2000

/**
 * Sets up a session that was just opened, in one round trip, and says what it is good for. Not by the parameters a connection starts with:
 * a pooler refuses those it does not know, and `?options=` in the address would replace them.
 * @returns `takesWrites`: whether a transaction that begins now may write; `isStandby`: whether the server copies another
 */
export async function setUpSession(
  client: Pick<pg.ClientBase, 'query'>,
  settings: SessionSettings = {},
): Promise<{ takesWrites: boolean; isStandby: boolean }> {
  const set = Object.entries({ ...everywhere, ...settings }).map(([name, value]) => `set ${name} = '${value}'; `)
  const state = `select current_setting('default_transaction_read_only') as read_only, pg_is_in_recovery() as standby; `
  // first asked, then set: the reader sets the mode that is asked for
  const query = { text: state + set.join(''), query_timeout: answerTimeoutMs }
  const results = (await client.query(query as pg.QueryConfig)) as unknown as { rows: { read_only: string; standby: boolean }[] }[]
  const { read_only, standby } = results[0]!.rows[0]!
  return { takesWrites: read_only === 'off' && !standby, isStandby: standby }
}
