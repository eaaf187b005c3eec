/** The bound of delegation as a rule about sets: nobody gives what they don't hold. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type PermissionName, permissionNames } from '#core/permissions.ts'
import { permissionsBeyond } from '#rights/delegation.ts'

type Held = { permissions: Set<PermissionName>; masks: Map<PermissionName, string[]> }
const held = (entries: Partial<Record<PermissionName, string[]>>): Held => {
  const pairs = Object.entries(entries) as [PermissionName, string[]][]
  return { permissions: new Set(pairs.map(([name]) => name)), masks: new Map(pairs.filter(([, fields]) => fields.length > 0)) }
}

const few = permissionNames.slice(0, 6)
const anyHeld = fc
  .dictionary(fc.constantFrom(...few), fc.uniqueArray(fc.constantFrom('email', 'phoneNumber', 'username')), { maxKeys: 6 })
  .map((entries) => held(entries as Partial<Record<PermissionName, string[]>>))

describe('permissionsBeyond', () => {
  const cases: [string, Held, Held, PermissionName[]][] = [
    ['nothing of nothing', held({}), held({}), []],
    ['the same', held({ 'admins.view': ['email'] }), held({ 'admins.view': ['email'] }), []],
    ['a permission that is not held', held({}), held({ 'admins.view': [] }), ['admins.view']],
    ['one without its restriction', held({ 'admins.view': ['email'] }), held({ 'admins.view': [] }), ['admins.view']],
    ['one with another restriction', held({ 'admins.view': ['email'] }), held({ 'admins.view': ['phoneNumber'] }), ['admins.view']],
    ['one with more restrictions', held({ 'admins.view': ['email'] }), held({ 'admins.view': ['phoneNumber', 'email'] }), []],
    ['in the order of the catalogue', held({}), held({ 'users.view': [], 'admins.view': [] }), ['admins.view', 'users.view']],
  ]
  for (const [name, grantor, given, excess] of cases) it(name, () => assert.deepEqual(permissionsBeyond(grantor, given), excess))

  it('is nothing for what one holds oneself, and nobody gains by passing on', () => {
    fc.assert(
      fc.property(anyHeld, anyHeld, anyHeld, (a, b, c) => {
        assert.deepEqual(permissionsBeyond(a, a), [])
        if (permissionsBeyond(a, b).length === 0 && permissionsBeyond(b, c).length === 0) assert.deepEqual(permissionsBeyond(a, c), [])
      }),
    )
  })

  it('whoever is within has no permission and no readable field that the grantor lacks', () => {
    fc.assert(
      fc.property(anyHeld, anyHeld, (grantor, given) => {
        const sees = (one: Held, name: PermissionName, field: string) => one.permissions.has(name) && !one.masks.get(name)?.includes(field)
        const gains = few.some((name) =>
          ['email', 'phoneNumber', 'username', 'anything'].some((field) => sees(given, name, field) && !sees(grantor, name, field)),
        )
        assert.equal(permissionsBeyond(grantor, given).length > 0, gains)
      }),
    )
  })
})
