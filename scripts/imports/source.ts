/** What the import checker reads from the text of one TypeScript file. */
import { posix } from 'node:path'

export interface Import {
  specifier: string
  /** The file below the project it names, `src/…`; empty for a package. */
  target: string
}

const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/.source
const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/.source
const template = /`(?:\\[\s\S]|[^`\\])*`/.source
/** A slash begins a regular expression only where no value can stand before it. */
const pattern = /(?<=(?:[=(,:[!&|?{};\n+]|=>|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//.source

/** Comments become spaces; what only looks like one, in a string or a regular expression, stays. */
export function withoutComments(text: string): string {
  const parts = new RegExp(`${quoted}|${template}|${pattern}|(${comment})`, 'g')
  return text.replace(parts, (whole, isComment) => (isComment ? whole.replace(/[^\n]/g, ' ') : whole))
}

/** Quoted strings become empty; templates stay, because code stands in them. */
export function withoutStrings(code: string): string {
  const parts = new RegExp(`(${quoted})|${template}|${pattern}`, 'g')
  return code.replace(parts, (whole, isQuoted) => (isQuoted ? "''" : whole))
}

const fromClause = /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\1/g
/** Not the end of a text or address: `/users/import`. */
const sideEffect = /(?<![/.])\bimport\s*(['"])([^'"\n]+)\1/g
const dynamic = /\bimport\s*\(\s*(['"`])([^'"`\n]+)\1/g

/** Every import, re-export, import of a type and dynamic import of the file at `path`. */
export function importsOf(path: string, code: string): Import[] {
  const found = [fromClause, sideEffect, dynamic].flatMap((syntax) => [...code.matchAll(syntax)].map(([, , specifier = '']) => specifier))
  return found.map((specifier) => ({ specifier, target: targetOf(path, specifier) }))
}

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  return ''
}

/** Whether nothing but imports and re-exports stands in the file. */
export function isBarrel(code: string): boolean {
  const rest = code
    .replace(/\bexport\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})(?:\s*from\s*(['"])[^'"\n]+\1)?/g, '')
    .replace(/\bimport\b[^'"`;()]*?\bfrom\s*(['"])[^'"\n]+\1/g, '')
    .replace(sideEffect, '')
  return /\bexport\b/.test(code) && rest.replace(/[\s;]/g, '') === ''
}
