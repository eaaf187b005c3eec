/** Somebody asks why an admin may do something. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'

describe('the permissions of the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  it('are explained for whoever is chosen, link by link, at an address of their own', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/permissions', stage.keeper)
    await page.getByRole('searchbox').fill('admins.del')
    await page.locator('[data-why="admins.view"]').waitFor({ state: 'detached' })
    await page.locator('[data-why="admins.delete"]').click()
    const panel = page.locator('aside.panel')
    await panel.getByText('Gives all that its tenant is granted').waitFor()
    await panel.getByLabel('Whose right it is').fill('Sam')
    await page.getByRole('option', { name: 'Sam Stranger' }).click()
    await panel.getByText('Not allowed.').waitFor()
    await panel.getByText('Role Nothing').waitFor()
    await panel.locator('[data-effect=withholds]', { hasText: 'Does not list it' }).waitFor()
    await panel.locator('[data-effect=gives]', { hasText: 'Is granted it' }).waitFor()
    await page.reload()
    await panel.getByText('Not allowed.').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement.dataset.why'), 'admins.delete')
    // what the service says comes in the language that is chosen, too
    await page.locator('button.me').click()
    await page.getByRole('menuitemradio', { name: 'العربية' }).click()
    await page
      .locator('tr', { has: page.locator('[data-why="admins.delete"]') })
      .getByText('حذف المشرفين')
      .waitFor()
    assert.deepEqual(faults, [])
  })
})
