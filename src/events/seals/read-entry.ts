import { sql } from 'kysely'
import { columnTypes } from '#db/column-types.ts'
import { entryForm, type WrittenEntry } from './digest.ts'
import { canonicalText } from './jsonb-text.ts'

/**
 * An entry `f` as lines of text: a driver is sooner done with one value than with eighteen. No line holds a line break, which JSON escapes,
 * in PostgreSQL as in ECMAScript to the letter. The last is there where there is a salt.
 */
export const entryLines = sql`concat_ws(E'\n',
  array_to_json(array[f.tenant_id::text, f.type, f.actor_id::text, f.actor_kind, f.on_behalf_of_id::text, f.entity_type, f.entity_id,
    f.entity_name, f.outcome]),
  coalesce(f.is_logged::text, 'null'), array_to_json(array[f.trace_id, f.parent_trace_id]), coalesce(f.created_at::text, 'null'),
  coalesce(f.data::text, 'null'), coalesce(f.changes::text, 'null'), coalesce(f.person::text, 'null'), encode(f.person_salt, 'hex'))`

/** An entry that is proved, as its digests take it. What is nested too deep to walk through was never sealed: it fits no seal. */
export function readEntry(id: string, lines: string): WrittenEntry {
  try {
    return written(id, lines)
  } catch (error) {
    if (error instanceof RangeError) return { id, kept: '', person: '', personSalt: null }
    throw error
  }
}

function written(id: string, lines: string): WrittenEntry {
  const [facts, isLogged, traces, createdAt, data, changes, person, personSalt] = lines.split('\n') as Lines
  const plain = `["${entryForm}",${facts.slice(1, -1)},${isLogged},${traces.slice(1, -1)},"${isoTime(createdAt)}"]`
  return {
    id,
    kept: `${plain}\n${canonicalText(data)}\n${canonicalText(changes)}`,
    person: canonicalText(person),
    personSalt: personSalt ?? null,
  }
}

type Lines = [string, string, string, string, string, string, string, string?]

const usual = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/
const timestamptz = 1184

/** What PostgreSQL writes of a time as `Date` writes it, to the millisecond; what no `Date` can hold stays as it is, and was never sealed. */
function isoTime(text: string): string {
  const parts = usual.exec(text)
  if (parts !== null) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z`
  const time: unknown = columnTypes.getTypeParser(timestamptz)(text)
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : text
}
