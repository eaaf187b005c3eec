/** The rule of the tables whose rows belong to somebody: a statement names one behind the doors of db/, or says why it need not. */

/** One function, constant or class of a file, with the comment that stands right above it. */
interface Declaration {
  name: string
  code: string
  /** What its comments say, and blanks for all else. */
  comments: string
}

/**
 * What belongs to a tenant or hangs on an account, by the names of tables in TypeScript: what the doors know, and every table with a
 * column `tenantId` or `accountId`.
 * @param doors the text of db/rows/owned.ts
 * @param tables the text of db/tables.ts
 */
export function ownedTablesIn(doors: string, tables: string): string[] {
  const known = [...doors.matchAll(/\btable: '(\w+)'/g)].map(([, name]) => name as string)
  const hanging = [...tables.matchAll(/^ {2}(\w+): \{\n((?: {4}.*\n)*)/gm)].filter(([, , columns]) =>
    /^ {4}(?:tenantId|accountId): /m.test(columns as string),
  )
  return [...new Set([...known, ...hanging.map(([, name]) => name as string)])].sort()
}

/**
 * A sentence for each declaration that names one of `owned` and states no reason, and for each reason that nothing needs.
 * @param text the whole file
 * @param code the same with blanks for comments
 */
export function unscopedFaults(text: string, code: string, owned: readonly string[]): string[] {
  return declarationsOf(text, code).flatMap((declaration) => {
    const tables = namedTables(declaration.code, owned)
    const reasons = [...declaration.comments.matchAll(/\bunscoped:(.*)/g)].map(([, reason]) =>
      (reason as string).replace(/\*\/.*$/, '').trim(),
    )
    const { name } = declaration
    if (reasons.some((reason) => !/\w\W+\w/.test(reason))) return [`${name} gives no reason behind "unscoped:"`]
    if (tables.length > 0 && reasons.length === 0)
      return [`${name} names the owned table ${tables.join(', ')}; go through the doors of db/rows/owned.ts, or say "// unscoped: why"`]
    if (tables.length === 0 && reasons.length > 0) return [`${name} says why it is unscoped, and names no owned table`]
    return []
  })
}

function declarationsOf(text: string, code: string): Declaration[] {
  const said = text.replace(/[^\n]/g, (character, at) => (code[at] === ' ' ? character : ' '))
  const [lines, bare] = [said.split('\n'), code.split('\n')]
  const begins = bare.flatMap((line, at) => (/^[a-z@]/.test(line) && !/^(?:import|from)\b/.test(line) ? [at] : []))
  // a comment that ends right above belongs to what follows
  const from = begins.map((at) => {
    let first = at
    while (first > 0 && bare[first - 1]?.trim() === '' && lines[first - 1]?.trim() !== '') first--
    return first
  })
  return begins.map((at, index) => ({
    name: /\b(?:function\*?|const|let|class|type|interface)\s+([\w$]+)/.exec(bare[at] as string)?.[1] ?? `line ${at + 1}`,
    code: bare.slice(at, from[index + 1]).join('\n'),
    comments: lines.slice(from[index], from[index + 1]).join('\n'),
  }))
}

const starts = 'selectFrom|insertInto|updateTable|deleteFrom|mergeInto'
const joins = '(?:inner|left|right|full|cross)Join(?:Lateral)?|from|using'
const door = /\b(?:select|update)\(\s*ctx\b|\bselectEvents\(/

/**
 * The tables that a query starts with by Kysely, but for a subquery (`eb`), which is bound to its query, or by `rowInsert`; that it joins,
 * but to what came through a door; or that SQL names. A table behind a variable is told as such.
 */
function namedTables(code: string, owned: readonly string[]): string[] {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const sql = code.replace(/'(?!(?:select|insert|update|delete|with|from|exists)\b)(?:\\.|[^'\\\n])*'/g, "''")
  const methods = door.test(code) ? starts : `${starts}|${joins}`
  const named = owned.filter((table) => {
    const call = new RegExp(`(?:(?<!\\beb\\s*)\\.\\s*(?:${methods})|\\browInsert)\\(\\s*\\[?\\s*['"\`]${table}\\b`)
    return call.test(code) || new RegExp(`\\b(?:from|join|into|update|using|only)\\s+"?${snake(table)}\\b`).test(sql)
  })
  const isHidden = new RegExp(`\\.\\s*(?:${starts})\\(\\s*[\\w.$]+[^\\w.$'"\`]|\\bsql\\.table\\(\\s*[a-z]`).test(code)
  return isHidden ? [...named, 'behind a variable'] : named
}
