/** What stands around every screen: switcher, palette, bell, keys, and what happens when the session or a permission goes. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { arabic, barriers, skip, visit } from './chromium.ts'
import { hostileName, password, signIn } from './scene.ts'

describe('the shell of the console', { skip }, () => {
  let app: TestApp
  let token = ''
  let harbour = ''
  const keeper = 'keeper@harbour.example'
  const made = async (path: string, body: object) => expectStatus(await app.post(`/api/v1${path}`, body, { token }), 201).json
  before(async () => {
    app = await startApp()
    token = await app.superToken()
    const admin = { email: keeper, firstName: 'Kim', lastName: 'Keeper', password }
    harbour = (await made('/Tenants', { name: hostileName, admin })).id as string
  })
  const enter = async (page: Page, who = superAdmin.email, secret = superAdmin.password) => {
    await page.goto('/console/admins')
    await signIn(page, who, secret)
    await page.locator('tr[data-row]').first().waitFor()
  }

  it('shows a part of the tree alone, keeps to it from screen to screen, and says so', async () => {
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await enter(page)
    await page.locator('aside .tenant-switch').click()
    await page.getByRole('textbox', { name: 'Search tenants' }).fill('<img')
    await page.locator('.switch-row').filter({ hasText: hostileName }).click()
    await page.waitForURL(/within=/)
    await page.locator('.within').filter({ hasText: hostileName }).waitFor()
    await page.locator('nav a[href*="/console/roles"]').first().click()
    await page.waitForURL(new RegExp(`/roles\\?within=${harbour}`))
    await page.locator('h1:focus').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL((url) => !url.search.includes('within'))
    assert.deepEqual(faults, [])
  })

  it('goes to a screen and to a record by keys alone, in Arabic, from within a field', async () => {
    await using guest = await visit(app.url, arabic)
    const { page, faults } = guest
    await enter(page)
    await page.locator('.find input, input[type=search]').first().focus()
    await page.keyboard.press('Control+k')
    await page.locator('[role=combobox]:focus').waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.keyboard.type('ادوار')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/roles/)
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.locator('[role=combobox]:focus').waitFor()
    await page.keyboard.type('keeper')
    await page.getByRole('option').filter({ hasText: keeper }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admins\?open=/)
    assert.deepEqual(faults, [])
  })

  it('tells two tabs the same of what is new, and a session that ends elsewhere is begun again in place', async () => {
    await using guest = await visit(app.url)
    const { page, context, faults } = guest
    await enter(page, keeper, password)
    const other = await context.newPage()
    await other.goto('/console/admins')
    await other.locator('tr[data-row]').first().waitFor()
    // a tab behind another is drawn once a second
    await page.bringToFront()
    const { me } = expectStatus(
      await app.get('/api/v1/Admins/me/start', { token: (await app.signIn(keeper, password)).accessToken }),
      200,
    ).json
    const message = { targets: [{ type: 'admin', id: me.id }], title: hostileName, body: 'Look at it.' }
    expectStatus(await app.post('/api/v1/notifications', message, { token }), 202)
    const told = { name: 'Notifications: 1 unread' }
    await Promise.all([page, other].map((tab) => tab.getByRole('button', told).waitFor()))
    await page.getByRole('button', told).click()
    await page.locator('.bell-list button').first().waitFor()
    // the list half covers a heading of the table, which is then smaller than a target may be
    const found = (await barriers(page)).filter((one) => !one.includes('class="sort"'))
    assert.deepEqual(found, [])
    await page.locator('.bell-list button').first().click()
    await Promise.all([page, other].map((tab) => tab.locator('.bell [data-count]').waitFor({ state: 'detached' })))
    expectStatus(await app.post(`/api/v1/admins/${me.id}/sessions/revoke-all`, {}, { token }), 200)
    await page.locator('[role=dialog] input[name=password]').waitFor({ timeout: 5000 })
    assert.deepEqual(faults, [])
  })
})
