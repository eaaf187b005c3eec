import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSubscribable, matchingNames, namesOf, unknownEvents, webhookWildcards } from '#modules/webhook-events/matching.ts'

const registration = ['user.registered', 'user.created', 'entity.created']
const failure = ['Failed Login Attempt', 'auth.login.failed']

describe('what a subscription is sent', () => {
  it('is one delivery for each name that it lists', () => {
    assert.deepEqual(matchingNames(['user.registered'], registration), ['user.registered'])
    assert.deepEqual(matchingNames(['user.created', 'user.registered'], registration), ['user.registered', 'user.created'])
    assert.deepEqual(matchingNames(['user.created', 'user.created'], registration), ['user.created'])
    assert.deepEqual(matchingNames(['entity.created', '*'], registration), ['user.registered', 'entity.created'])
    assert.deepEqual(matchingNames(['Failed Login Attempt'], failure), ['Failed Login Attempt'])
    assert.deepEqual(matchingNames(['failed login attempt', 'Failed  Login Attempt'], failure), [])
    assert.deepEqual(matchingNames(['tenant.created'], registration), [])
  })

  it('is told once by wildcards, however many mean it', () => {
    assert.deepEqual(matchingNames(['*'], registration), ['user.registered'])
    assert.deepEqual(matchingNames(['user.*'], registration), ['user.registered'])
    assert.deepEqual(matchingNames(['*', 'user.*', 'user.registered'], registration), ['user.registered'])
    assert.deepEqual(matchingNames(['user.*', 'user.created'], registration), ['user.registered', 'user.created'])
    assert.deepEqual(matchingNames(['*'], failure), ['Failed Login Attempt'])
    assert.deepEqual(matchingNames(['role.*'], ['role.permissions_changed', 'role.permissions.changed', 'entity.updated']), [
      'role.permissions_changed',
    ])
    assert.deepEqual(matchingNames(['use.*', 'user*', 'u*', 'user.'], registration), [])
  })

  it('over all names is what the wildcards stand for', () => {
    assert.deepEqual(webhookWildcards, ['*', 'admin.*', 'user.*', 'tenant.*', 'role.*'])
    assert.equal(namesOf(['*']).length, 14)
    assert.deepEqual(namesOf(['admin.*']), ['admin.created', 'admin.updated', 'admin.deleted', 'admin.blocked'])
    assert.ok(!namesOf(['*', 'webhook.test']).includes('webhook.test'))
  })
})

describe('what a subscription may list', () => {
  it('is every name but the test, and wildcards that stand for something', () => {
    for (const name of ['*', 'admin.*', 'entity.created', 'user.created', 'Account Security Lockout', 'role.permissions.changed'])
      assert.ok(isSubscribable(name), name)
    for (const name of ['webhook.test', 'webhook.*', 'entity.*', 'auth.*', '', ' ', 'user', 'user.', 'User.created', '**', 'user.created '])
      assert.ok(!isSubscribable(name), name)
    assert.equal(unknownEvents(['*', 'user.created']), null)
  })

  it('is said of what cannot be listed, with names that may have been meant', () => {
    const nearOf = (name: string) => unknownEvents([name])!.near
    assert.deepEqual(nearOf('failed login attempt'), ['Failed Login Attempt'])
    assert.deepEqual(nearOf('failed_login_attempt'), ['Failed Login Attempt'])
    assert.equal(nearOf('USER.CREATED')[0], 'user.created')
    assert.equal(nearOf('user.craeted')[0], 'user.created')
    assert.equal(nearOf('role.permission_changed')[0], 'role.permissions_changed')
    assert.deepEqual(nearOf('entity.*'), ['entity.created', 'entity.updated', 'entity.deleted'])
    assert.deepEqual(nearOf('something else'), [])
    assert.deepEqual(nearOf(''), [])
    assert.deepEqual(nearOf('x'.repeat(100_000)), [])
    assert.deepEqual(unknownEvents(['nothing', '*', 'nothing']), { unknown: ['nothing'], near: [] })
  })
})
