/** What pages for signing in share, for admins and for end users. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byRedirect } from '../../console/src/ui/sign-in/by-redirect.ts'
import { wordsOfField } from '../../console/src/ui/sign-in/field-words.ts'

describe('a button for a provider', () => {
  it('is there where the service takes what its page brings back, and that page sends no form', () => {
    assert.equal(byRedirect({ name: 'google' }), true)
    assert.equal(byRedirect({ name: 'google', takesRedirect: false }), false)
    assert.equal(byRedirect({ name: 'apple' }), false)
  })
})

describe('a refusal that names a field which is not shown', () => {
  it('has the words of the page for it, whichever field is named first, and none for another', () => {
    const byField = { email: 'no address', tenantCode: 'no workspace' }
    const refused = (...names: string[]) => ({ status: 400, fields: names.map((field) => ({ field })) })
    assert.equal(wordsOfField(refused('email'), byField), 'no address')
    assert.equal(wordsOfField(refused('code', 'tenantCode'), byField), 'no workspace')
    assert.equal(wordsOfField(refused('code'), byField), undefined)
    assert.equal(wordsOfField({ ...refused('email'), status: 409 }, byField), undefined)
  })
})
