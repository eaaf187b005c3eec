/** What a group gives its members and hides from them, and what becomes of that when two change it. */

/** As the service answers a group. */
export interface Giving {
  readonly roles: readonly { readonly roleId: string; readonly nameEn: string }[]
  readonly restrictions: readonly { readonly permissionCode: string; readonly restrictedFields: readonly string[] }[]
}

/** The fields that a group hides from its members, by permission. */
export type Hidden = ReadonlyMap<string, readonly string[]>

export const hiddenOf = ({ restrictions }: Pick<Giving, 'restrictions'>): Hidden =>
  new Map(restrictions.map(({ permissionCode, restrictedFields }) => [permissionCode, [...restrictedFields].sort()]))

/** With one field hidden, or shown again. */
export function hide(hidden: Hidden, permission: string, field: string, isHidden: boolean): Hidden {
  const fields = (hidden.get(permission) ?? []).filter((one) => one !== field)
  const next = new Map(hidden)
  if (isHidden) next.set(permission, [...fields, field].sort())
  else if (fields.length > 0) next.set(permission, fields)
  else next.delete(permission)
  return next
}

/** The permissions whose place in what was sent a refusal names: the tenant of the group is not granted them any more. */
export function refusedOf({ fields }: { readonly fields: readonly { readonly field: string }[] }, sent: readonly string[]): string[] {
  const places = fields.flatMap(({ field }) => /^restrictions\.(\d+)\.permissionCode$/.exec(field)?.[1] ?? [])
  return [...new Set(places.flatMap((place) => sent[Number(place)] ?? []))]
}

export interface Line {
  readonly isAdded: boolean
  readonly key: string
}

/** What comes and what goes between two sets, by key. */
export const linesBetween = (before: readonly string[], after: readonly string[]): Line[] => [
  ...after.filter((key) => !before.includes(key)).map((key) => ({ isAdded: true, key })),
  ...before.filter((key) => !after.includes(key)).map((key) => ({ isAdded: false, key })),
]

/** Each hidden field as one key: `users.view email`. */
export const keysOf = (hidden: Hidden): string[] => [...hidden].flatMap(([name, fields]) => fields.map((field) => `${name} ${field}`))

/** Roles and hidden fields of a group, as they were read and as they stand on the page. */
export interface Rights<G extends Giving> {
  readonly base: G
  readonly roles: Giving['roles']
  readonly hidden: Hidden
}

export const rightsOf = <G extends Giving>(group: G): Rights<G> => ({ base: group, roles: group.roles, hidden: hiddenOf(group) })

/** What is changed here, over what the group is by now: what others changed is no change of this page. */
export function rebased<G extends Giving>(now: G, { base, roles, hidden }: Rights<G>): Rights<G> {
  const ofRoles = linesBetween(
    base.roles.map(({ roleId }) => roleId),
    roles.map(({ roleId }) => roleId),
  )
  const isTaken = (id: string) => ofRoles.some(({ key, isAdded }) => !isAdded && key === id)
  const left = now.roles.filter(({ roleId }) => !isTaken(roleId))
  const added = roles.filter(
    ({ roleId }) => ofRoles.some(({ key, isAdded }) => isAdded && key === roleId) && !left.some((one) => one.roleId === roleId),
  )
  let fields = hiddenOf(now)
  for (const { key, isAdded } of linesBetween(keysOf(hiddenOf(base)), keysOf(hidden))) {
    const [permission = '', field = ''] = key.split(' ')
    fields = hide(fields, permission, field, isAdded)
  }
  return { base: now, roles: [...left, ...added], hidden: fields }
}
