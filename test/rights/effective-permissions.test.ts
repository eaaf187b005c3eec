import { deepEqual, equal, ok } from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isPlatformOnly, permissionCatalogue, permissionNames } from '#core/permissions.ts'
import { effectivePermissions, type HeldRole, type PermissionSource } from '#rights/effective-permissions.ts'

const role = (permissions: Record<string, string[]>, reach: HeldRole['reach'] = 'listed'): HeldRole => ({
  id: 'role',
  name: 'Role',
  seed: null,
  reach,
  permissions: Object.entries(permissions).map(([permission, restrictedFields]) => ({ permission, restrictedFields })),
})
const nothing: PermissionSource = { tenantId: 'tenant', role: null, groups: [], grant: [], tenantRestrictions: [] }
const group = (roles: HeldRole[], restrictions: Record<string, string[]> = {}, isActive = true) => ({
  id: 'group',
  isActive,
  roles,
  restrictions: Object.entries(restrictions).map(([permission, fields]) => ({ permission, fields })),
})
const held = (holding: Partial<PermissionSource>) => [...effectivePermissions({ ...nothing, ...holding }).permissions].sort()
const masks = (holding: Partial<PermissionSource>) => Object.fromEntries(effectivePermissions({ ...nothing, ...holding }).masks)

describe('effective permissions', () => {
  it('are what role and active groups grant, within the grant of the tenant', () => {
    const grant = ['admins.view', 'users.view', 'roles.view']
    const users = role({ 'users.view': [] })
    deepEqual(held({ grant }), [])
    deepEqual(held({ grant, role: role({ 'admins.view': [], 'admins.delete': [] }) }), ['admins.view'])
    deepEqual(held({ grant, role: role({ 'admins.view': [] }), groups: [group([users])] }), ['admins.view', 'users.view'])
    deepEqual(held({ grant, groups: [group([users], {}, false)] }), [], 'an inactive group gives nothing')
  })

  it('follow the grant for a role that reaches all of it, or what can be seen', () => {
    const grant = ['admins.view', 'admins.update']
    deepEqual(held({ grant, role: role({}, 'granted') }), ['admins.update', 'admins.view'])
    deepEqual(held({ grant, role: role({}, 'views') }), ['admins.view'])
    deepEqual(held({ tenantId: null, grant: 'all', role: role({}, 'granted') }), [...permissionNames].sort())
  })

  it('never hold what belongs to the platform under a tenant, nor a name that the catalogue does not know', () => {
    deepEqual(held({ grant: ['settings.view', 'admins.view', 'admins.fly'], role: role({}, 'granted') }), ['admins.view'])
    equal(held({ grant: 'all', role: role({}, 'granted') }).some(isPlatformOnly), false)
    deepEqual(held({ tenantId: null, grant: 'all', role: role({ 'settings.view': [], 'admins.fly': [] }) }), ['settings.view'])
  })

  it('restrict a field only where every role that grants the permission restricts it', () => {
    const grant = ['admins.view']
    const email = role({ 'admins.view': ['email'] })
    const both = role({ 'admins.view': ['email', 'phoneNumber'] })
    deepEqual(masks({ grant, role: both }), { 'admins.view': ['email', 'phoneNumber'] })
    deepEqual(masks({ grant, role: both, groups: [group([email])] }), { 'admins.view': ['email'] })
    deepEqual(masks({ grant, role: both, groups: [group([role({ 'admins.view': [] })])] }), {}, 'one unrestricted grant lifts it')
    deepEqual(masks({ grant, role: email, groups: [group([role({ 'users.view': [] })])] }), { 'admins.view': ['email'] })
    deepEqual(masks({ grant, role: both, groups: [group([role({}, 'granted')])] }), {})
  })

  it('add what the tenant and active groups restrict, which no role lifts', () => {
    const grant = ['admins.view']
    const free = role({ 'admins.view': [] })
    const tenantRestrictions = [{ permission: 'admins.view', fields: ['email'] }]
    const restricting = group([], { 'admins.view': ['phoneNumber'] })
    deepEqual(masks({ grant, role: free, tenantRestrictions }), { 'admins.view': ['email'] })
    deepEqual(masks({ grant, role: free, tenantRestrictions, groups: [restricting] }), { 'admins.view': ['email', 'phoneNumber'] })
    deepEqual(masks({ grant, role: free, groups: [{ ...restricting, isActive: false }] }), {})
    deepEqual(masks({ grant, tenantRestrictions }), {}, 'what is not held has no mask')
  })

  const name = fc.constantFrom(...permissionNames.slice(0, 6), 'settings.view', 'gone.view')
  const fields = fc.uniqueArray(fc.constantFrom('email', 'phoneNumber'))
  const someRole: fc.Arbitrary<HeldRole> = fc.record({
    id: fc.uuid(),
    name: fc.string(),
    seed: fc.constant(null),
    reach: fc.constantFrom('listed', 'granted', 'views'),
    permissions: fc.uniqueArray(fc.record({ permission: name, restrictedFields: fields }), { selector: ({ permission }) => permission }),
  })
  const roles = fc.array(someRole, { maxLength: 2 })
  const restrictions = fc.array(fc.record({ permission: name, fields }), { maxLength: 3 })
  const permissionSources: fc.Arbitrary<PermissionSource> = fc.record({
    tenantId: fc.constantFrom(null, 'tenant'),
    role: fc.option(someRole),
    groups: fc.array(fc.record({ id: fc.uuid(), isActive: fc.boolean(), roles, restrictions }), { maxLength: 3 }),
    grant: fc.oneof(fc.uniqueArray(name), fc.constant('all' as const)),
    tenantRestrictions: restrictions,
  })

  it('say for each permission and field what the sentence of the rule says', () => {
    fc.assert(
      fc.property(permissionSources, (holding) => {
        const found = effectivePermissions(holding)
        const groups = holding.groups.filter((one) => one.isActive)
        const all = [...(holding.role ? [holding.role] : []), ...groups.flatMap((one) => one.roles)]
        const binding = [...holding.tenantRestrictions, ...groups.flatMap((one) => one.restrictions)]
        for (const { name: permission } of permissionCatalogue) {
          const isGranted = holding.grant === 'all' || holding.grant.includes(permission)
          const isOurs = holding.tenantId === null || !permission.startsWith('settings.')
          const entryOf = (one: HeldRole) => one.permissions.find((entry) => entry.permission === permission)
          const reaches = (one: HeldRole) =>
            one.reach === 'granted' || (one.reach === 'views' ? permission.endsWith('.view') : entryOf(one) !== undefined)
          const granting = isGranted && isOurs ? all.filter(reaches) : []
          equal(found.permissions.has(permission), granting.length > 0, permission)
          for (const field of ['email', 'phoneNumber']) {
            const isBound = binding.some((entry) => entry.permission === permission && entry.fields.includes(field))
            const isRestricted = isBound || granting.every((one) => entryOf(one)?.restrictedFields.includes(field))
            equal(found.masks.get(permission)?.includes(field) ?? false, granting.length > 0 && isRestricted, `${permission} ${field}`)
          }
        }
      }),
    )
  })

  it('never grow with a smaller grant, a group less or a further restriction', () => {
    fc.assert(
      fc.property(permissionSources, fc.array(name), (holding, kept) => {
        const whole = effectivePermissions(holding)
        const grant: readonly string[] = holding.grant === 'all' ? kept : holding.grant.filter((one) => (kept as string[]).includes(one))
        for (const less of [{ grant }, { groups: holding.groups.slice(1) }, { role: null }]) {
          for (const permission of effectivePermissions({ ...holding, ...less }).permissions) ok(whole.permissions.has(permission))
        }
        const tenantRestrictions = [...holding.tenantRestrictions, { permission: 'admins.view', fields: ['email'] }]
        const stricter = effectivePermissions({ ...holding, tenantRestrictions })
        for (const [permission, before] of whole.masks) ok(before.every((field) => stricter.masks.get(permission)?.includes(field)))
        equal(stricter.masks.get('admins.view')?.includes('email') ?? false, stricter.permissions.has('admins.view'))
      }),
    )
  })
})
