/** Pictures of a tenant wait for those of its own, and never for another's. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { pictureTurns } from '#outside/pictures/picture-turns.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { form, picture, upload } from './rig.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

async function scene() {
  const made = await tenantWithAdmin(app)
  const { id } = made.tenant
  const token = (await made.signIn()).accessToken
  const png = await picture(8).png().toBuffer()
  const send: Record<string, () => Promise<{ status: number }>> = {
    picture: () => upload(app, token, png),
    drawing: () => upload(app, token, svg),
    logo: () => app.request('POST', `/api/v1/Tenants/${id}/logo`, { ...form(png), token }),
    avatar: () => app.request('POST', '/api/v1/Admins/me/avatar', { ...leastUpload(), token }),
  }
  return { id, send }
}

it('whatever another tenant sends is made while one of the first takes its time', async () => {
  const [slow, quick] = [await scene(), await scene()]
  for (const kind of Object.keys(quick.send)) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = pictureTurns.pass(slow.id, () => promise)
    let isDone = false
    const waiting = slow.send[kind]!().then(({ status }) => {
      isDone = true
      return status
    })
    const { status } = await quick.send[kind]!()
    assert.deepEqual([Math.floor(status / 100), isDone], [2, false], kind)
    resolve()
    await held
    assert.equal(await waiting, status, kind)
  }
})
