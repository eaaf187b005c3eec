import type { LogEvent } from 'kysely'
import { failureName, type Tracing } from '#core/tracing.ts'

const verb = /^\s*\(*\s*([a-z]+)/i
const table = /\b(?:from|into|update|lock table|lateral)\s+"?([a-z_][a-z0-9_]*)/i

/** A statement as its verb and its first table: neither the values nor the text, which may be long. */
function summaryOf(text: string): string {
  const name = table.exec(text)?.[1]
  const first = (verb.exec(text)?.[1] ?? 'statement').toUpperCase()
  return name === undefined ? first : `${first} ${name}`
}

/** Records a statement that is done, where it belongs to a request, a job or a mail. */
export function recordStatement(tracing: Tracing, event: LogEvent): void {
  if (!tracing.isWithin()) return
  const name = summaryOf(event.query.sql)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
  const failure = event.level === 'error' ? failureName(event.error) : undefined
  tracing.record({ name, kind: 'client', attributes }, event.queryDurationMillis, failure)
}
