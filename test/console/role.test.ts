/** What of a role is locked for whoever looks at it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { beyond } from '../../console/src/screens/roles/beyond.ts'

const right = (name: string, ...restrictedFields: string[]) => ({ name, restrictedFields })
const role = (...permissions: ReturnType<typeof right>[]) => ({ permissions, tenantId: 'harbour' })
const held = {
  permissions: ['users.view'],
  restrictions: [{ permissionCode: 'users.view', restrictedFields: ['email', 'phoneNumber'] }],
}

describe('what a role gives beyond who looks at it', () => {
  it('is what they hold with more hidden; what is hidden for the whole tenant is hidden on both sides', () => {
    const caller = { tenantId: 'harbour', held, granted: [right('users.view', 'email')] }
    assert.deepEqual(beyond(role(right('users.view', 'phoneNumber')), caller), [])
    assert.deepEqual(beyond(role(right('users.view')), caller), ['users.view'])
  })

  it('is what they don’t hold at all, wherever the role is and whatever is known', () => {
    for (const tenantId of ['harbour', 'other'])
      assert.deepEqual(beyond(role(right('users.view'), right('users.delete')), { tenantId, held, granted: undefined }), ['users.delete'])
    // what is hidden for all of another tenant is not known here
    assert.deepEqual(beyond(role(right('users.view')), { tenantId: 'other', held, granted: [] }), [])
  })
})
