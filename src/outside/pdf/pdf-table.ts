import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { linesOf, plain } from './bidi-text.ts'

/** What stands on the paper besides its rows. */
export interface TableFacts {
  readonly title: string
  /** Below the title, each a line or more: what was asked for, by whom, when. */
  readonly notes: readonly string[]
  /** The columns in the order of the language, and what part of the width each has. */
  readonly columns: readonly { readonly title: string; readonly share: number }[]
  /** `Page {number}` in the language. */
  readonly pageLabel: string
  readonly language: 'en' | 'ar'
}

/** A row: a cell for each column, and what stands below them over the whole width; null for nothing. */
export interface TableRow {
  readonly cells: readonly string[]
  readonly below: string | null
}

/** One face for both scripts (SIL Open Font License): its lam-alef comes out of the file again as the letters it is made of. */
export const face = createRequire(import.meta.url).resolve('@expo-google-fonts/amiri/400Regular/Amiri_400Regular.ttf')

const size = { title: 16, text: 8 }
const lineHeight = 12
const margin = 36
const gap = 6
const mostLines = { cell: 5, below: 6 }
/** Letters of texts whose widths are remembered, in a few tens of megabytes. */
const mostRemembered = 100_000

/** A table over many pages of A4 on its side, the first column at the right where the language is read from there. */
export class PdfTable {
  readonly #doc: PDFKit.PDFDocument
  readonly #facts: TableFacts
  readonly #widths = new Map<string, number>()
  #remembered = 0
  #y = margin
  #pages = 1

  /** @param written is given the bytes of the file as they come */
  constructor(facts: TableFacts, written: (bytes: Uint8Array) => void) {
    this.#facts = facts
    this.#doc = new PDFDocument({
      size: 'A4',
      layout: 'landscape',
      margin: 0,
      font: face,
      lang: facts.language,
      info: { Title: facts.title },
    })
    this.#doc.on('data', written)
    this.#doc.fontSize(size.title)
    this.#put(facts.title, margin, this.#width, 1, 22)
    this.#doc.fontSize(size.text)
    this.#forget()
    for (const note of facts.notes) this.#put(note, margin, this.#width, 4)
    this.#y += gap
    this.#head()
  }

  add({ cells, below }: TableRow): void {
    const wrapped = cells.map((text, at) =>
      linesOf(plain(text), this.#columnWidth(at) - gap, (part) => this.#widthOf(part), mostLines.cell),
    )
    const under = below === null ? [] : linesOf(plain(below), this.#width - 2 * gap, (part) => this.#widthOf(part), mostLines.below)
    const height = (Math.max(...wrapped.map(({ length }) => length)) + under.length) * lineHeight + gap
    if (this.#y + height > this.#doc.page.height - margin - lineHeight) this.#turn()
    const top = this.#y
    let bottom = top
    for (const [at, lines] of wrapped.entries()) {
      this.#y = top
      this.#draw(lines, this.#left(at), this.#columnWidth(at) - gap)
      bottom = Math.max(bottom, this.#y)
    }
    this.#y = bottom
    this.#draw(under, margin + gap, this.#width - 2 * gap)
    this.#y += gap / 2
    this.#rule(0.3, '#bbbbbb')
    this.#y += gap / 2
  }

  end(): void {
    this.#number()
    this.#doc.end()
  }

  get #width(): number {
    return this.#doc.page.width - 2 * margin
  }

  #columnWidth(at: number): number {
    const whole = this.#facts.columns.reduce((sum, { share }) => sum + share, 0)
    return (this.#width * this.#facts.columns[at]!.share) / whole
  }

  #left(at: number): number {
    const before = this.#facts.columns.slice(0, at).reduce((sum, _column, each) => sum + this.#columnWidth(each), 0)
    return this.#facts.language === 'ar' ? margin + this.#width - before - this.#columnWidth(at) + gap : margin + before
  }

  #head(): void {
    const top = this.#y
    for (const [at, { title }] of this.#facts.columns.entries()) {
      this.#y = top
      this.#put(title, this.#left(at), this.#columnWidth(at) - gap, 1)
    }
    this.#rule(1, '#000000')
    this.#y += gap
  }

  /** A line over the whole width. */
  #rule(thickness: number, color: string): void {
    this.#doc
      .moveTo(margin, this.#y)
      .lineTo(margin + this.#width, this.#y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke()
  }

  #turn(): void {
    this.#number()
    this.#doc.addPage()
    this.#pages++
    this.#y = margin
    this.#head()
  }

  #number(): void {
    this.#y = this.#doc.page.height - margin - lineHeight / 2
    this.#put(this.#facts.pageLabel.replace('{number}', String(this.#pages)), margin, this.#width, 1)
  }

  #put(text: string, x: number, width: number, most: number, height = lineHeight): void {
    this.#draw(
      linesOf(plain(text), width, (part) => this.#widthOf(part), most),
      x,
      width,
      height,
    )
  }

  /** Lines from the top down, those that are read from the right at the right. */
  #draw(lines: ReturnType<typeof linesOf>, left: number, width: number, height = lineHeight): void {
    for (const line of lines) {
      const widths = line.runs.map(({ text }) => this.#widthOf(text))
      let x = line.isRightToLeft ? left + width - widths.reduce((sum, one) => sum + one, 0) : left
      for (const [at, { text, isRightToLeft }] of line.runs.entries()) {
        // a whole run is shaped at once, right to left where it is read so
        this.#doc.text(text, x, this.#y, { lineBreak: false, ...(isRightToLeft && { features: ['rtla'] }) })
        x += widths[at]!
      }
      this.#y += height
    }
  }

  #widthOf(part: string): number {
    const known = this.#widths.get(part)
    if (known !== undefined) return known
    const width = this.#doc.widthOfString(part)
    this.#remembered += part.length
    if (this.#remembered > mostRemembered) this.#forget()
    this.#widths.set(part, width)
    return width
  }

  /** What pdfkit remembers, too: where each letter of every word stands, which it would keep until the end. */
  #forget(): void {
    this.#widths.clear()
    this.#remembered = 0
    const { _font: font } = this.#doc as unknown as { _font: { layoutCache: object } }
    font.layoutCache = Object.create(null)
  }
}
