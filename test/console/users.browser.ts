/** Somebody sees to end users in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { arabic, skip, visit } from './chromium.ts'
import { hostileName, type Scene, scene, signIn } from './scene.ts'
import { userOf, withUsers } from './scenes/people.ts'

describe('end users in the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
    await withUsers(stage)
  })
  const rowOf = (page: Page, text: string) => page.locator('tr[data-row]', { hasText: text })
  const openAct = async (page: Page, email: string, name: string) => {
    await rowOf(page, email)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name }).click()
  }

  it('deletes at once and brings back; blocks with a reason; hostile names are text', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/users?search=user.3')
    await signIn(page, stage.keeper)
    await rowOf(page, 'user.3@shop.example').waitFor()
    await openAct(page, 'user.3@shop.example', 'Delete')
    await rowOf(page, 'user.3@shop.example').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'user.3@shop.example').waitFor()
    await openAct(page, 'user.3@shop.example', 'Block')
    await page.getByLabel('Reason').fill('Asked for it')
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await rowOf(page, 'user.3@shop.example').getByText('Blocked').waitFor()
    assert.equal((await userOf(stage, 'user.3@shop.example')).blockReason, 'Asked for it')
    await page.goto('/console/users?search=Mallory')
    await rowOf(page, hostileName).waitFor()
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('makes one, tells what was refused under its field, and keeps the chosen value in a conflict', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/users?do=new')
    await signIn(page, stage.keeper)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Rami')
    await dialog.getByLabel('Username').fill('rami')
    await dialog.getByLabel('E-mail').fill('no address')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.locator('.summary').waitFor()
    assert.equal(await dialog.getByLabel('E-mail').getAttribute('aria-invalid'), 'true')
    await dialog.getByLabel('E-mail').fill('rami@shop.example')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 2, name: 'Rami' }).waitFor()
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Last name').fill('Mine')
    const { id } = await userOf(stage, 'rami@shop.example')
    const token = await stage.app.superToken()
    expectStatus(await stage.app.request('PUT', `/api/v1/users/${id}`, { token, body: { lastName: 'Theirs' } }), 200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('cell', { name: 'Theirs', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('heading', { level: 2, name: 'Rami Mine' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('imports by keys alone, in Arabic: a trial first, and what is left out by its line', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await page.goto('/console/users/import')
    await signIn(page, stage.keeper)
    await page.getByRole('button', { name: 'لصق' }).press('Enter')
    const lines = [
      '{"email":"new.1@shop.example"}',
      'no JSON',
      '{"email":"user.1@shop.example"}',
      '',
      '{"email":"new.1@shop.example"}',
      '{"email":"new.2@shop.example"}',
    ]
    await page.locator('textarea').fill(lines.join('\n'))
    await page.getByRole('button', { name: 'تحقق' }).press('Enter')
    const start = page.getByRole('button', { name: 'استورد مستخدمَين' })
    await start.waitFor()
    const told = async () => (await page.locator('.faults tbody th').allInnerTexts()).map((text) => text.trim())
    assert.deepEqual(await told(), ['2', '3', '5'])
    await start.press('Enter')
    await page.getByText('استُورد مستخدمان', { exact: true }).waitFor()
    assert.deepEqual(await told(), ['2', '3', '5'])
    assert.equal((await userOf(stage, 'new.2@shop.example')).email, 'new.2@shop.example')
    assert.deepEqual(faults, [])
  })
})
