/** `If-Match` at the PUTs of records with a version whose body has no place for one. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { addUser } from '../users/making.ts'
import { expectEverywhere } from './everywhere.ts'

let app: TestApp
let own: World
before(async () => {
  app = await startApp()
  own = await world(app)
})

interface Scene {
  readonly operation: string
  readonly send: () => { body: object } | ReturnType<typeof leastUpload>
  /** Makes the record. @returns its id and where it is read */
  readonly make: () => Promise<{ id: string; path: string }>
}

const user = async () => {
  const { id } = await addUser(app, own.token)
  return { id: id as string, path: `/api/v1/users/${id}` }
}
const scenes: Record<string, Scene> = {
  'PUT /users/{id}/block': { operation: 'blockUser', send: () => ({ body: { reason: 'Asked for it' } }), make: user },
  'PUT /users/{id}/avatar': { operation: 'uploadUserAvatar', send: leastUpload, make: user },
  'PUT /admin/{id}/block': {
    operation: 'blockAdmin',
    send: () => ({ body: { reason: 'Left the company' } }),
    async make() {
      const { id } = await own.person([])
      return { id, path: `/api/v1/admins/${id}` }
    },
  },
  'PUT /tenants/{id}/logo': {
    operation: 'uploadTenantLogo',
    send: leastUpload,
    async make() {
      const { tenantId } = await world(app, own.tenantId)
      return { id: tenantId, path: `/api/v1/Tenants/${tenantId}` }
    },
  },
}

const pictures = () =>
  readdirSync(app.dataDirectory, { recursive: true, encoding: 'utf8' }).filter((name) => /[^.]\.(png|jpg|webp)$/.test(name)).length

describe('If-Match', () => {
  for (const [address, { operation, send, make }] of Object.entries(scenes)) {
    it(`at ${address}: 409 for a version that is past and 400 for none, and nothing changes; 200 for the present one`, async () => {
      const { id, path } = await make()
      const asked = (ifMatch: string) => {
        const { headers, ...rest } = { headers: {}, ...send() }
        return { ...rest, headers: { ...headers, 'if-match': ifMatch }, token: own.token, ids: [id] }
      }
      const read = async () => (await app.get(path, { token: own.token })).json
      const [before, kept] = [await read(), pictures()]
      const stale = await expectEverywhere(app, operation, 409, asked(`"${before.version + 1}"`))
      for (const { json } of stale) assert.equal(json.code, 'version_conflict')
      const malformed = await expectEverywhere(app, operation, 400, asked('nonsense'))
      for (const { json } of malformed) assert.deepEqual([json.code, json.errors[0].field], ['validation_failed', 'if-match'])
      assert.deepEqual(await read(), before)
      assert.equal(pictures(), kept)
      const [method, url] = address.replace('{id}', id).split(' ') as [string, string]
      const { ids, ...present } = asked(`W/"${before.version}"`)
      expectStatus(await app.request(method, `/api/v1${url}`, present), 200)
      assert.equal((await read()).version, before.version + 1)
      expectStatus(await app.request(method, `/api/v1${url}`, { ...present, headers: { ...present.headers, 'if-match': '*' } }), 200)
    })
  }
})
