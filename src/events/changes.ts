import type { Json } from './emit.ts'

/** The fields whose value differs, with before and after: what an `updated` event carries. */
export function changesBetween<T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): Record<string, { before: Json; after: Json }> {
  const changes: Record<string, { before: Json; after: Json }> = {}
  for (const [field, value] of Object.entries(after)) {
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field])) {
      changes[field] = { before: (before[field] ?? null) as Json, after: (value ?? null) as Json }
    }
  }
  return changes
}
