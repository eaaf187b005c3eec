/** How many admins these groups have at most: one may be in several. Null where one of the groups is not known. */
export function mostAdminsOf(groups: readonly ({ readonly memberCount: number } | undefined)[]): number | null {
  const known = groups.filter((group) => group !== undefined)
  return known.length < groups.length ? null : known.reduce((sum, { memberCount }) => sum + memberCount, 0)
}
