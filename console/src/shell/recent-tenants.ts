/** Which tenants somebody looked at last, in this browser. Ids alone: what they are called is asked of the service. */
const most = 5
const placeOf = (adminId: string) => `tenantry-recent-${adminId}`
const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string')

export function recentTenants(adminId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(placeOf(adminId)) ?? '[]')
    return isIds(kept) ? kept.slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberTenant(adminId: string, id: string): void {
  const others = recentTenants(adminId).filter((one) => one !== id)
  localStorage.setItem(placeOf(adminId), JSON.stringify([id, ...others].slice(0, most)))
}
