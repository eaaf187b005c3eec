/** What stands in the form of an admin, and what of it is sent. */
import type { Input, Reply } from '../../api/client.ts'

type Detail = Reply<'getAdmin'>
export type DraftField = 'firstName' | 'lastName' | 'email' | 'phoneNumber'

export interface AdminDraft extends Readonly<Record<DraftField, string>> {
  readonly tenantId: string | null
  readonly roleId: string | null
  readonly password: string
}

const fields: readonly DraftField[] = ['firstName', 'lastName', 'email', 'phoneNumber']

/** A field that the caller's role may not see is no input, and is never sent. */
export const fieldsOf = (read: Detail | null): readonly DraftField[] => fields.filter((field) => read === null || read[field] !== undefined)

/** @param tenantId where a new one is made unless another tenant is chosen */
export const draftOf = (read: Detail | null, tenantId: string | null): AdminDraft => ({
  firstName: read?.firstName ?? '',
  lastName: read?.lastName ?? '',
  email: read?.email ?? '',
  phoneNumber: read?.phoneNumber ?? '',
  tenantId: read ? read.tenantId : tenantId,
  roleId: read?.role?.id ?? null,
  password: '',
})

/** Only what is other than what was read. */
export function changesOf(draft: AdminDraft, read: Detail): Input<'updateAdmin'>['body'] {
  const changed = fieldsOf(read).filter((field) => draft[field].trim() !== (read[field] ?? ''))
  const values = changed.map((field) => [field, field === 'phoneNumber' ? draft[field].trim() || null : draft[field].trim()])
  const isOtherRole = draft.roleId !== null && draft.roleId !== read.role?.id
  return { ...Object.fromEntries(values), ...(isOtherRole && { roleId: draft.roleId }) }
}

export const newAdminOf = (draft: AdminDraft): Input<'createAdmin'>['body'] => ({
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  email: draft.email.trim(),
  roleId: draft.roleId ?? '',
  tenantId: draft.tenantId,
  ...(draft.phoneNumber.trim() && { phoneNumber: draft.phoneNumber.trim() }),
  ...(draft.password && { password: draft.password }),
})
