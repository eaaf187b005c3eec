import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areaOfRecord, maskableFields, maskedAreas, personalFields } from '#core/permission-areas.ts'
import { isPlatformOnly, permissionById, permissionByName, permissionCatalogue, permissionNames } from '#core/permissions.ts'

test('the catalogue has four actions for each kind of record, and the named ones besides', () => {
  const areas = ['admins', 'users', 'tenants', 'groups', 'webhooks', 'emails', 'templates', 'files', 'menus']
  const expected = [
    ...areas.flatMap((area) => ['view', 'create', 'update', 'delete'].map((action) => `${area}.${action}`)),
    ...['roles.view', 'roles.manage', 'audit.view', 'audit.export', 'dashboard.view', 'recyclebin.view', 'recyclebin.restore'],
    ...['recyclebin.delete', 'settings.view', 'settings.update', 'notifications.send', 'emails.send', 'emails.external'],
  ]
  assert.deepEqual(new Set<string>(permissionNames), new Set(expected))
  assert.equal(permissionNames.length, expected.length)
})

test('ids are fixed, distinct and found again', () => {
  assert.equal(permissionByName('admins.view')?.id, '345d7e14-a556-5a8d-8a3a-fed603295a92')
  assert.equal(new Set(permissionCatalogue.map(({ id }) => id)).size, permissionCatalogue.length)
  for (const permission of permissionCatalogue) {
    assert.equal(permissionById(permission.id.toUpperCase()), permission)
    assert.equal(permissionByName(permission.name), permission)
  }
  for (const other of ['', 'admins', 'Admins.view', 'admins.view ', 'constructor', '__proto__']) {
    assert.equal(permissionByName(other), undefined)
    assert.equal(permissionById(other), undefined)
  }
})

test('every permission is described in both languages, and no two alike', () => {
  for (const language of ['en', 'ar'] as const)
    assert.equal(new Set(permissionCatalogue.map(({ description }) => description[language])).size, permissionCatalogue.length)
  for (const { description, categoryTitle } of permissionCatalogue) {
    assert.match(description.ar, /^[\p{Script=Arabic}\p{M} ]+$/u)
    assert.match(categoryTitle.ar, /^[\p{Script=Arabic}\p{M} ]+$/u)
    assert.match(description.en, /^[A-Z][A-Za-z, -]+$/)
  }
})

test('addresses and phone numbers of people can be restricted where they are read or written', () => {
  const restrictable = permissionCatalogue.filter(({ restrictableFields }) => restrictableFields.length > 0)
  assert.deepEqual(
    restrictable.map(({ name }) => name),
    ['admins.view', 'admins.create', 'admins.update', 'users.view', 'users.create', 'users.update'],
  )
  for (const { restrictableFields } of restrictable) assert.deepEqual(restrictableFields, ['email', 'phoneNumber'])
})

test('what can be masked and what is erased with a person is told by one table', () => {
  assert.deepEqual(maskedAreas, ['admins', 'users'])
  assert.deepEqual([...personalFields], ['email', 'phoneNumber', 'username', 'firstName', 'lastName', 'avatarUrl'])
  for (const area of maskedAreas) for (const field of maskableFields(area)) assert.ok(personalFields.has(field), `${area}.${field}`)
  assert.equal(areaOfRecord('Admin'), 'admins')
  assert.equal(areaOfRecord('Webhook'), undefined)
})

test('only the settings of the service belong to the platform alone', () => {
  assert.deepEqual(permissionNames.filter(isPlatformOnly), ['settings.view', 'settings.update'])
})
