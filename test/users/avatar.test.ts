/** PUT /api/v1/users/{id}/avatar: a picture that an administrator gives a user. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { race, tally } from '../rig/race.ts'
import { addUser, at, eventsAbout, typesOf } from './making.ts'

let app: TestApp
let own: World
let other: World
before(async () => {
  app = await startApp()
  own = await world(app)
  other = await world(app)
})

const put = (id: string, token = own.token) => app.request('PUT', `${at}/${id}/avatar`, { token, ...leastUpload() })
function files(): number {
  const folder = join(app.dataDirectory, 'files')
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return names.filter((name) => /[^.]\.(png|jpg|webp)$/.test(name)).length
}

describe('PUT /api/v1/users/{id}/avatar', () => {
  it('200 with the record; the picture is served, and the one it replaces is gone', async () => {
    const { id } = await addUser(app, own.token)
    const first = expectStatus(await put(id), 200).json
    assert.match(first.avatarUrl, /^\/files\/avatars\/[0-9a-f]{40}\.png$/)
    assert.deepEqual([first.id, first.version], [id, 2])
    expectStatus(await app.get(first.avatarUrl), 200)
    const second = expectStatus(await put(id), 200).json
    assert.equal((await app.get(`${at}/${id}`, { token: own.token })).json.avatarUrl, second.avatarUrl)
    expectStatus(await app.get(first.avatarUrl), 404)
    expectStatus(await app.get(second.avatarUrl), 200)
    assert.deepEqual(await typesOf(app, id), ['user.created', 'user.updated', 'user.updated'])
    const [, event] = await eventsAbout(app, id)
    assert.deepEqual((event?.person as { changes: object } | undefined)?.changes, { avatarUrl: { before: null, after: first.avatarUrl } })
  })

  it('by many at once: the last stays, and none is left over', async () => {
    const { id } = await addUser(app, own.token)
    const before = files()
    const replies = await race(Array.from({ length: 6 }, () => () => put(id)))
    assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 6 })
    assert.equal(files(), before + 1)
    expectStatus(await app.get((await app.get(`${at}/${id}`, { token: own.token })).json.avatarUrl), 200)
  })

  it('403 without `users.update`, 404 for whom the caller has nothing to do with, 400 and 415 for what is no picture; no file stays', async () => {
    const { id } = await addUser(app, own.token)
    const before = files()
    expectStatus(await put(id, (await own.person(['users.view', 'admins.update'])).token), 403)
    for (const foreign of [id, randomUUID(), 'x']) expectStatus(await put(foreign, other.token), 404)
    expectStatus(await put(own.adminId), 404)
    const text = '--b\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\n\r\nno picture\r\n--b--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    expectStatus(await app.request('PUT', `${at}/${id}/avatar`, { token: own.token, raw: Buffer.from(text), headers }), 415)
    expectStatus(await app.request('PUT', `${at}/${id}/avatar`, { token: own.token, raw: Buffer.from('--b--\r\n'), headers }), 400)
    expectStatus(await app.request('PUT', `${at}/${id}/avatar`, { token: own.token, body: {} }), 415)
    assert.equal(files(), before)
    assert.deepEqual(await typesOf(app, id), ['user.created'])
  })
})
