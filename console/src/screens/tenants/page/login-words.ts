/** What a form changes of a tenant's `loginBrandingJson`: the keys that the hosted pages read. All else in it stays as it was. */
import { isColour } from '../../../theme/contrast.ts'

/** `docs/hosted-pages.md` names them. */
export const wordKeys = ['en.headline', 'en.subtitle', 'ar.headline', 'ar.subtitle', 'dark.primaryColor'] as const
export type WordKey = (typeof wordKeys)[number]

type Branch = Readonly<Record<string, unknown>>

/** Newer than what TypeScript knows of JSON, and than some browsers. */
const raw = JSON as { rawJSON?(text: string): unknown; isRawJSON?(value: unknown): boolean }

const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && raw.isRawJSON?.(value) !== true

/** Keeps a number as it is written: one of twenty digits would come back as another. */
const asWritten = (_: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' && source !== undefined && raw.rawJSON ? raw.rawJSON(source) : value

/** Null where it is no JSON, or none that holds keys. */
function branchesIn(text: string | null): Branch | null {
  if (text === null) return {}
  try {
    const all: unknown = JSON.parse(text, asWritten)
    return isBranch(all) ? all : null
  } catch {
    return null
  }
}

const pathOf = (key: WordKey) => key.split('.') as [string, string]

/** Whether there is a place in it for words: nothing yet is one. */
export const takesWords = (text: string | null): boolean => branchesIn(text) !== null

/** What stands there; empty where that is no text. */
export function wordIn(text: string | null, key: WordKey): string {
  const [part, name] = pathOf(key)
  const branch = branchesIn(text)?.[part]
  const word = isBranch(branch) && Object.hasOwn(branch, name) ? branch[name] : undefined
  return typeof word === 'string' ? word : ''
}

/**
 * @param value an empty one takes the key away
 * @returns the JSON with it; null where nothing is left of it
 */
export function withWord(text: string | null, key: WordKey, value: string): string | null {
  const all = branchesIn(text)
  if (all === null) return text
  const [part, name] = pathOf(key)
  const { [name]: _old, ...others } = isBranch(all[part]) ? all[part] : ({} as Branch)
  const branch = value === '' ? others : { ...others, [name]: value }
  const { [part]: _before, ...rest } = all
  const next = Object.keys(branch).length === 0 ? rest : { ...all, [part]: branch }
  if (Object.keys(next).length === 0) return null
  // what was written in one line stays in one: it may be as long as it may be
  return JSON.stringify(next, null, text === null || text.includes('\n') ? 2 : undefined)
}

/** Whether the colour in it is none that a page takes. */
export const hasBadColour = (text: string | null): boolean => {
  const colour = wordIn(text, 'dark.primaryColor')
  return colour !== '' && !isColour(colour)
}
