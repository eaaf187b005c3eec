/** Facebook, whose access tokens say nothing by themselves: its Graph API is asked about them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { expectStatus, type TestApp } from '../harness.ts'
import { addProvedUser, addWorkspace, type Workspace } from '../users/rig.ts'
import { accountOf, fieldsOf, type Providers, startProviders, userByToken, userDoor } from './rig.ts'

let rig: Providers
let app: TestApp
let workspace: Workspace
before(async () => {
  rig = await startProviders()
  app = rig.app
  workspace = await addWorkspace(app)
})

const person = () => {
  const id = String(Math.floor(Math.random() * 1e15))
  return { id, email: `fb-${id}@example.test`, first_name: 'Lina', last_name: 'Khoury', name: 'Lina Khoury' }
}
const at = (token: string, more: object = {}) => userByToken(app, token, workspace.code, more, 'facebook')

describe('facebook', () => {
  it('makes an account whose address nobody vouches for, and knows it again', async () => {
    const somebody = person()
    const first = expectStatus(await at(rig.graph.tokenOf(somebody)), 200).json
    assert.equal(first.isNewUser, true)
    assert.equal((await accountOf(app, first.user.id)).emailVerifiedAt, null)
    // an access token may come again: Facebook gives one for weeks
    const token = rig.graph.tokenOf(somebody)
    for (let n = 0; n < 2; n++) assert.equal(expectStatus(await at(token), 200).json.user.id, first.user.id)
  })

  it('never links by an address', async () => {
    const user = await addProvedUser(app, workspace.code)
    assert.equal(expectStatus(await at(rig.graph.tokenOf({ ...person(), email: user.email })), 409).json.code, 'link_required')
  })

  it('is not believed about another app, an unknown token, or another person', async () => {
    for (const token of [rig.graph.tokenOf(person(), 'another app'), randomUUID(), 'x&access_token=y'])
      assert.equal((await at(token)).json.code, 'invalid_credentials')
  })

  it('has no nonce', async () => {
    assert.deepEqual(fieldsOf(expectStatus(await at(rig.graph.tokenOf(person()), { nonce: 'mine' }), 400)), ['nonce'])
  })

  it('takes a code, begun by a redirect', async () => {
    const redirectUri = `${app.url}/signed-in`
    const begun = expectStatus(await app.post(`${userDoor}/login/facebook`, { redirectUri, tenantCode: workspace.code }), 200).json
    const url = new URL(begun.authorizationUrl)
    assert.deepEqual(
      [url.searchParams.get('state'), begun.nonce, url.searchParams.get('code_challenge_method')],
      [begun.state, null, 'S256'],
    )
    const somebody = person()
    const body = { code: rig.graph.codeOf(somebody), redirectUri, codeVerifier: begun.codeVerifier, tenantCode: workspace.code }
    assert.equal(expectStatus(await app.post(`${userDoor}/login/facebook`, body), 200).json.isNewUser, true)
    assert.equal((await app.post(`${userDoor}/login/facebook`, body)).status, 401)
  })

  it('that is broken is 503', async () => {
    for (const [status, body] of [
      [500, '{}'],
      [302, '{}'],
      [200, 'no json'],
    ] as const) {
      rig.graph.answer = (response) => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body)
      assert.equal((await at('some token')).status, 503)
    }
    rig.graph.answer = null
  })
})
