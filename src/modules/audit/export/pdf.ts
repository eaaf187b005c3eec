import type { z } from 'zod'
import type { Context } from '#db/rows/context.ts'
import type { AuditEntry } from '#modules/audit/audit.schema.ts'
import type { TableFacts, TableRow } from '#outside/pdf/pdf-table.ts'
import { pdfWords } from './pdf-words.ts'

type Entry = z.output<typeof AuditEntry>

/** Parts of the width: an address of IPv6 and a time stand on one line. */
const shares = [13, 18, 17, 20, 15, 8, 14]

/** What stands above the entries: of what, for whom, when, and how many. */
export function pdfFacts(ctx: Context, filter: Readonly<Record<string, unknown>>, count: number): TableFacts {
  const words = pdfWords[ctx.language]
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined)
  const made = words.made
    .replace('{time}', momentOf(ctx.now))
    .replace('{name}', () => ctx.actor.impersonatorName ?? ctx.actor.name)
    .replace('{count}', String(count))
  return {
    title: words.title,
    notes: [`${words.filter}: ${asked.map(([name, value]) => `${name} = ${value}`).join(', ') || words.everything}`, made],
    columns: words.columns.map((title, at) => ({ title, share: shares[at]! })),
    pageLabel: words.page,
    language: ctx.language,
  }
}

/** Letters of one text of an entry, about twice what its lines show: what the database took in one long word is not all carried along. */
const longestText = 2000

/** An entry as people read it; ids stand where there is no name. No text of it is longer than two thousand letters. */
export function pdfRow({ language }: Pick<Context, 'language'>, entry: Entry): TableRow {
  const words = pdfWords[language]
  const { onBehalfOfId } = entry
  const whom = onBehalfOfId && words.onBehalfOf.replace('{name}', () => entry.onBehalfOfName ?? onBehalfOfId)
  return {
    cells: [
      momentOf(new Date(entry.timestamp)),
      [entry.actorName ?? entry.actorId ?? entry.actorType, whom].filter(Boolean).join(' '),
      entry.action,
      [entry.entityType, entry.entityName ?? entry.entityId].filter(Boolean).join(' '),
      entry.tenantName ?? '',
      words.outcomes[entry.outcome],
      entry.ipAddress ?? '',
    ].map(shortened),
    below: belowOf(entry),
  }
}

const shortened = (text: string): string =>
  // not through the middle of a letter of two units
  text.length > longestText ? `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text

const momentOf = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

function belowOf({ changes, details }: Entry): string | null {
  const told = [
    ...Object.entries(details).map(([name, value]) => `${name}: ${shown(value)}`),
    ...Object.entries(changes).map(([name, { before, after }]) => `${name}: ${shown(before)} -> ${shown(after)}`),
  ]
  return told.length > 0 ? shortened(told.join('; ')) : null
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : value == null ? '-' : JSON.stringify(value))
