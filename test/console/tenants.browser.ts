/** Somebody sees to tenants in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addRole } from '../groups/world.ts'
import { expectStatus } from '../harness.ts'
import { addTenants } from '../tenants/many-tenants.ts'
import { arabic, skip, visit } from './chromium.ts'
import { hostileName, openAs, password, type Scene, scene, superAdmin } from './scene.ts'
import { type Branches, branches } from './scenes/tenants.ts'

describe('the tenants', { skip }, () => {
  let stage: Scene
  let places: Branches
  before(async () => {
    stage = await scene()
    places = await branches(stage)
  })
  const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`)
  const enter = async (page: Page, address = '/console/tenants') => {
    await openAs(page, address, superAdmin.email, superAdmin.password)
  }

  it('is a tree that keys walk in Arabic, whose names are the text that they are', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await enter(page)
    await rowOf(page, stage.tenantId).waitFor()
    for (let tabs = 0; tabs < 30 && !(await page.locator('[data-row]:focus').count()); tabs++) await page.keyboard.press('Tab')
    // forward is to the left
    await page.keyboard.press('ArrowLeft')
    await rowOf(page, places.east).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await rowOf(page, places.hostile).waitFor()
    await page.locator(`[data-row="${places.east}"][aria-expanded=true][aria-level="2"]:focus`).waitFor()
    assert.ok((await rowOf(page, places.hostile).innerText()).includes(hostileName))
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await page.keyboard.press('ArrowRight')
    await rowOf(page, places.hostile).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
    await page.locator(`[data-row="${stage.tenantId}"]:focus`).waitFor()
    assert.deepEqual(faults, [])
  })

  it('is scrolled from end to end without a pause, and no row of it complains', async () => {
    const { id: wide } = expectStatus(
      await stage.app.post('/api/v1/Tenants', { name: 'Wide' }, { token: await stage.app.superToken() }),
      201,
    ).json
    await addTenants(stage.app, wide, 400)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(page)
    // its menu opens and shuts by the same button, which the row hears nothing of
    const more = rowOf(page, wide).locator('.record-menu')
    await more.click()
    await page.getByRole('menu').waitFor()
    await more.click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/console/tenants')
    const asked: (string | null)[] = []
    page.on('request', (request) => request.url().includes(`${wide}/`) && asked.push(new URL(request.url()).searchParams.get('page')))
    await rowOf(page, wide).locator('.twist').click()
    const first = page.locator('[data-row][aria-level="2"]').first()
    await first.waitFor()
    // somebody else takes one away: the pages that are still to come have one less than the first one said
    const gone = await first.getAttribute('data-row')
    expectStatus(await stage.app.request('DELETE', `/api/v1/Tenants/${gone}`, { token: await stage.app.superToken() }), 204)
    assert.ok(Number(await page.evaluate(flick)) > 400)
    assert.deepEqual(asked, ['1', '2', '3', '4'])
    assert.deepEqual(faults, [])
  })

  it('begins at the part that was chosen, and is a table while something is searched for; the status is in the address', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(page, `/console/tenants?within=${places.east}`)
    await page.locator(`[data-row="${places.east}"][aria-level="1"][aria-expanded=true]`).waitFor()
    await rowOf(page, places.hostile).waitFor()
    assert.equal(await page.locator('[data-row]').count(), 3)
    await page.getByRole('button', { name: 'Show all' }).click()
    await rowOf(page, stage.tenantId).waitFor()
    assert.equal(await rowOf(page, places.east).count(), 0)
    await page.keyboard.press('/')
    await page.keyboard.type('marfa')
    await page.locator('tr[data-row]').first().waitFor()
    // the first letters match more
    await page.locator('tr[data-row]').nth(1).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Tree' }).click()
    await page.getByRole('treegrid').waitFor()
    await page.goto('/console/tenants?status=Suspended')
    await page.getByText('Nothing matches').waitFor()
    assert.deepEqual(faults, [])
  })

  it('makes one with its first admin, says the numbers before it deletes, and brings it back', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(page)
    await page.getByRole('button', { name: 'New tenant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Lighthouse')
    const length = await page.evaluate('history.length')
    await dialog.getByLabel('First name').fill('Lina')
    await dialog.getByLabel('Last name').fill('Light')
    await dialog.getByLabel('E-mail').fill('not an address')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.locator('input[inputmode=email][aria-invalid=true]').waitFor()
    await dialog.getByLabel('E-mail').fill('lina@lighthouse.example')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/tenants\/[0-9a-f-]{36}/)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    // it stands in the place of the form: no way back leads to that
    assert.equal(await page.evaluate('history.length'), length)
    await page.goto(`/console/tenants?within=${id}`)
    const row = page.locator('[role=row][data-row]', { hasText: 'Lighthouse' })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete tenant' }).click()
    const button = dialog.getByRole('button', { name: 'Delete tenant' })
    await dialog.getByLabel(/^Type/).fill('lighthouse')
    await dialog.locator('.tally[aria-busy=false]').waitFor()
    assert.match(await dialog.locator('.tally').innerText(), /Admins in all\s*1/)
    await button.click()
    // the part that was chosen is no more
    await rowOf(page, stage.tenantId).waitFor()
    assert.deepEqual([await row.count(), new URL(page.url()).searchParams.has('within')], [0, false])
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    // and one that lies below what is deleted goes with it
    const below = { name: 'Lamp', code: 'lamp', parentTenantId: id }
    const lamp = expectStatus(await stage.app.post('/api/v1/Tenants', below, { token: await stage.app.superToken() }), 201).json
    await page.goto(`/console/tenants/${id}?within=${lamp.id}`)
    await page.locator('.within', { hasText: 'Lamp' }).waitFor()
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete tenant' }).click()
    await dialog.getByLabel(/^Type/).fill('lighthouse')
    await dialog.getByRole('button', { name: 'Delete all 2 tenants' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/tenants'))
    assert.equal(new URL(page.url()).searchParams.has('within'), false)
    assert.deepEqual(faults, [])
  })

  it('offers neither permissions to who may not see roles, nor a way back to who may not change tenants', async () => {
    const token = await stage.app.superToken()
    const made = { name: 'Low Tide', code: 'low-tide', parentTenantId: stage.tenantId }
    const { id } = expectStatus(await stage.app.post('/api/v1/Tenants', made, { token }), 201).json
    const roleId = await addRole(stage.app, stage.tenantId, ['tenants.view', 'tenants.delete', 'recyclebin.restore'])
    const body = { email: 'ends@harbour.example', firstName: 'Enda', lastName: 'Ends', roleId, tenantId: stage.tenantId, password }
    expectStatus(await stage.app.post('/api/v1/Admins', body, { token }), 201)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const refused: string[] = []
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
    await openAs(page, `/console/tenants/${id}/permissions`, body.email)
    await page.locator('.record-tabs [aria-current=page]', { hasText: 'Overview' }).waitFor()
    assert.equal(await page.locator('.record-tabs').getByRole('link', { name: 'Permissions' }).count(), 0)
    await page.locator('.record-acts .record-menu').click()
    await page.getByRole('menuitem', { name: 'Delete tenant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Permissions that you lack to bring it back: tenants.update.').waitFor()
    await dialog.getByLabel(/^Type/).fill('low-tide')
    await dialog.getByRole('button', { name: 'Delete tenant' }).click()
    await page.getByText('Low Tide deleted').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
    assert.deepEqual(refused, [])
    assert.deepEqual(faults, [])
  })

  it('suspends with a reason, which ends every session in it', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(page)
    await page.goto('/console/tenants?search=west-pier')
    const row = page.locator('tr[data-row]', { hasText: 'West Pier' })
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    await page.getByLabel('Reason').fill('unpaid')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await row.getByText('Suspended').waitFor()
    const id = await row.getAttribute('data-row')
    const read = expectStatus(await stage.app.get(`/api/v1/Tenants/${id}`, { token: await stage.app.superToken() }), 200).json
    assert.deepEqual([read.status, read.statusReason], ['Suspended', 'unpaid'])
    assert.deepEqual(faults, [])
  })
})

/** Five rows a frame until nothing more comes, as a fast flick goes; the number of rows. A tree that never ends is left at some time. */
const flick = `new Promise((done) => {
  const box = document.querySelector('.tree-box')
  let steps = 0
  const step = () => {
    const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1
    if ((isAtEnd && !box.querySelector('[data-row^="wait-"]')) || ++steps > 2000) return done(box.querySelector('[role=treegrid]').getAttribute('aria-rowcount'))
    box.scrollTop += 220
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`
