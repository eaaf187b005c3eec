/** What stands in the form of an end user, and what of it is sent. */
import type { Input } from '../../api/client.ts'
import { type TextDraft, textsOf } from '../../ui/account/account-draft.ts'
import type { UserDetail } from './user.ts'

export interface UserDraft extends TextDraft {
  readonly username: string
  readonly tenantId: string | null
  readonly password: string
  readonly isWelcomed: boolean
}

/** @param tenantId where a new one is made unless another tenant is chosen */
export const draftOf = (read: UserDetail | null, tenantId: string | null): UserDraft => ({
  ...textsOf(read),
  username: read?.username ?? '',
  tenantId: read?.tenantId ?? tenantId,
  password: '',
  isWelcomed: true,
})

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
