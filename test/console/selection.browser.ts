/** Ten thousand are chosen but three, told the number, which moves, and deleted; who can't be is named, and who was comes back. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { insertAdmins } from '../admins/many.ts'
import { expectStatus } from '../harness.ts'
import { skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'

describe('ten thousand admins', { skip }, () => {
  let stage: Scene
  const more = async (count: number) =>
    (
      await insertAdmins(stage.app.open.service.database.kysely, {
        tenantId: stage.tenantId,
        roleId: stage.roleId,
        count,
        now: stage.app.clock.now(),
      })
    ).ids
  before(async () => {
    stage = await scene()
    // of the rows that are shown first the one that is never chosen away
    const id = (await more(9_998)).sort().at(-3) ?? ''
    await stage.app.open.service.database.kysely.updateTable('accounts').set({ isProtected: true }).where('id', '=', id).execute()
  })
  const bar = (page: Page) => page.locator('.selbar')
  const boxes = (page: Page) => page.locator('tr[data-row] input[type=checkbox]')
  const chooseAllButThree = async (page: Page) => {
    await page.getByLabel('Select all rows on this page').check()
    await bar(page).getByText('25 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 9,998 that match' }).click()
    for (const n of [0, 4, 9]) await boxes(page).nth(n).uncheck()
    await bar(page).getByText('3 left out').waitFor()
  }

  it('are chosen but three, and another filter clears that', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?search=Bulk', stage.keeper)
    await page.getByText('1–25 of 9,998').waitFor()
    await boxes(page).nth(1).check()
    await boxes(page).nth(5).focus()
    await page.locator('tr[data-row]').nth(5).focus()
    await page.keyboard.press('Shift+X')
    await bar(page).getByText('5 selected').waitFor()
    await chooseAllButThree(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('26–50 of 9,998').waitFor()
    assert.equal(await boxes(page).nth(3).isChecked(), true)
    await page.locator('input[type=search]').fill('bulk admin')
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('are deleted by the number that was told, and by no other', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?search=Bulk', stage.keeper)
    await page.getByText('1–25 of 9,998').waitFor()
    await chooseAllButThree(page)
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    // three were left out, and one is protected
    await page.getByRole('heading', { name: 'Delete 9,994 admins?' }).waitFor()
    await more(2)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('The number has changed meanwhile').waitFor()
    await page.getByRole('heading', { name: 'Delete 9,996 admins?' }).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('9,996 records changed').waitFor()
    await dialog.getByText('A protected admin is left out.').waitFor()
    await dialog.getByRole('link', { name: 'Bulk Admin' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('1–4 of 4').waitFor()
    assert.equal(await bar(page).count(), 0)
    await page.goto('/console/bin?kind=Admin')
    const row = page.locator('tr[data-row]').first()
    await row.waitFor()
    const id = await row.getAttribute('data-row')
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByText('is back').waitFor()
    const { json } = expectStatus(await stage.app.get('/api/v1/Admins?search=Bulk', { token: await stage.app.superToken() }), 200)
    assert.equal(json.totalCount, 5)
    assert.ok(JSON.stringify(json.items).includes(id ?? 'none'))
    assert.deepEqual(faults, [])
  })

  it('show the way to the bin where some were deleted', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?search=person.1', stage.keeper)
    await boxes(page).nth(0).check()
    await boxes(page).nth(1).check()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Recycle bin' }).click()
    await page.waitForURL(/\/console\/bin\?kind=Admin/)
    await page.getByRole('heading', { level: 1, name: 'Recycle bin' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
