/** Somebody changes a tenant on its own page: settings, names, ways in, grants, looks and status. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { pendingDomain, proveDomain } from '../domains/proving.ts'
import { expectStatus } from '../harness.ts'
import { skip, type Visit, visit } from './chromium.ts'
import { type Scene, scene, signIn, superAdmin } from './scene.ts'
import { type Branches, branches } from './scenes/tenants.ts'

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

describe('the page of a tenant', { skip }, () => {
  let stage: Scene
  let places: Branches
  let token: string
  before(async () => {
    stage = await scene()
    places = await branches(stage)
    token = await stage.app.superToken()
  })
  const at = (tab: string, id = stage.tenantId) => `/console/tenants/${id}/${tab}`
  const enter = async ({ page }: Visit, address: string, keeper = false) => {
    await page.goto(address)
    await (keeper ? signIn(page, stage.keeper) : signIn(page, superAdmin.email, superAdmin.password))
    await page.locator('.record-body').waitFor()
  }
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const setting = (page: Page, name: string) => page.locator(`[data-setting=${name}]`)
  const settingsOf = async () => expectStatus(await stage.app.get(`/api/v1/Tenants/${stage.tenantId}/settings`, { token }), 200).json
  const set = async (body: object) =>
    expectStatus(await stage.app.request('PUT', `/api/v1/Tenants/${stage.tenantId}/settings`, { token, body }), 200)
  const save = (page: Page) => page.locator('.record-body').getByRole('button', { name: 'Save' }).click()
  /** Has the page read the tenant again, as it does after any change of it. */
  const readAgain = async (page: Page) => {
    await page.locator('.record-acts').getByRole('button', { name: 'Edit' }).click()
    await dialogOf(page).getByLabel('Description').fill(`told at ${Math.random()}`)
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
  }

  it('keeps what is typed into its settings, takes up the rest, and shows both values of what two have set', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest, at('settings'))
    const length = setting(page, 'passwordMinLength').locator('input')
    await length.fill('17')
    const storage = setting(page, 'maxStorageBytes').locator('input')
    await storage.pressSequentially('1.15')
    assert.equal(await storage.inputValue(), '1.15 MB')
    await storage.fill('')
    await set({ passwordHistoryCount: 7 })
    await readAgain(page)
    await setting(page, 'passwordHistoryCount').locator('[value="7"]').waitFor()
    assert.equal(await length.inputValue(), '17')
    await set({ passwordMinLength: 15 })
    await readAgain(page)
    assert.equal(await length.inputValue(), '17')
    await save(page)
    const row = page.getByRole('row', { name: /Shortest password/ })
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['17', '15'])
    // what is typed is still there to be lost
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.locator('nav a[href$="/admins"]').click()
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('saved').first().waitFor()
    assert.equal((await settingsOf()).passwordMinLength, 17)
    // what was saved once asks again for what is typed since
    await length.fill('19')
    await page.locator('nav a[href$="/admins"]').click()
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await length.inputValue(), '19')
    await length.fill('17')
    await setting(page, 'passwordMinLength')
      .getByRole('button', { name: /Reset to inherited/ })
      .click()
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await save(page)
    await saved
    assert.notEqual((await settingsOf()).sources.passwordMinLength, 'own')
    assert.deepEqual(faults, [])
  })

  it('says what is wrong under the setting, and locks what is set from above the tenant', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest, at('settings'), true)
    assert.equal(await setting(page, 'maxAdmins').locator('input').isDisabled(), true)
    await setting(page, 'maxAdmins').getByText('Set from above the tenant.').waitFor()
    await setting(page, 'passwordMinLength').locator('input').fill('4000')
    // a sign alone is no number, and not what is inherited, either
    await setting(page, 'passwordExpiryDays').locator('input').press('-')
    await setting(page, 'passwordExpiryDays').locator('input').press('Enter')
    await setting(page, 'passwordMinLength').locator('input[aria-invalid=true]').waitFor()
    await setting(page, 'passwordExpiryDays').locator('input[aria-invalid=true]').waitFor()
    await page.locator('.summary:focus').waitFor()
    assert.deepEqual(faults, [])
  })

  it('adds a name with the record that proves it, makes a proved one primary, and deletes it once it is typed', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest, at('domains'))
    await page.getByLabel('Domain').fill('not a name')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.getByLabel('Domain').fill('login.harbour.example')
    await page.getByRole('button', { name: 'Add' }).click()
    const card = page.locator('[data-domain="login.harbour.example"]')
    await card.getByText('Not verified').waitFor()
    assert.match(await card.innerText(), /TXT/)
    await card.getByRole('button', { name: 'Check record' }).click()
    await card.getByText('Checking').waitFor()
    const id = await pendingDomain(stage.app, stage.tenantId, 'proved.harbour.example')
    await proveDomain(stage.app, id)
    await page.reload()
    const proved = page.locator('[data-domain="proved.harbour.example"]')
    await proved.getByRole('button', { name: 'Make primary' }).click()
    await proved.getByText('Primary').waitFor()
    await proved.getByRole('button', { name: 'Delete' }).click()
    const sure = dialogOf(page).getByRole('button', { name: 'Delete' })
    assert.equal(await sure.isDisabled(), true)
    await dialogOf(page).getByRole('textbox').fill('proved.harbour.example')
    await sure.click()
    await proved.waitFor({ state: 'detached' })
    await page.locator(':focus:not(body)').first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('gives and takes what it is granted as the service tried it, over what somebody else granted meanwhile', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest, at('permissions', places.east))
    const row = (name: string) => page.locator(`[data-right="${name}"]`)
    const granted = async () =>
      expectStatus(await stage.app.get(`/api/v1/Tenants/${places.east}/permissions`, { token }), 200).json as {
        id: string
        name: string
        restrictedFields: string[]
      }[]
    assert.equal(await row('settings.view').locator('.tick').getAttribute('aria-disabled'), 'true')
    await row('users.delete').locator('.tick').click()
    await page.getByText('1 change').waitFor()
    const others = (await granted()).filter(({ name }) => name !== 'webhooks.view')
    const body = { permissionIds: others.map(({ id }) => id) }
    expectStatus(await stage.app.request('PUT', `/api/v1/Tenants/${places.east}/permissions`, { token, body }), 200)
    await page.getByRole('button', { name: 'Review' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Somebody else changed this record meanwhile').waitFor()
    await dialog.getByText(/tenants? changes?\./).waitFor()
    assert.equal(await dialog.locator('.difference li').count(), 1)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const names = (await granted()).map(({ name }) => name)
    assert.deepEqual([names.includes('users.delete'), names.includes('webhooks.view')], [false, false])
    await page.locator('.save-bar').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('undoes nothing that somebody else took, and makes nothing its own that is hidden from above', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const made = { name: 'Twin Lamps', code: 'twin-lamps', parentTenantId: stage.tenantId }
    const { id } = expectStatus(await stage.app.post('/api/v1/Tenants', made, { token }), 201).json
    const path = `/api/v1/Tenants/${id}/permissions`
    const granted = async () =>
      expectStatus(await stage.app.get(path, { token }), 200).json as { id: string; name: string; restrictedFields: string[] }[]
    const hideAbove = async (...fields: string[]) => {
      const all = await granted()
      const above = {
        permissionIds: all.map((one) => one.id),
        restrictedFields: { [all.find(({ name }) => name === 'users.view')?.id ?? '']: fields },
      }
      expectStatus(await stage.app.request('PUT', `/api/v1/Tenants/${stage.tenantId}/permissions`, { token, body: above }), 200)
    }
    await hideAbove('email')
    await enter(guest, at('permissions', id))
    await page.locator('[data-right="users.view"] .fields-button').click()
    await page.getByText('Hidden for a tenant above, and so for this one: E-mail').waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'E-mail', exact: true }).isDisabled(), true)
    await page.keyboard.press('Escape')
    const tick = (name: string) => page.locator(`[data-right="${name}"] .tick`)
    await tick('webhooks.view').waitFor()
    const body = { permissionIds: (await granted()).filter(({ name }) => name !== 'webhooks.view').map((one) => one.id) }
    expectStatus(await stage.app.request('PUT', path, { token, body }), 200)
    const read = page.waitForResponse((answer) => answer.url().endsWith(`/Tenants/${id}`))
    await page.locator('.record-acts').getByRole('button', { name: 'Edit' }).click()
    await read
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await tick('users.delete').click()
    await page.getByRole('button', { name: 'Review' }).click()
    await dialogOf(page)
      .getByText(/tenants? changes?\./)
      .waitFor()
    assert.equal(await dialogOf(page).locator('.difference li').count(), 1)
    const told = await dialogOf(page).getByText('Somebody else changed this record meanwhile').count()
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    const names = (await granted()).map(({ name }) => name)
    assert.deepEqual([names.includes('users.delete'), names.includes('webhooks.view'), told], [false, false, 1])
    assert.equal(await tick('webhooks.view').getAttribute('aria-checked'), 'false')
    await hideAbove()
    assert.deepEqual((await granted()).find(({ name }) => name === 'users.view')?.restrictedFields, [])
    assert.deepEqual(faults, [])
  })

  it('locks with the reason what the one above is not granted, and all of what is one’s own', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const below = expectStatus(await stage.app.get(`/api/v1/Tenants?search=marfa`, { token }), 200).json.items[0].id
    await enter(guest, at('permissions', below), true)
    await page.locator('[data-right="users.delete"]').getByText('The tenant above is not granted it.').waitFor()
    await page.goto(at('permissions'))
    await page.getByText('This is your own tenant').first().waitFor()
    await page.locator('[data-right="users.view"] .tick[aria-disabled=true]').waitFor()
    assert.equal(await page.locator('.tick:not([aria-disabled])').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('wears words and a logo: a picture that is sent takes away nothing that is typed', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest, at('branding'))
    const preview = page.locator('.preview')
    await page.getByLabel('Headline of the sign-in page').fill('Welcome <b>aboard</b>')
    await preview.getByText('Welcome <b>aboard</b>').waitFor()
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: pixel })
    await page.getByText('This is no JPEG').waitFor()
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
    await page.getByRole('button', { name: 'Take away' }).waitFor()
    await preview.locator('img').waitFor()
    assert.equal(await page.getByLabel('Headline of the sign-in page').inputValue(), 'Welcome <b>aboard</b>')
    await page.getByRole('textbox', { name: 'Main colour', exact: true }).fill('#ffee00')
    await page.getByText('Text on this colour is black').waitFor()
    await save(page)
    await page.getByText('saved').last().waitFor()
    assert.deepEqual([(await settingsOf()).loginHeadline, (await settingsOf()).primaryColor], ['Welcome <b>aboard</b>', '#ffee00'])
    // somebody was quicker: what is shown is read anew, so that the next try is none of before
    const path = `/api/v1/Tenants/${stage.tenantId}`
    const json = { isSuccess: false, data: null, statusCode: 409, code: 'version_conflict', message: 'Not now.', traceId: 'trace-4711' }
    let isOvertaken = false
    await page.route(`**${path}`, (route) => {
      if (isOvertaken || route.request().method() !== 'PUT') return route.continue()
      isOvertaken = true
      return route.fulfill({ status: 409, json })
    })
    const readAnew = page.waitForRequest((asked) => isOvertaken && asked.method() === 'GET' && asked.url().endsWith(path))
    await page.getByRole('button', { name: 'Take away' }).click()
    await page.getByText('Not now.').waitFor()
    await readAnew
    await page.getByRole('button', { name: 'Take away' }).click()
    await page.getByRole('button', { name: 'Take away' }).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('measures by its limits what is its own alone, and tells what is stored below it, too', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await set({ maxStorageBytes: 5 * 2 ** 20, maxAdmins: 31 })
    await enter(guest, at(''))
    const quota = (key: string) => page.locator('.quota', { has: page.locator(`#quota-${key}`) })
    assert.match(await quota('admins').innerText(), /^Admins of its own\s+30 of 31$/)
    assert.equal(await quota('admins').locator('meter[data-near]').getAttribute('value'), '30')
    // the limit of a tenant counts nothing of those below it
    assert.match(await quota('storageOfAll').innerText(), /^Storage with all below it\s+\S.* · 5 MB for it alone$/)
    assert.equal(await quota('storageOfAll').locator('meter').count(), 0)
    await page.goto(at('', places.hostile))
    await page.locator('.record-body .quota').first().waitFor()
    assert.deepEqual([await quota('storage').count(), await quota('storageOfAll').count()], [1, 0])
    await set({ maxStorageBytes: null, maxAdmins: null })
    assert.deepEqual(faults, [])
  })

  it('goes only where its status may go, says why it stands, and comes back at once', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest, at('', places.arabic))
    const moves = async () => {
      await page
        .locator('.record-acts')
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menu').waitFor()
      return (await page.getByRole('menuitem').allInnerTexts()).filter((text) => /^(Activate|Deactivate|Suspend|Cancel)/.test(text))
    }
    assert.deepEqual(await moves(), ['Deactivate…', 'Suspend…', 'Cancel tenant…'])
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    await page.getByLabel('Reason').fill('unpaid since May')
    await dialogOf(page).getByRole('button', { name: 'Suspend' }).click()
    await page.locator('.record-body').getByText('unpaid since May').waitFor()
    assert.deepEqual(await moves(), ['Activate', 'Cancel tenant…'])
    await page.getByRole('menuitem', { name: 'Activate' }).click()
    await page.locator('.record-body').getByText('unpaid since May').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
})
