import assert from 'node:assert/strict'
import { it } from 'node:test'
import { insideOnly } from '../../console/src/api/return-to.ts'

it('leads after sign-in to pages of the console, and never to that of sign-in once more, however it is written', () => {
  assert.equal(insideOnly('/admins?page=1&search=kim'), '/console/admins?page=1&search=kim')
  for (const none of [undefined, '', 'admins', '/login', '/Login?returnTo=/Login', '//other.example', '/../swagger'])
    assert.equal(insideOnly(none), '/console/', String(none))
})
