/** Where a text is no JSON that the service takes: browsers tell the place in words of their own, or not at all. */

export interface JsonFlaw {
  readonly kind: 'syntax' | 'end' | 'name' | 'deep'
  /** Both from one. */
  readonly line: number
  readonly column: number
  /** The name that is not taken, or a few letters of what stands there. */
  readonly near: string
}

/** What the service refuses in any JSON. */
const forbidden: ReadonlySet<unknown> = new Set(['__proto__', 'constructor', 'prototype'])
const deepest = 32

const space = /[ \t\r\n]*/y
const piece =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/uy

/** What may come: `first` and `start` let the bracket close at once. */
type Wanted = 'value' | 'first' | 'start' | 'name' | 'colon' | 'next'

/** @returns the first flaw; null where it is JSON */
export function flawIn(text: string): JsonFlaw | null {
  const found = scanned(text)
  if (found?.kind !== 'syntax' && found !== null) return found
  try {
    JSON.parse(text)
    return null
  } catch {
    return found ?? flawAt(text, text.length, 'end')
  }
}

function scanned(text: string): JsonFlaw | null {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let at = 0
  for (;;) {
    space.lastIndex = at
    space.test(text)
    at = space.lastIndex
    if (at === text.length) return wanted === 'next' && open.length === 0 ? null : flawAt(text, at, 'end')
    piece.lastIndex = at
    const [sign] = piece.exec(text) ?? []
    const next: Wanted | null = sign === undefined ? null : after(sign, wanted, open)
    if (next === null) return flawAt(text, at, 'syntax')
    if (next === 'colon' && forbidden.has(JSON.parse(sign as string))) return { ...flawAt(text, at, 'name'), near: sign as string }
    if (open.length > deepest) return flawAt(text, at, 'deep')
    wanted = next
    at = piece.lastIndex
  }
}

/** What may follow; null where this may not stand here. Opens and closes brackets. */
function after(sign: string, wanted: Wanted, open: string[]): Wanted | null {
  const isIn = open.at(-1)
  if (sign === '}' || sign === ']') {
    const isEmpty = sign === '}' ? wanted === 'start' : wanted === 'first'
    const isFull = wanted === 'next' && isIn === (sign === '}' ? '{' : '[')
    if (!isEmpty && !isFull) return null
    open.pop()
    return 'next'
  }
  if (wanted === 'next') return sign === ',' && isIn !== undefined ? (isIn === '{' ? 'name' : 'value') : null
  if (wanted === 'colon') return sign === ':' ? 'value' : null
  if (wanted === 'name' || wanted === 'start') return sign.startsWith('"') ? 'colon' : null
  if (sign === ',' || sign === ':') return null
  if (sign !== '{' && sign !== '[') return 'next'
  open.push(sign)
  return sign === '{' ? 'start' : 'first'
}

function flawAt(text: string, at: number, kind: JsonFlaw['kind']): JsonFlaw {
  const before = text.slice(0, at).split('\n')
  return { kind, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, near: (text.slice(at).split('\n')[0] ?? '').slice(0, 12) }
}
