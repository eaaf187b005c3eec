/** What stands in the form of an end user, and what of it is sent. */
import type { Input } from '../../api/client.ts'
import type { UserDetail } from './user.ts'

export type DraftField = 'firstName' | 'lastName' | 'email' | 'phoneNumber'

export interface UserDraft extends Readonly<Record<DraftField, string>> {
  readonly username: string
  readonly tenantId: string | null
  readonly password: string
  readonly isWelcomed: boolean
}

const fields: readonly DraftField[] = ['firstName', 'lastName', 'email', 'phoneNumber']

/** A field that the caller's role may not see is no input, and is never sent. */
export const fieldsOf = (read: UserDetail | null): readonly DraftField[] =>
  fields.filter((field) => read === null || read[field] !== undefined)

/** @param tenantId where a new one is made unless another tenant is chosen */
export const draftOf = (read: UserDetail | null, tenantId: string | null): UserDraft => ({
  firstName: read?.firstName ?? '',
  lastName: read?.lastName ?? '',
  email: read?.email ?? '',
  phoneNumber: read?.phoneNumber ?? '',
  username: read?.username ?? '',
  tenantId: read?.tenantId ?? tenantId,
  password: '',
  isWelcomed: true,
})

/** Only what is other than what was read. */
export function changesOf(draft: UserDraft, read: UserDetail): Input<'updateUser'>['body'] {
  const changed = fieldsOf(read).filter((field) => draft[field].trim() !== (read[field] ?? ''))
  return Object.fromEntries(changed.map((field) => [field, field === 'phoneNumber' ? draft[field].trim() || null : draft[field].trim()]))
}

export function newUserOf(draft: UserDraft): Input<'createUser'>['body'] {
  const given = (['firstName', 'lastName', 'phoneNumber'] as const).filter((field) => draft[field].trim() !== '')
  return {
    username: draft.username.trim(),
    email: draft.email.trim(),
    ...Object.fromEntries(given.map((field) => [field, draft[field].trim()])),
    ...(draft.tenantId && { tenantId: draft.tenantId }),
    ...(draft.password && { password: draft.password, sendInvitation: draft.isWelcomed }),
  }
}
