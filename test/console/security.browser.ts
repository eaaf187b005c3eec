/** Somebody sees who can't get in, and lets them in again. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { arabic, barriers, english, skip, visit } from './chromium.ts'
import { hostileName, openAs, password } from './scene.ts'
import { type ActivityScene, activityScene } from './scenes/activity.ts'

const user = { username: 'lina', email: 'lina@lantern.example', firstName: 'Lina', lastName: 'Locked' }

describe('security in the console', { skip }, () => {
  let stage: ActivityScene
  before(async () => {
    stage = await activityScene()
    const { app, tenantId } = stage
    expectStatus(await app.post('/api/v1/users', { ...user, tenantId, password }, { token: await app.superToken() }), 201)
    for (let n = 0; n < 12; n++)
      await app.post('/api/v1/auth/user/login', { username: user.email, password: 'not-their-password-1', tenantCode: 'lantern' })
    await stage.settle()
  })

  it('shows what failed and who is locked, and unlocks an admin and a user', async () => {
    const { kysely } = stage.app.open.service.database
    await kysely.updateTable('accounts').set({ isActive: false }).where('email', '=', 'hostile@lantern.example').execute()
    const lockKeeper = (lockedUntil: Date | null) =>
      kysely
        .updateTable('accountActivity')
        .set({ lockedUntil })
        .where('accountId', 'in', (eb) => eb.selectFrom('accounts').select('id').where('email', '=', stage.keeper))
        .execute()
    await using guest = await visit(stage.app.url, { ...english, timezoneId: 'Asia/Amman' })
    const { page, faults } = guest
    await openAs(page, '/console/security?days=7', stage.keeper)
    await page.getByRole('img', { name: /^Failed sign-ins day by day: [1-9]\d* from/ }).waitFor()
    await page.getByRole('button', { name: 'Failed sign-ins as a table' }).click()
    await page.getByRole('table', { name: /^Failed sign-ins/ }).waitFor()
    const address = page.getByRole('region', { name: 'Addresses that fail most' }).getByRole('link', { name: '127.0.0.1' })
    // they are counted by days of UTC, and so is what they lead to
    assert.match((await address.getAttribute('href')) ?? '', /from=\d{4}-\d\d-\d\dT00%3A00%3A00\.000Z/)
    await page.getByRole('region', { name: 'Newest failures and refusals' }).getByText('auth.login.failed').first().waitFor()
    assert.deepEqual(await barriers(page), [])
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    const unlock = async (title: string, name: string, state: string) => {
      const card = page.getByRole('region', { name: title })
      await card.getByRole('button', { name: `Unlock ${name}` }).click()
      await card.getByText('None is locked.').waitFor()
      await page.getByText(`${name}: ${state}`, { exact: true }).waitFor()
    }
    // who is deactivated besides is not active by that
    await unlock('Locked admins', `${hostileName} Palmer`, 'Deactivated')
    // others can lock out who is signed in, as the next answer says; nobody lets themselves in again
    await lockKeeper(new Date(Date.now() + 600_000))
    await unlock('Locked users', 'Lina Locked', 'Active')
    const own = page.getByRole('button', { name: 'Unlock Kim Keeper' })
    await own.waitFor()
    assert.equal(await own.getAttribute('aria-disabled'), 'true')
    await lockKeeper(null)
    const right = { username: user.email, password, tenantCode: 'lantern' }
    expectStatus(await stage.app.post('/api/v1/auth/user/login', right), 200)
    assert.deepEqual(faults, [])
  })

  it('has cards that fail alone, and are tried again alone, by keys in Arabic', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page } = guest
    const asked = '**/top-blocked-ips*'
    await page.route(asked, (route) => route.abort())
    await openAs(page, '/console/security', stage.keeper)
    await page.locator('.bars svg').waitFor()
    const card = page.getByRole('region', { name: 'أكثر العناوين فشلًا' })
    await card.getByRole('heading', { name: 'تعذر التحميل' }).waitFor()
    await page.unroute(asked)
    await card.getByRole('button', { name: 'حاول مجددًا' }).focus()
    await page.keyboard.press('Enter')
    await card.getByText('127.0.0.1').waitFor()
  })
})
