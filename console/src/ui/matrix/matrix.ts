/** Which permissions are given, each with the fields that are hidden: by a role, or by the grant of a tenant. Without a page. */

/** One permission, and what holds for it here. */
export interface Right {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly restrictableFields: readonly string[]
  /** Why it can't be given or taken here; undefined where it can. */
  readonly locked?: string | undefined
  /** Fields that whoever gives it can't show, and why: they are hidden from the giver too. */
  readonly kept?: { readonly fields: readonly string[]; readonly reason: string } | undefined
  /** Fields that are hidden here because they are above, and why: what is given or hidden here says nothing of them. */
  readonly above?: { readonly fields: readonly string[]; readonly reason: string } | undefined
}

export interface RightGroup {
  readonly slug: string
  readonly name: string
  readonly rights: readonly Right[]
}

/** The hidden fields of each permission that is given, by its id. */
export type Grants = ReadonlyMap<string, readonly string[]>

interface Given {
  readonly id: string
  readonly restrictedFields: readonly string[]
  /** Of the grant of a tenant: those of them that it says itself. What comes from above must not become its own by being sent back. */
  readonly ownFields?: readonly string[] | undefined
}

/** What a role, or the grant of a tenant, says itself. */
export const grantsOf = (given: readonly Given[]): Grants =>
  new Map(given.map(({ id, restrictedFields, ownFields }) => [id, ownFields ?? restrictedFields]))

/** Gives or takes some; those that are locked stay as they are. What is given begins with the fields hidden that must be. */
export function give(grants: Grants, rights: readonly Right[], isGiven: boolean): Grants {
  const next = new Map(grants)
  for (const { id, locked, kept, above } of rights) {
    if (locked !== undefined || next.has(id) === isGiven) continue
    if (isGiven) next.set(id, kept?.fields.filter((field) => !above?.fields.includes(field)) ?? [])
    else next.delete(id)
  }
  return next
}

/** Hides or shows one field of a permission that is given. */
export function hide(grants: Grants, { id, locked, kept, above }: Right, field: string, isHidden: boolean): Grants {
  const fields = grants.get(id)
  if (!fields || locked !== undefined || above?.fields.includes(field) || fields.includes(field) === isHidden) return grants
  if (!isHidden && kept?.fields.includes(field)) return grants
  return new Map(grants).set(id, isHidden ? [...fields, field].sort() : fields.filter((one) => one !== field))
}

const isSame = (one: readonly string[] | undefined, other: readonly string[] | undefined) => one?.join() === other?.join()

/** What was changed from `base` to `after`, over what is given by now. */
export function rebased(now: Grants, base: Grants, after: Grants): Grants {
  const next = new Map(now)
  for (const id of new Set([...base.keys(), ...after.keys()])) {
    const fields = after.get(id)
    if (isSame(base.get(id), fields)) continue
    if (fields) next.set(id, fields)
    else next.delete(id)
  }
  return next
}

export type Extent = 'all' | 'some' | 'none'

export function extentOf(grants: Grants, rights: readonly Right[]): Extent {
  const count = rights.filter(({ id }) => grants.has(id)).length
  return count === 0 ? 'none' : count === rights.length ? 'all' : 'some'
}

/** What a press on a category does: gives all of it that can be given, or takes it where all of that is given. */
export function giveCategory(grants: Grants, rights: readonly Right[]): Grants {
  const free = rights.filter(({ locked }) => locked === undefined)
  return give(
    grants,
    free,
    free.some(({ id }) => !grants.has(id)),
  )
}

export interface Difference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Given before and after, with other fields hidden. */
  readonly changed: readonly { readonly id: string; readonly hidden: readonly string[]; readonly shown: readonly string[] }[]
}

export function differenceOf(before: Grants, after: Grants): Difference {
  const changed = [...after].flatMap(([id, fields]) => {
    const old = before.get(id)
    if (!old) return []
    const hidden = fields.filter((field) => !old.includes(field))
    const shown = old.filter((field) => !fields.includes(field))
    return hidden.length + shown.length > 0 ? [{ id, hidden, shown }] : []
  })
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed,
  }
}

export const countOf = ({ added, removed, changed }: Difference): number => added.length + removed.length + changed.length

/** The body of the operation that replaces what a role gives. */
export const bodyOf = (grants: Grants): { permissionIds: string[]; restrictedFields: Record<string, string[]> } => ({
  permissionIds: [...grants.keys()],
  restrictedFields: Object.fromEntries([...grants].flatMap(([id, fields]) => (fields.length > 0 ? [[id, [...fields]] as const] : []))),
})

export type Only = 'all' | 'granted' | 'changed'

/** The categories with what is searched for in them, in names and descriptions, and no category without any. */
export function shownOf(groups: readonly RightGroup[], search: string, only: Only, before: Grants, after: Grants): RightGroup[] {
  const text = search.trim().toLowerCase()
  const { added, removed, changed } = differenceOf(before, after)
  const touched = new Set([...added, ...removed, ...changed.map(({ id }) => id)])
  return groups.flatMap((group) => {
    const isWhole = group.name.toLowerCase().includes(text)
    const rights = group.rights.filter(
      ({ id, name, description }) =>
        (only === 'all' || (only === 'granted' ? after.has(id) : touched.has(id))) &&
        (isWhole || name.includes(text) || description.toLowerCase().includes(text)),
    )
    return rights.length > 0 ? [{ ...group, rights }] : []
  })
}
