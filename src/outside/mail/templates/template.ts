export type { SystemTemplate } from '#core/mail-templates.ts'

export type MailLanguage = 'en' | 'ar'

/**
 * One piece of a mail, written once and set as HTML and as plain text. Strings are Liquid; their fixed words hold no `&`, `<` or `>`.
 * A variable that may be missing stands inside an `if`.
 */
export type Block =
  | { paragraph: string }
  /** A code or password, large and alone on its line, so that it can be copied. */
  | { code: 'code' | 'password'; onlyIfGiven?: true }
  /** A button to the address in `link`, and the address itself for those whose program shows no buttons. */
  | { button: string; onlyIfGiven?: true }
  /** What is known of the act: time, who did it, device, address; each only when given. */
  | { circumstances: true }

export interface TemplateText {
  subject: string
  blocks: Block[]
}

/** The words around the blocks. */
export interface LanguageFrame {
  direction: 'ltr' | 'rtl'
  greeting: string
  closing: string
  /** Stands before the address below a button. */
  linkHint: string
  time: string
  actor: string
  device: string
  ip: string
}
