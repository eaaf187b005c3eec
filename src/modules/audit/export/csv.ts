import type { z } from 'zod'
import type { AuditEntry } from '#modules/audit/audit.schema.ts'
import { row } from './csv-cells.ts'

type Entry = z.output<typeof AuditEntry>

/** As the entry itself names its fields; a column keeps its name and its place. */
const columns = [
  'id',
  'timestamp',
  'actorId',
  'actorType',
  'actorName',
  'onBehalfOfId',
  'onBehalfOfName',
  'action',
  'entityType',
  'entityId',
  'entityName',
  'tenantId',
  'tenantName',
  'ipAddress',
  'userAgent',
  'outcome',
  'changes',
  'details',
  'traceId',
  'parentTraceId',
  'sessionId',
] as const satisfies readonly (keyof Entry)[]

/** The marks of UTF-8, by which spreadsheets know it, and the names of the columns. */
export const csvHead = `\uFEFF${row(columns)}`

/** The row of an entry. What has parts is JSON in one cell, empty where there are none. */
export const csvRow = (entry: Entry): string => row(columns.map((name) => textOf(entry[name])))

function textOf(value: Entry[keyof Entry]): string | null {
  if (value === null || typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  for (const _name in value) return JSON.stringify(value)
  return null
}
