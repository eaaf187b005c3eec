import { mailCategories } from '#core/mail-templates.ts'
import { headerText } from './address.ts'
import { createLiquidEngines } from './liquid.ts'
import { arabicFrame, arabicTexts } from './templates/ar.ts'
import { englishFrame, englishTexts } from './templates/en.ts'
import { layOut, type TemplateSource } from './templates/layout.ts'
import type { MailLanguage, SystemTemplate } from './templates/template.ts'
import { readableVariables } from './variables.ts'

export type { MailLanguage, SystemTemplate } from './templates/template.ts'

export const systemTemplates = Object.keys(mailCategories) as SystemTemplate[]

/** These texts are our own, so the limit only has to end a mistake; a loaded machine must not lose a security mail to it. */
const engines = createLiquidEngines({ renderMs: 5000, strictVariables: true })

/** The Liquid sources of a built-in mail in one language. */
export function systemTemplateSource(template: SystemTemplate, language: MailLanguage): TemplateSource {
  if (language === 'ar') return layOut('ar', arabicFrame, arabicTexts[template])
  return layOut('en', englishFrame, englishTexts[template])
}

/**
 * Writes a built-in mail. Variables: `code`, `link`, `password`, `expiresInMinutes` (a number), `recipient.firstName|lastName|email`,
 * `tenant.name` (the service's name without one), and where an act is told `actor.name`, `ip`, `device`, `time`, `lockoutEnd`,
 * `enabled` (two-factor), `webhook.host`, `webhook.id`, `webhook.reason`. Times are Dates or ISO 8601. Whatever people wrote themselves is
 * cut down to a plain name.
 * Throws an `Error` when the code, link or password a mail is about is missing or malformed.
 */
export function renderSystemMail(
  template: SystemTemplate,
  language: MailLanguage,
  variables: Record<string, unknown>,
): { subject: string; text: string; html: string } {
  const source = systemTemplateSource(template, language)
  const scope = readableVariables(variables)
  return {
    subject: headerText(String(engines.text.parseAndRenderSync(source.subject, scope))),
    text: String(engines.text.parseAndRenderSync(source.bodyText, scope)).replace(/\n{3,}/g, '\n\n'),
    html: String(engines.html.parseAndRenderSync(source.bodyHtml, scope)).replace(/<p><\/p>\n|<ul[^>]*><\/ul>\n/g, ''),
  }
}
