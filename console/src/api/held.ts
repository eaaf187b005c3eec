/** What the caller may do, each with what is hidden from them by all that restricts them. */
export interface Held {
  readonly permissions: readonly string[]
  readonly restrictions: readonly { readonly permissionCode: string; readonly restrictedFields: readonly string[] }[]
}

/** Fields that a permission of the caller leaves out. */
export const fieldsHiddenFrom = ({ restrictions }: Held, permission: string): readonly string[] =>
  restrictions.find(({ permissionCode }) => permissionCode === permission)?.restrictedFields ?? []
