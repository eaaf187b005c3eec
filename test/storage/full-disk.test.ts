/** Files and pictures over HTTP in a folder whose disk is full. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bytesAt, form, pdf, picture, upload, uploaded } from '../files/rig.ts'
import { expectStatus, startApp, tenantWithAdmin } from '../harness.ts'
import { mayMount, smallDisk } from '../rig/small-disk.ts'

const megabyte = 1024 * 1024

describe('a folder on a disk that is full', { skip: !mayMount() && 'only root may mount a small disk' }, () => {
  it('503 to whoever stores, and nothing half stored; what is there is read, and all is well when there is room', async () => {
    const disk = smallDisk(6)
    const folder = join(disk.path, 'files')
    const inFolder = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort()
    const app = await startApp({ env: { STORAGE_URL: pathToFileURL(folder).href } })
    const token = (await (await tenantWithAdmin(app)).signIn()).accessToken
    const rows = async () => expectStatus(await app.get('/api/v1/files', { token }), 200).json.items.length
    const kept = await uploaded(app, token, pdf(megabyte), 'kept.pdf')
    const before = inFolder()
    // more than there is room for, though there is some
    const { json, headers } = expectStatus(await upload(app, token, pdf(8 * megabyte)), 503)
    assert.deepEqual([json.code, headers['retry-after']], ['unavailable', '5'])
    assert.deepEqual([inFolder(), await rows()], [before, 1])
    disk.fill()
    const png = await picture(64).png().toBuffer()
    expectStatus(await upload(app, token, pdf()), 503)
    expectStatus(await upload(app, token, png), 503)
    expectStatus(await app.request('POST', '/api/v1/Admins/me/avatar', { ...form(png), token }), 503)
    assert.deepEqual([inFolder(), await rows()], [before, 1])
    const read = await bytesAt(app, `/api/v1/files/${kept.id}`, token)
    assert.deepEqual([read.status, read.body.length], [200, megabyte])
    disk.free()
    await uploaded(app, token, png, 'a.png')
    expectStatus(await app.request('DELETE', `/api/v1/files/${kept.id}`, { token }), 204)
    assert.equal(await rows(), 1)
  })
})
