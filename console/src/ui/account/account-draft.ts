import { plainPhone } from '../form/plain-phone.ts'

/** What stands in the forms of admins and of end users alike, and what of it is sent. */
const fields = ['firstName', 'lastName', 'email', 'phoneNumber'] as const

export type DraftField = (typeof fields)[number]
export type TextDraft = Readonly<Record<DraftField, string>>
type Read = { readonly [F in DraftField]?: string | null | undefined }

/**
 * A field that the caller's role may not see is no input, and is never sent.
 *
 * @param kept those that it may see, and not set
 */
export const fieldsOf = (read: Read | null, kept: readonly string[] = []): readonly DraftField[] =>
  fields.filter((field) => (read === null || read[field] !== undefined) && !kept.includes(field))

export const textsOf = (read: Read | null): TextDraft => ({
  firstName: read?.firstName ?? '',
  lastName: read?.lastName ?? '',
  email: read?.email ?? '',
  phoneNumber: read?.phoneNumber ?? '',
})

/** What of a field is sent: without what stands around it, a phone number without what people put between its digits. */
export const sentOf = (field: DraftField, text: string): string => (field === 'phoneNumber' ? plainPhone(text) : text.trim())

/** Only what is other than what was read. */
export function changesOf(draft: TextDraft, read: Read): { -readonly [F in DraftField]?: string } & { phoneNumber?: string | null } {
  const sent = fieldsOf(read).map((field) => [field, sentOf(field, draft[field])] as const)
  const changed = sent.filter(([field, text]) => text !== (read[field] ?? ''))
  return Object.fromEntries(changed.map(([field, text]) => [field, field === 'phoneNumber' ? text || null : text]))
}
