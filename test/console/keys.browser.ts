/** Keys of rows and menus, and what the palette can make. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { arabic, skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'
import { keeperToken } from './scenes/messages.ts'

describe('keys in the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  it('of single letters are off on rows, too, where somebody switched them off; arrows stay', async () => {
    const token = await keeperToken(stage)
    const prefer = async (shortcuts: boolean) =>
      expectStatus(await stage.app.request('PUT', '/api/v1/Admins/me/preferences', { token, body: { shortcuts } }), 200)
    await prefer(false)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    const [first, second] = [page.locator('tr[data-row]').nth(0), page.locator('tr[data-row]').nth(1)]
    await first.focus()
    for (const key of ['j', 'x', 'e']) await page.keyboard.press(key)
    const isFocused = (row: typeof first) => row.evaluate((one) => one === one.ownerDocument.activeElement)
    assert.equal(await isFocused(first), true)
    assert.equal(await page.locator('tr[data-picked], [role=dialog]').count(), 0)
    await page.keyboard.press('ArrowDown')
    assert.equal(await isFocused(second), true)
    await prefer(true)
    await page.reload()
    await first.focus()
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await page.locator('tr[data-row][data-picked]').waitFor()
    assert.equal(await isFocused(second), true)
    assert.deepEqual(faults, [])
  })

  it('close a menu whose first act can’t be done now', async () => {
    const { app, tenantId } = stage
    const token = await app.superToken()
    const make = async () => expectStatus(await app.post('/api/v1/roles', { name: 'Twice', tenantId }, { token }), 201).json.id as string
    const id = await make()
    expectStatus(await app.request('DELETE', `/api/v1/roles/${id}`, { token }), 204)
    await make()
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/bin', stage.keeper)
    await page.getByRole('button', { name: 'Actions for Twice' }).click()
    await page.getByText('Another record has this name or address now.').first().waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Restore' }).isDisabled(), true)
    await page.locator('[role=menuitem]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('find all that can be made in the palette, for who may', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/', stage.keeper)
    await page.locator('nav a').first().waitFor()
    await page.keyboard.press('Control+k')
    const options = page.getByRole('listbox').getByRole('option')
    const titles = ['admin', 'user', 'group', 'role', 'tenant', 'webhook', 'template', 'menu item'].map((name) => `New ${name}`)
    await options.first().waitFor()
    for (const name of [...titles, 'Import users', 'Write a mail', 'Write a notification', 'Upload a file'])
      assert.equal(await options.filter({ hasText: name }).count(), 1, name)
    await page.keyboard.type('new tenant')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New tenant' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForURL(/\/tenants$/)
    assert.deepEqual(faults, [])
  })

  it('find nothing to make in the palette for who may make nothing, in Arabic', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/', stage.stranger)
    await page.locator('nav a').first().waitFor()
    await page.keyboard.press('Control+k')
    const options = page.getByRole('listbox').getByRole('option')
    await options.filter({ hasText: 'تسجيل الخروج' }).waitFor()
    for (const name of ['جديد', 'كتابة', 'رفع', 'استيراد']) assert.equal(await options.filter({ hasText: name }).count(), 0, name)
    assert.deepEqual(faults, [])
  })
})
