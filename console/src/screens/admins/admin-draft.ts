/** What stands in the form of an admin, and what of it is sent. */
import type { Input, Reply } from '../../api/client.ts'
import { sentOf, type TextDraft, changesOf as textChangesOf, textsOf } from '../../ui/account/account-draft.ts'

type Detail = Reply<'getAdmin'>

export interface AdminDraft extends TextDraft {
  readonly tenantId: string | null
  readonly role: { readonly id: string; readonly name: string } | null
  readonly password: string
}

/** @param tenantId where a new one is made unless another tenant is chosen */
export const draftOf = (read: Detail | null, tenantId: string | null): AdminDraft => ({
  ...textsOf(read),
  tenantId: read ? read.tenantId : tenantId,
  role: read?.role ? { id: read.role.id, name: read.role.name } : null,
  password: '',
})

/** Only what is other than what was read. */
export function changesOf(draft: AdminDraft, read: Detail): Input<'updateAdmin'>['body'] {
  const roleId = draft.role?.id
  return { ...textChangesOf(draft, read), ...(roleId !== undefined && roleId !== read.role?.id && { roleId }) }
}

export function newAdminOf(draft: AdminDraft): Input<'createAdmin'>['body'] {
  const phoneNumber = sentOf('phoneNumber', draft.phoneNumber)
  return {
    firstName: draft.firstName.trim(),
    lastName: draft.lastName.trim(),
    email: draft.email.trim(),
    roleId: draft.role?.id ?? '',
    tenantId: draft.tenantId,
    ...(phoneNumber && { phoneNumber }),
    ...(draft.password && { password: draft.password }),
  }
}
