import type { TextTemplate } from '#core/text-templates.ts'
import { plainName } from '#outside/mail/name.ts'

interface Filling {
  readonly code: string
  /** Who the text comes from; short, for a text is paid for by its length. */
  readonly brand: string
  readonly minutes: string
}

type Language = 'en' | 'ar'

const minutesIn: Record<Language, (count: number) => string> = {
  en: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  ar: (count) => {
    const form = new Intl.PluralRules('ar').select(count)
    if (form === 'one') return 'دقيقة واحدة'
    if (form === 'two') return 'دقيقتين'
    return `${count} ${form === 'few' ? 'دقائق' : 'دقيقة'}`
  },
}

const bodies: Record<TextTemplate, Record<Language, (filling: Filling) => string>> = {
  phone_verification: {
    en: ({ code, brand, minutes }) =>
      `${brand}: ${code} is the code for your phone number. It is good for ${minutes}. Never tell it to anybody.`,
    ar: ({ code, brand, minutes }) => `${brand}: رمز التحقق من رقم هاتفك هو ${code}، وهو صالح لمدة ${minutes}. لا تخبر به أحدًا.`,
  },
}

const longestBrand = 30
const hidden = '******'

/**
 * Writes a built-in text. Variables: `code` (six digits), `brand`, `expiresInMinutes` (a number).
 * @returns the body, and the same without the code, for a log
 * @throws Error where any of them is missing or malformed
 */
export function renderText(
  template: TextTemplate,
  language: Language,
  variables: Record<string, unknown>,
): { body: string; shownBody: string } {
  const { code, brand, expiresInMinutes } = variables
  if (typeof code !== 'string' || !/^[0-9]{6}$/.test(code)) throw new Error('text variable code is malformed')
  if (typeof brand !== 'string') throw new Error('text variable brand is malformed')
  if (typeof expiresInMinutes !== 'number') throw new Error('text variable expiresInMinutes is malformed')
  const write = bodies[template]?.[language]
  if (!write) throw new Error(`there is no text ${template} in ${language}`)
  const rest = { brand: plainName(brand, longestBrand) || 'Tenantry', minutes: minutesIn[language](expiresInMinutes) }
  return { body: write({ ...rest, code }), shownBody: write({ ...rest, code: hidden }) }
}
