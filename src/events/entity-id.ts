import { type RawBuilder, sql } from 'kysely'

const uuidForm = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/**
 * The id of the record that an event is about, as a UUID; null where it is none. `row` is the name of the event in the statement.
 * Strict, because a refusal keeps the id that was sent: a text that is almost a UUID must not end the whole statement, for ever.
 */
export const entityUuid = (row: string): RawBuilder<string | null> => {
  const id = sql.ref(`${row}.entity_id`)
  return sql<string | null>`case when ${id} ~ ${sql.lit(uuidForm)} then ${id}::uuid end`
}
