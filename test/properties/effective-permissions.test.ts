/** Effective permissions and excess against a model of their own, over random permissionSources. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { permissionNames } from '#core/permissions.ts'
import { permissionsBeyond, restrictionsNotLiftable } from '#rights/delegation.ts'
import {
  type EffectivePermissions,
  effectivePermissions,
  type HeldRole,
  type PermissionSource,
  type Restriction,
} from '#rights/effective-permissions.ts'
import { beyond, type ModelHolding, type ModelRole, type Rights, rightsOf, shown } from './model.ts'
import { replay } from './replay.ts'

// few names meet often; one of the platform's and one of nobody's are among them
const names = ['admins.view', 'admins.create', 'users.view', 'users.update', 'roles.manage', 'tenants.view', 'settings.view', 'admins.fly']
const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...permissionNames))
const fields = fc.subarray(['email', 'phoneNumber', 'other'])
const restrictions = fc.uniqueArray(fc.record({ permission: name, fields }), { maxLength: 4, selector: ({ permission }) => permission })
const role: fc.Arbitrary<HeldRole> = fc.record({
  id: fc.uuid(),
  name: fc.constant('Role'),
  seed: fc.constant(null),
  reach: fc.oneof({ weight: 6, arbitrary: fc.constant('listed' as const) }, fc.constantFrom('granted' as const, 'views' as const)),
  permissions: fc.uniqueArray(fc.record({ permission: name, restrictedFields: fields }), {
    maxLength: 8,
    selector: ({ permission }) => permission,
  }),
})
const group = fc.record({ id: fc.uuid(), isActive: fc.boolean(), roles: fc.array(role, { maxLength: 3 }), restrictions })
const holding: fc.Arbitrary<PermissionSource> = fc.record({
  tenantId: fc.constant('tenant'),
  role: fc.option(role),
  groups: fc.array(group, { maxLength: 3 }),
  grant: fc.uniqueArray(name, { maxLength: 12 }),
  tenantRestrictions: fc.array(fc.record({ permission: name, fields }), { maxLength: 4 }),
})
const platformHolding: fc.Arbitrary<PermissionSource> = holding.map((one) => ({
  ...one,
  tenantId: null,
  grant: 'all',
  tenantRestrictions: [],
}))
const anyHolding = fc.oneof({ weight: 5, arbitrary: holding }, platformHolding)

const fieldsByPermission = (list: readonly Restriction[]) => new Map(list.map(({ permission, fields }) => [permission, fields]))
const modelRole = ({ reach, permissions }: HeldRole): ModelRole => ({
  reach,
  lists: new Map(permissions.map(({ permission, restrictedFields }) => [permission, restrictedFields])),
})
const modelOf = ({ tenantId, role, groups, grant, tenantRestrictions }: PermissionSource): ModelHolding => ({
  isPlatform: tenantId === null,
  role: role && modelRole(role),
  groups: groups.map(({ isActive, roles, restrictions }) => ({
    isActive,
    roles: roles.map(modelRole),
    restrictions: fieldsByPermission(restrictions),
  })),
  grant: new Set(grant === 'all' ? [] : grant),
  delegated: tenantRestrictions.map((one) => fieldsByPermission([one])),
})
const asRights = ({ permissions, masks }: EffectivePermissions): Rights =>
  new Map([...permissions].map((permission) => [permission, new Set(masks.get(permission) ?? [])]))
const rightsIn = (one: PermissionSource) => asRights(effectivePermissions(one))
const check = <T extends unknown[]>(property: fc.IProperty<T>) => fc.assert(property, { numRuns: 2000, ...replay() })

describe('effective permissions, against the model', () => {
  it('are the same for every holding, and name no mask that is empty or of a permission not held', () => {
    check(
      fc.property(anyHolding, (one) => {
        const found = effectivePermissions(one)
        assert.deepEqual(shown(asRights(found)), shown(rightsOf(modelOf(one))))
        for (const [permission, masked] of found.masks) {
          assert.ok(found.permissions.has(permission) && masked.length > 0)
          assert.deepEqual(masked, [...new Set(masked)].sort())
        }
      }),
    )
  })

  it('do not depend on the order of groups, roles, permissions and restrictions', () => {
    check(
      fc.property(anyHolding, (one) => {
        const turned: PermissionSource = {
          ...one,
          groups: one.groups.map((each) => ({ ...each, roles: each.roles.toReversed() })).toReversed(),
          grant: one.grant === 'all' ? 'all' : one.grant.toReversed(),
          tenantRestrictions: one.tenantRestrictions.toReversed(),
        }
        assert.deepEqual(shown(rightsIn(turned)), shown(rightsIn(one)))
      }),
    )
  })

  it('lose nothing by a further role, and gain nothing by a further restriction or a smaller grant', () => {
    check(
      fc.property(holding, role, restrictions, fc.nat(), (one, more, further, taken) => {
        const plain = { id: 'more', isActive: true, roles: [], restrictions: [] }
        const start = rightsIn(one)
        assert.deepEqual(beyond(rightsIn({ ...one, groups: [...one.groups, { ...plain, roles: [more] }] }), start), [])
        assert.deepEqual(beyond(start, rightsIn({ ...one, groups: [...one.groups, { ...plain, restrictions: further }] })), [])
        assert.deepEqual(beyond(start, rightsIn({ ...one, tenantRestrictions: [...one.tenantRestrictions, ...further] })), [])
        const grant = (one.grant as string[]).filter((_, at) => at !== taken % Math.max(1, one.grant.length))
        assert.deepEqual(beyond(start, rightsIn({ ...one, grant })), [])
      }),
    )
  })
})

describe('excess, against the model', () => {
  const both = fc
    .tuple(anyHolding, anyHolding)
    .map(([grantor, given]) => [effectivePermissions(grantor), effectivePermissions(given)] as const)

  it('is what the grantor does not hold with at most the same restrictions', () => {
    check(
      fc.property(both, ([grantor, given]) => {
        assert.deepEqual(new Set(permissionsBeyond(grantor, given)), new Set(beyond(asRights(grantor), asRights(given))))
      }),
    )
  })

  it('is nothing towards oneself, and within what is within is within', () => {
    check(
      fc.property(anyHolding, fc.func(fc.boolean()), restrictions, (one, keep, further) => {
        const all = effectivePermissions(one)
        assert.deepEqual(permissionsBeyond(all, all), [])
        // a part of it, and a part of that under more restrictions
        const part = { permissions: new Set([...all.permissions].filter((permission) => keep(permission))), masks: all.masks }
        const masks = new Map(all.masks)
        for (const permission of part.permissions) {
          const more = further.filter((each) => each.permission === permission).flatMap(({ fields }) => fields)
          masks.set(permission, [...new Set([...(all.masks.get(permission) ?? []), ...more])])
        }
        assert.deepEqual(permissionsBeyond(all, part), [])
        assert.deepEqual(permissionsBeyond(part, { ...part, masks }), [])
        assert.deepEqual(permissionsBeyond(all, { ...part, masks }), [])
      }),
    )
  })

  it('of lifting is every restriction on what the grantor has not free itself', () => {
    check(
      fc.property(anyHolding, restrictions, (one, lifted) => {
        const grantor = { ...effectivePermissions(one), awakeMasks: new Map() }
        const rights = asRights(grantor)
        const expected = lifted.filter(({ permission, fields }) => {
          const own = rights.get(permission)
          return (
            fields.length > 0 &&
            (permissionNames as readonly string[]).includes(permission) &&
            (!own || fields.some((field) => own.has(field)))
          )
        })
        assert.deepEqual(new Set(restrictionsNotLiftable(grantor, lifted)), new Set(expected.map(({ permission }) => permission)))
      }),
    )
  })
})
