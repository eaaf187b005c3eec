/** A property by its name, and as it is written, with that. */
interface Member {
  readonly name: string
  readonly text: string
}

/**
 * The text that PostgreSQL writes of a jsonb as `canonicalJson` writes the value, without making the value: strings are copied, for
 * PostgreSQL escapes in them what ECMAScript does, and in the same way. @throws where it can be no text of a jsonb
 */
export function canonicalText(jsonb: string): string {
  // most of what an entry has beside its person
  return jsonb === '{}' || jsonb === 'null' ? jsonb : new JsonbText(jsonb).whole()
}

class JsonbText {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): string {
    const text = this.#value()
    if (this.#at !== this.#text.length) throw this.#noJsonb()
    return text
  }

  #value(): string {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object()
      case '[':
        return this.#array()
      case '"':
        return this.#string()
      case 't':
      case 'n':
        return this.#skip(4)
      case 'f':
        return this.#skip(5)
      default:
        return this.#number()
    }
  }

  #object(): string {
    const members: Member[] = []
    let isSorted = true
    this.#at++
    while (this.#text[this.#at] !== '}') {
      const quoted = this.#string()
      this.#expect(': ')
      const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
      isSorted &&= members.length === 0 || members.at(-1)!.name < name
      members.push({ name, text: `${quoted}:${this.#value()}` })
      if (this.#text[this.#at] !== '}') this.#expect(', ')
    }
    this.#at++
    // jsonb has short names first
    if (!isSorted) members.sort((a, b) => (a.name < b.name ? -1 : 1))
    let text = ''
    for (const member of members) text += text === '' ? member.text : `,${member.text}`
    return `{${text}}`
  }

  #array(): string {
    let text = ''
    this.#at++
    while (this.#text[this.#at] !== ']') {
      text += text === '' ? this.#value() : `,${this.#value()}`
      if (this.#text[this.#at] !== ']') this.#expect(', ')
    }
    this.#at++
    return `[${text}]`
  }

  #string(): string {
    const start = this.#at
    let end = start
    do end = this.#text.indexOf('"', end + 1)
    while (this.#isEscaped(end))
    if (end === -1) throw this.#noJsonb()
    return this.#skip(end + 1 - start)
  }

  /** Whether the character there has an odd number of backslashes before it. */
  #isEscaped(at: number): boolean {
    let first = at
    while (this.#text[first - 1] === '\\') first--
    return (at - first) % 2 === 1
  }

  #number(): string {
    const start = this.#at
    let end = start
    for (; end < this.#text.length; end++) {
      const char = this.#text[end]
      if (char === ',' || char === '}' || char === ']') break
    }
    // an empty one would be 0
    if (end === start) throw this.#noJsonb()
    return String(Number(this.#skip(end - start)))
  }

  #expect(mark: string): void {
    if (!this.#text.startsWith(mark, this.#at)) throw this.#noJsonb()
    this.#at += mark.length
  }

  #skip(length: number): string {
    this.#at += length
    return this.#text.slice(this.#at - length, this.#at)
  }

  /** Says nothing of what the text holds: it may name people. */
  #noJsonb(): Error {
    return new Error(`no text of a jsonb, at ${this.#at}`)
  }
}
