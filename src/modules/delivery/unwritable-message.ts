/** A mail or text that can never be written, however often it is tried: a template or variables of another version. */
export class UnwritableMessage extends Error {
  constructor(what: 'mail' | 'text', cause: unknown) {
    super(`the ${what} could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'UnwritableMessage'
  }
}
