import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { startApp, superAdmin, type TestApp } from '../harness.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

it('writes when a session was last used at most once a minute, without a write per request', async () => {
  const { accessToken } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  const lastActive = async () =>
    Date.parse(
      (await app.get('/api/v1/auth/admin/sessions', { token: accessToken })).json.find(
        (session: { isCurrent: boolean }) => session.isCurrent,
      ).lastActiveAt,
    )
  const first = await lastActive()
  await app.open.activity.write()
  assert.equal(await lastActive(), first, 'within the minute nothing is written')
  app.clock.turn(minutesMs(2))
  await lastActive()
  await app.open.activity.write()
  assert.ok((await lastActive()) >= first + minutesMs(2))
})
