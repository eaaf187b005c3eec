/** Many at once who store something: the quota has room for one, the bytes are those that are there, whoever comes and goes. */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { pdf, upload } from '../files/rig.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { atEnd } from '../rig/cleanup.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let root: string
const folder = mkdtempSync(join(tmpdir(), 'tenantry-files-race-'))
atEnd(async () => rmSync(folder, { recursive: true, force: true }))
before(async () => {
  apps = await startTwo({ env: { STORAGE_URL: `file:${folder}` } })
  root = await apps[0].superToken()
})

const turn = (n: number): TestApp => apps[n % 2] as TestApp
const objects = () => globSync(`${folder}/files/*/*`).length

async function scene(settings: object) {
  const made = await tenantWithAdmin(apps[0])
  const { id } = made.tenant
  expectStatus(await apps[0].request('PUT', `/api/v1/Tenants/${id}/settings`, { body: settings, token: root }), 200)
  const token = (await made.signIn()).accessToken
  const used = async () => (await apps[0].get(`/api/v1/Tenants/${id}/stats`, { token: root })).json.storageBytes as number
  return { id, token, used }
}

describe('many at once', () => {
  it('16 files where one has room: one is kept, and nothing of the others', async () => {
    await everyRound(async () => {
      const own = await scene({ maxStorageBytes: 15_000 })
      const before = objects()
      const replies = await race(Array.from({ length: 16 }, (_, n) => () => upload(turn(n), own.token, pdf(8000), `${n}.pdf`)))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 201: 1, 409: 15 })
      assert.ok(replies.every(({ status, json }) => status === 201 || json.quota === 'maxStorageBytes'))
      assert.deepEqual([await own.used(), objects()], [8000, before + 1])
    })
  })

  it("the platform's files that come and go: the bytes are those of what is there in the end", async () => {
    await everyRound(async () => {
      const shown = async (n: number) => (await turn(n).get('/api/v1/dashboard/summary', { token: root })).json.storageBytes as number
      const before = await shown(0)
      const files = await Promise.all([1, 2, 3].map((n) => upload(turn(n), root, pdf(n * 1000))))
      const replies = await race([
        ...files.flatMap(({ json }) => [0, 1].map((n) => () => turn(n).request('DELETE', `/api/v1/files/${json.id}`, { token: root }))),
        ...[4, 5, 6, 7].map((n) => () => upload(turn(n), root, pdf(n * 1000))),
      ])
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 201: 4, 204: 3, 404: 3 })
      assert.deepEqual([await shown(0), await shown(1)], [before + 22_000, before + 22_000])
    })
  })

  it('files, logos and avatars that come and go: the bytes are those of what is there in the end', async () => {
    await everyRound(async () => {
      const own = await scene({})
      const files = await Promise.all([1, 2, 3, 4].map((n) => upload(turn(n), own.token, pdf(n * 1000))))
      const { token } = own
      const drop = (id: string) => [0, 1].map((n) => () => turn(n).request('DELETE', `/api/v1/files/${id}`, { token }))
      const replies = await race([
        ...files.flatMap(({ json }) => drop(json.id)),
        ...[5, 6, 7].map((n) => () => upload(turn(n), token, pdf(n * 1000))),
        ...[0, 1, 2].map((n) => () => turn(n).request('POST', `/api/v1/Tenants/${own.id}/logo`, { ...leastUpload(), token })),
        ...[0, 1, 2].map((n) => () => turn(n).request('POST', '/api/v1/Admins/me/avatar', { ...leastUpload(), token })),
      ])
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 6, 201: 3, 204: 4, 404: 4 })
      const { logoUrl } = (await apps[0].get(`/api/v1/Tenants/${own.id}`, { token })).json
      const { avatarUrl } = (await apps[0].get('/api/v1/Admins/me', { token })).json
      const shown = await Promise.all(
        [logoUrl, avatarUrl].map((url: string) => apps[0].open.service.objects.get(url.slice('/files/'.length))),
      )
      assert.equal(await own.used(), 18_000 + shown.reduce((sum, found) => sum + found!.body.length, 0))
    })
  })
})
