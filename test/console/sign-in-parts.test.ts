/** What pages for signing in share, for admins and for end users. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byRedirect } from '../../console/src/ui/sign-in/by-redirect.ts'

describe('a button for a provider', () => {
  it('is there where the service takes what its page brings back, and that page sends no form', () => {
    assert.equal(byRedirect({ name: 'google', takesRedirect: true }), true)
    assert.equal(byRedirect({ name: 'google', takesRedirect: false }), false)
    assert.equal(byRedirect({ name: 'apple', takesRedirect: true }), false)
  })
})
