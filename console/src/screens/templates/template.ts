/** What the screens of templates know of one, and what of its form is sent. */
import type { Input, Reply } from '../../api/client.ts'

export type ListedTemplate = Reply<'listMessageTemplates'>['items'][number]
export type Template = Reply<'getMessageTemplate'>

/** The texts beside the translations are those of every language that has none of its own. */
export const languages = ['base', 'en', 'ar'] as const
export type TextLanguage = (typeof languages)[number]
const textFields = ['Subject', 'Html', 'Text'] as const
export type TextField = (typeof textFields)[number]
export type TextKey = `${TextLanguage}${TextField}`

export interface TemplateDraft extends Readonly<Record<TextKey, string>> {
  readonly name: string
  readonly code: string
  readonly category: string
  readonly isActive: boolean
}

interface Texts {
  readonly subject: string
  readonly bodyHtml: string
  readonly bodyText: string | null
}

const textsOf = <L extends TextLanguage>(language: L, texts: Texts | undefined) =>
  ({
    [`${language}Subject`]: texts?.subject ?? '',
    [`${language}Html`]: texts?.bodyHtml ?? '',
    [`${language}Text`]: texts?.bodyText ?? '',
  }) as Record<`${L}${TextField}`, string>

export const draftOf = (read: Template | null): TemplateDraft => ({
  name: read?.name ?? '',
  code: read?.code ?? '',
  category: read?.category ?? 'notification',
  isActive: read?.isActive ?? true,
  ...textsOf('base', read ?? undefined),
  ...textsOf('en', read?.translations.en),
  ...textsOf('ar', read?.translations.ar),
})

/** A translation is there where it has a text. */
export const hasTexts = (draft: TemplateDraft, language: TextLanguage): boolean =>
  language === 'base' || textFields.some((field) => draft[`${language}${field}`] !== '')

const translationOf = (draft: TemplateDraft, language: 'en' | 'ar') =>
  hasTexts(draft, language) && {
    [language]: {
      subject: draft[`${language}Subject`],
      bodyHtml: draft[`${language}Html`],
      bodyText: draft[`${language}Text`] || null,
    },
  }

const translationsOf = (draft: TemplateDraft) => ({ ...translationOf(draft, 'en'), ...translationOf(draft, 'ar') })

/** Only what is other than what was read; translations go together, as the service takes them. */
export function changesOf(draft: TemplateDraft, base: TemplateDraft): Input<'updateMessageTemplate'>['body'] {
  const isOther = (name: keyof TemplateDraft) => draft[name] !== base[name]
  const isTranslated = languages.some((language) => language !== 'base' && textFields.some((field) => isOther(`${language}${field}`)))
  return {
    ...(isOther('name') && { name: draft.name.trim() }),
    ...(isOther('code') && { code: draft.code.trim() || null }),
    ...(isOther('category') && { category: draft.category.trim() }),
    ...(isOther('isActive') && { isActive: draft.isActive }),
    ...(isOther('baseSubject') && { subject: draft.baseSubject }),
    ...(isOther('baseHtml') && { bodyHtml: draft.baseHtml }),
    ...(isOther('baseText') && { bodyText: draft.baseText || null }),
    ...(isTranslated && { translations: translationsOf(draft) }),
  }
}

/**
 * @param from whose variables come along: what a mail of the service is filled with
 * @param tenantId whose it will be, where it is not the caller's own
 */
export const newTemplateOf = (draft: TemplateDraft, from: Template | null, tenantId?: string): Input<'createMessageTemplate'>['body'] => ({
  ...(tenantId && { tenantId }),
  name: draft.name.trim(),
  code: draft.code.trim() || null,
  category: draft.category.trim(),
  isActive: draft.isActive,
  subject: draft.baseSubject,
  bodyHtml: draft.baseHtml,
  bodyText: draft.baseText || null,
  translations: translationsOf(draft),
  // names with a dot in them are part of every mail and cannot be declared
  variables: (from?.variables ?? []).filter((name) => /^\w+$/.test(name)),
})

/** What is in every mail. */
export const everyMail = ['recipient.firstName', 'recipient.lastName', 'recipient.email', 'tenant.name'] as const

/** The field of the form that the service means: `translations.ar.bodyHtml`, `draft.subject`. */
export function keyOfField(field: string, language: TextLanguage): TextKey | null {
  const [, spoken, name] = /^(?:draft\.|translations\.(en|ar)\.)?(subject|bodyHtml|bodyText)$/.exec(field) ?? []
  if (name === undefined) return null
  const of = (spoken as 'en' | 'ar' | undefined) ?? language
  return `${of}${name === 'subject' ? 'Subject' : name === 'bodyHtml' ? 'Html' : 'Text'}`
}
