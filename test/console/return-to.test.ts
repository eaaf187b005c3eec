import assert from 'node:assert/strict'
import { it } from 'node:test'
import { insideOnly } from '../../console/src/screens/sign-in/return-to.ts'

it('leads after sign-in to pages of the console, and never to that of sign-in once more, however it is written', () => {
  for (const page of ['/admins?page=1&search=kim', '/loginless', '/admins/a%20b', '/tenants/reset', '/duty', '/me/password'])
    assert.equal(insideOnly(page), `/console${page}`)
  for (const none of [undefined, '', 'admins', '/login', '/Login?returnTo=/Login', '//other.example', '/../swagger'])
    assert.equal(insideOnly(none), '/console/', String(none))
})

it('leads to none of the pages that are open to everybody, nor to an address that nobody can read', () => {
  const open = ['/%6Cogin', '/%4COGIN/', '/callback/google?code=1', '/callback', '/forgot', '/Forgot/', '/reset', '/r%65set#token=1']
  for (const none of [...open, '/x/../%6Cogin', '/%2Flogin', '/100%', '/%E0%A4%A']) assert.equal(insideOnly(none), '/console/', none)
})
