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

/** Only what is other than what was read. */
export function changesOf(draft: TextDraft, read: Read): { -readonly [F in DraftField]?: string } & { phoneNumber?: string | null } {
  const changed = fieldsOf(read).filter((field) => draft[field].trim() !== (read[field] ?? ''))
  return Object.fromEntries(changed.map((field) => [field, field === 'phoneNumber' ? draft[field].trim() || null : draft[field].trim()]))
}
