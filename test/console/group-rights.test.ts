/** Rights of a group that two change at once: each change stands, and none is taken for the other's. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hide, rebased, refusedOf, rightsOf } from '../../console/src/screens/groups/rights.ts'

const roleOf = (roleId: string) => ({ roleId, nameEn: roleId })
const group = (version: number, roles: string[], fields: string[]) => ({
  version,
  roles: roles.map(roleOf),
  restrictions: fields.length > 0 ? [{ permissionCode: 'users.view', restrictedFields: fields }] : [],
})

it('what is changed here is laid over what the group is by now', () => {
  const read = group(1, ['a', 'b'], ['email'])
  const mine = { ...rightsOf(read), roles: ['b', 'c'].map(roleOf), hidden: hide(rightsOf(read).hidden, 'users.view', 'phone', true) }
  const next = rebased(group(2, ['a', 'b', 'd'], ['email', 'name']), mine)
  assert.deepEqual(
    next.roles.map(({ roleId }) => roleId),
    ['b', 'd', 'c'],
  )
  assert.deepEqual([...next.hidden], [['users.view', ['email', 'name', 'phone']]])
  assert.equal(next.base.version, 2)
})

it('what the service names by its place in what was sent is named by what it is', () => {
  const sent = ['users.view', 'users.update', 'admins.view']
  const refusal = (...fields: string[]) => ({ fields: fields.map((field) => ({ field })) })
  assert.deepEqual(refusedOf(refusal('restrictions.2.permissionCode', 'restrictions.0.permissionCode'), sent), [
    'admins.view',
    'users.view',
  ])
  // that a field can't be hidden says nothing of what the tenant is granted
  assert.deepEqual(refusedOf(refusal('restrictions.0.restrictedFields.0'), sent), [])
  assert.deepEqual(refusedOf(refusal('version', 'restrictions', 'restrictions.9.permissionCode'), sent), [])
})

it('what both have done is done once; what nobody touched here is theirs', () => {
  const read = group(1, ['a', 'b'], ['email'])
  const both = { ...rightsOf(read), roles: ['a', 'c'].map(roleOf) }
  assert.deepEqual(
    rebased(group(2, ['a', 'c'], []), both).roles.map(({ roleId }) => roleId),
    ['a', 'c'],
  )
  assert.deepEqual([...rebased(group(2, [], []), rightsOf(read)).hidden].length, 0)
})
