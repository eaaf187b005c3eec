import { nameKey } from '#core/text/name-key.ts'
import { searchKey, searchWords } from '#core/text/search-text.ts'
import type { Found, SortKey } from '#db/lists/list-plan.ts'
import type { Place } from '#db/lists/read-page.ts'
import { searchedId } from '#db/lists/text-search.ts'
import { systemTemplateRecords } from './system-templates.ts'
import type { TemplateRecord } from './template-record.ts'

/** What a list is narrowed by. */
export interface AskedTemplates {
  readonly category?: string | undefined
  readonly isActive?: boolean | undefined
  readonly status?: 'active' | 'inactive' | undefined
  readonly search?: string | undefined
}

const keys: Readonly<Record<'createdAt' | 'updatedAt' | 'name' | 'category', (record: TemplateRecord) => string>> = {
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  updatedAt: ({ updatedAt }) => updatedAt.toISOString(),
  name: ({ name }) => nameKey(name),
  category: ({ category }) => category,
}

/** The templates of the service that a list finds, with what they are ordered by. */
export const systemTemplatesFound = ({ category, isActive, status, search }: AskedTemplates, sortBy: keyof typeof keys): Found[] =>
  systemTemplateRecords
    .filter(
      (record) =>
        (category === undefined || record.category === category) &&
        isActive !== false &&
        status !== 'inactive' &&
        (search === undefined || isFound(record, search)),
    )
    .map((record) => ({ id: record.id, key: keys[sortBy](record) }))

function isFound({ id, name, code, subject }: TemplateRecord, search: string): boolean {
  const asked = searchedId(search)
  if (asked !== null) return id === asked
  const text = [name, code ?? '', subject].map((part) => searchKey(part)).join('\n')
  return searchWords(search).every((word) => text.includes(searchKey(word)))
}

interface Order {
  readonly sort: SortKey
  readonly direction: 'asc' | 'desc'
  readonly place: Place
  /** How many rows there are. */
  readonly count: number
}

/**
 * A piece of a list that is rows and, among them in the same order, a few records which are none. Of the rows only those are read that can
 * lie in the piece: so many before it as there are such records.
 */
export async function amongRows(
  others: readonly Found[],
  { sort, direction, place, count }: Order,
  read: (offset: number, limit: number) => Promise<Found[]>,
): Promise<Found[]> {
  const { after, offset, limit } = place
  const compare = (a: Found, b: Found) => (direction === 'asc' ? 1 : -1) * (compareKeys(sort, a.key, b.key) || compareTexts(a.id, b.id))
  const first = Math.max(0, offset - others.length)
  const rows = first > count ? [] : await read(first, limit + others.length)
  const ahead = rows[0]
  if (ahead === undefined && first > 0) return []
  const isWanted = (one: Found) => (after === null ? first === 0 || compare(one, ahead!) > 0 : compare(one, after) > 0)
  const wanted = others.filter(isWanted)
  const merged = [...rows, ...wanted].sort(compare)
  const before = after === null ? first + others.length - wanted.length : 0
  return merged.slice(after === null ? offset - before : 0).slice(0, limit)
}

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const compareKeys = ({ type }: SortKey, a: string, b: string): number =>
  type === 'timestamptz' ? momentOf(a) - momentOf(b) : compareTexts(a, b)

/** As the database writes it, `2026-11-22 09:30:00.123456+00`, or in ISO 8601. */
const momentOf = (text: string): number => Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
