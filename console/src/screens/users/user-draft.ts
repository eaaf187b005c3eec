/** What stands in the form of an end user, and what of it is sent. */
import type { Input } from '../../api/client.ts'
import { sentOf, type TextDraft, textsOf } from '../../ui/account/account-draft.ts'
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
  const texts = (['firstName', 'lastName', 'phoneNumber'] as const).map((field) => [field, sentOf(field, draft[field])] as const)
  return {
    username: draft.username.trim(),
    email: draft.email.trim(),
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...(draft.tenantId && { tenantId: draft.tenantId }),
    ...(draft.password && { password: draft.password, sendInvitation: draft.isWelcomed }),
  }
}
