/** Somebody brings back what was deleted, and erases it for ever. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { arabic, skip, visit } from './chromium.ts'
import { openAs, superAdmin } from './scene.ts'
import { type ActivityScene, activityScene } from './scenes/activity.ts'

describe('the recycle bin', { skip }, () => {
  let stage: ActivityScene
  let token: string
  before(async () => {
    stage = await activityScene()
    token = await stage.app.superToken()
  })
  const binTenant = async () => {
    expectStatus(await stage.app.request('DELETE', `/api/v1/Tenants/${stage.tenantId}`, { token }), 204)
  }
  const adminsOf = async () =>
    expectStatus(await stage.app.get(`/api/v1/Admins?tenantId=${stage.tenantId}`, { token }), 200).json.totalCount as number

  it('gives a tenant back with all that was in it, by mouse', async () => {
    const people = await adminsOf()
    await binTenant()
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/bin', superAdmin.email, superAdmin.password)
    const row = page.locator('tr[data-row]', { hasText: 'Blue Lantern' })
    await row.getByText('Super Admin').waitFor()
    await row.getByRole('button', { name: 'Actions for Blue Lantern' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByText('Blue Lantern is back').waitFor()
    await row.waitFor({ state: 'detached' })
    assert.equal(await adminsOf(), people)
    assert.deepEqual(faults, [])
  })

  it('gives it back by keys alone in Arabic', async () => {
    await binTenant()
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/bin?kind=Tenant', superAdmin.email, superAdmin.password)
    const row = page.locator('tr[data-row]', { hasText: 'Blue Lantern' })
    await row.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // a menu that opens takes the focus a moment later
    await page.locator('[role=menuitem]:focus', { hasText: 'استعادة' }).waitFor()
    await page.keyboard.press('Enter')
    await row.waitFor({ state: 'detached' })
    await page.locator(':focus:not(body)').first().waitFor()
    assert.equal(expectStatus(await stage.app.get(`/api/v1/Tenants/${stage.tenantId}`, { token }), 200).json.name, 'Blue Lantern')
    assert.deepEqual(faults, [])
  })

  it('erases for ever once the name is typed', async () => {
    const made = expectStatus(await stage.app.post('/api/v1/roles', { name: 'Night desk', tenantId: stage.tenantId }, { token }), 201).json
    expectStatus(await stage.app.request('DELETE', `/api/v1/roles/${made.id}`, { token }), 204)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/bin?kind=Role', stage.keeper)
    const row = page.locator('tr[data-row]', { hasText: 'Night desk' })
    await row.focus()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog')
    const erase = dialog.getByRole('button', { name: 'Erase for ever' })
    assert.equal(await erase.isDisabled(), true)
    await dialog.getByRole('textbox').fill('Night desk')
    await erase.click()
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
})
