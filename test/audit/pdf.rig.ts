/** The text of a PDF file as a reader of it takes it out: by the ToUnicode map of its one font, each piece with its place. */
import { inflateSync } from 'node:zlib'

export interface Piece {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly text: string
}

interface PdfObject {
  readonly head: string
  readonly content: string
}

/** Throws for what is no PDF of the kind that pdfkit writes. */
export function piecesIn(bytes: Buffer): Piece[] {
  const objects = [...bytes.toString('latin1').matchAll(/\d+ 0 obj\n([\s\S]*?)endobj/g)].map(([, body = '']): PdfObject => {
    const at = body.indexOf('stream\n')
    if (at === -1) return { head: body, content: '' }
    const raw = Buffer.from(body.slice(at + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const isPacked = body.slice(0, at).includes('FlateDecode')
    return { head: body.slice(0, at), content: (isPacked ? inflateSync(raw) : raw).toString('latin1') }
  })
  const letters = toUnicode(objects)
  const pages = objects.filter(({ content }) => /\bTJ\b|\bTj\b/.test(content))
  return pages.flatMap(({ content }, page) => textsOf(content, letters).map((piece) => ({ page, ...piece })))
}

/** By the number of a glyph the letters that it stands for. */
function toUnicode(objects: readonly PdfObject[]): Map<number, string> {
  const map = objects.find(({ content }) => content.includes('beginbfrange'))?.content
  if (map === undefined) throw new Error('no ToUnicode map')
  const letters = new Map<number, string>()
  const decoded = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(from, 16)
    for (const [at, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(first + at, decoded(hex.replaceAll(' ', '')))
  }
  return letters
}

function textsOf(content: string, letters: ReadonlyMap<number, string>): Omit<Piece, 'page'>[] {
  const found: Omit<Piece, 'page'>[] = []
  for (const [, x, y, shown = ''] of content.matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm[\s\S]*?\[([\s\S]*?)\] TJ/g)) {
    const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    found.push({ x: Number(x), y: Number(y), text: glyphs.map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '\uFFFD').join('') })
  }
  return found
}

/** The lines of all pages from the top down, the pieces of each from left to right. */
export function linesIn(bytes: Buffer): string[] {
  const lines = Map.groupBy(piecesIn(bytes), ({ page, y }) => `${page} ${Math.round(y / 6)}`)
  return [...lines.values()].map((pieces) =>
    pieces
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(' '),
  )
}
