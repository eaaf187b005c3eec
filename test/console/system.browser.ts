/** The owner of the platform sees to the service itself. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { arabic, overflow, skip, visit } from './chromium.ts'
import { hostileName, openAs, type Scene, scene, superAdmin } from './scene.ts'

describe('settings, menus, files and status', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const settings = async () => expectStatus(await stage.app.get('/api/v1/settings', { token: await stage.app.superToken() }), 200).json

  it('shows what a change of settings is before it is saved, and says what the service refuses under its field', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/settings?part=security', superAdmin.email, superAdmin.password)
    const field = page.getByRole('textbox', { name: 'A lock lasts, minutes' })
    await field.fill('7')
    await page.getByRole('button', { name: 'Review changes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('cell', { name: '7', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(((await settings()).security as { lockoutMinutes: number }).lockoutMinutes, 7)
    await field.fill('0')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('.setting', { hasText: 'A lock lasts' }).locator('[class*=error]').first().waitFor()
    assert.equal(await field.inputValue(), '0')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Back to the default: A lock lasts, minutes' }).click()
    await page.getByRole('button', { name: 'Review changes' }).click()
    await dialog.getByRole('cell', { name: 'the default' }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(((await settings()).sources as Record<string, string>)['security.lockoutMinutes'], 'default')
    assert.deepEqual(faults, [])
  })

  it('lays what is typed into settings over what somebody else has saved, and shows that before it is saved', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const token = await stage.app.superToken()
    const set = async (security: object) =>
      expectStatus(await stage.app.request('PUT', '/api/v1/settings', { token, body: { security } }), 200)
    await openAs(page, '/console/settings?part=security', superAdmin.email, superAdmin.password)
    const field = page.getByRole('textbox', { name: 'A lock lasts, minutes' })
    const review = page.getByRole('button', { name: 'Review changes' })
    const dialog = page.getByRole('dialog')
    await field.waitFor()
    // what the page has read before is not what it begins with
    await page.locator('nav a[href$="/files"]').click()
    await set({ lockoutMinutes: 11 })
    await page.goBack()
    await page.locator('.setting', { hasText: 'A lock lasts' }).locator('[value="11"]').waitFor()
    await field.fill('12')
    await set({ lockoutMinutes: 13 })
    await review.click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else changed these settings meanwhile').waitFor()
    assert.equal(((await settings()).security as { lockoutMinutes: number }).lockoutMinutes, 13)
    await review.click()
    await dialog.getByRole('cell', { name: '13', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Somebody else changed these settings meanwhile').waitFor({ state: 'detached' })
    assert.equal(((await settings()).security as { lockoutMinutes: number }).lockoutMinutes, 12)
    await set({ lockoutMinutes: null })
    assert.deepEqual(faults, [])
  })

  it('leaves nothing behind that makes a narrower page scroll sideways, in Arabic', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/settings?part=sms', superAdmin.email, superAdmin.password)
    // a field of several lines measures its text in a copy of itself, which outlives it
    await page.locator('.setting textarea').first().waitFor()
    await page.locator('nav a[href$="/files"]').click()
    await page.locator('.setting').first().waitFor({ state: 'detached' })
    assert.equal(await page.locator('body > textarea').count(), 1)
    await page.setViewportSize({ width: 320, height: 800 })
    assert.equal(await overflow(page), 0)
    assert.deepEqual(faults, [])
  })

  it('takes a file, says what one is refused for, shows its name as text, and deletes it when the name is typed', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/files', stage.keeper)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const name = `${hostileName}.csv`
    await dialog.locator('input[type=file]').setInputFiles([
      { name, mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
      { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ\u0000\u0001') },
    ])
    await dialog.getByText('Uploaded', { exact: true }).waitFor()
    await dialog.locator('[data-tone=red]').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const row = page.locator('tr[data-row]', { hasText: '.csv' })
    await row.locator('td').first().click()
    await page.locator('aside.panel .facts').waitFor()
    await page.getByRole('button', { name: 'Delete for ever' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
    assert.ok(await confirm.isDisabled())
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill((await row.locator('b').innerText()).trim())
    await confirm.click()
    await row.waitFor({ state: 'detached' })
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('puts an item into the menu and moves it by keys alone, in Arabic', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/menus', stage.keeper)
    for (const [en, ar] of [
      ['Reports', 'تقارير'],
      ['Shifts', 'ورديات'],
    ] as const) {
      await page.locator('.head button').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').locator('input').first().waitFor()
      await page.locator('input[lang=en]:focus').waitFor()
      await page.keyboard.type(en)
      await page.keyboard.press('Tab')
      await page.keyboard.type(ar)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const items = page.locator('.menu-items li', { hasText: /تقارير|ورديات/ })
    const titles = () => items.locator('b').allInnerTexts()
    const [first = '', second = ''] = await titles()
    await page.locator('.menu-items li', { hasText: second }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.locator('.menu-items li', { hasText: second }).and(page.locator(':focus')).waitFor()
    await page.getByText('نُقل').first().waitFor()
    // it is told when it is done, and the list read again after that
    await items.first().filter({ hasText: second }).waitFor()
    assert.deepEqual(await titles(), [second, first])
    assert.deepEqual(faults, [])
  })

  it('says what the service stands on, to the platform alone', async () => {
    await using guest = await visit(stage.app.url)
    await openAs(guest.page, '/console/status', superAdmin.email, superAdmin.password)
    await guest.page.locator('.checks li', { hasText: 'database' }).getByText('Works').waitFor()
    await guest.page.getByText('Nothing was given up').waitFor()
    await using other = await visit(stage.app.url)
    await openAs(other.page, '/console/status', stage.keeper)
    await other.page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor()
    assert.deepEqual(guest.faults, [])
  })
})
