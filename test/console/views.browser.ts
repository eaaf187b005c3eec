/** Somebody keeps a list as they look at it: its columns, and addresses under names. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { arabic, barriers, overflow, skip, visit } from './chromium.ts'
import { hostileName, openAs, type Scene, scene } from './scene.ts'
import { keeperToken } from './scenes/messages.ts'

describe('views of a list', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const at = '/api/v1/Admins/me/preferences'
  const kept = async () => expectStatus(await stage.app.get(at, { token: await keeperToken(stage) }), 200).json
  const keep = async (body: object) => expectStatus(await stage.app.request('PUT', at, { token: await keeperToken(stage), body }), 200)
  const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor()
  const menu = (page: Page) => page.locator('.view-box')
  const open = async (page: Page) => {
    await page.locator('.tools').getByRole('button', { name: 'View', exact: true }).click()
    await menu(page).getByLabel('Save what is shown as').waitFor()
  }
  const told = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith(at) && answer.request().method() === 'PUT')
  const head = (page: Page, name: string) => page.getByRole('columnheader', { name })

  it('are saved, chosen, replaced, renamed and deleted with a way back, by mouse', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?search=person.1&sort=firstName&status=Active&page=1', stage.keeper)
    await rows(page)
    await open(page)
    await menu(page).getByLabel('Save what is shown as').fill(hostileName)
    await menu(page).getByRole('button', { name: 'Save' }).click()
    const own = menu(page).getByRole('button', { name: hostileName, exact: true })
    await own.waitFor()
    assert.equal(await own.getAttribute('aria-pressed'), 'true')
    assert.deepEqual(await barriers(page), [])
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    await page.goto('/console/admins?status=Blocked&page=2&twoFactor=on')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await open(page)
    await own.click()
    await menu(page).waitFor({ state: 'detached' })
    await rows(page)
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { search: 'person.1', sort: 'firstName', status: 'Active' })
    assert.equal(await page.locator('input[type=search]').inputValue(), 'person.1')
    // the address goes on being the truth: the view is no longer what is shown
    await page.getByRole('button', { name: 'Remove filter Status' }).click()
    await open(page)
    assert.equal(await own.getAttribute('aria-pressed'), 'false')
    await menu(page).getByLabel('Save what is shown as').fill(hostileName)
    await menu(page).getByRole('button', { name: 'Replace' }).click()
    await menu(page).locator('[aria-pressed=true].option', { hasText: hostileName }).waitFor()
    await menu(page)
      .getByRole('button', { name: `Rename ${hostileName}` })
      .click()
    await menu(page).getByLabel('Name of the view').fill('First ones')
    const renamed = told(page)
    await menu(page).getByRole('button', { name: 'Save' }).first().click()
    await menu(page).getByRole('button', { name: 'First ones', exact: true }).waitFor()
    await renamed
    assert.deepEqual((await kept()).views, [{ screen: 'listAdmins', name: 'First ones', query: 'search=person.1&sort=firstName' }])
    await menu(page).getByRole('button', { name: 'Delete First ones' }).click()
    await menu(page).getByText('A view keeps the search').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await menu(page).or(page.locator('.tools')).first().waitFor()
    if ((await menu(page).count()) === 0) await open(page)
    await menu(page).getByRole('button', { name: 'First ones', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('show what is kept of other lists nowhere, and only as many as fit', async () => {
    const views = Array.from({ length: 20 }, (_, n) => ({ screen: 'listUsers', name: `View ${n}`, query: `search=${n}` }))
    await keep({ views })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    await rows(page)
    await open(page)
    await menu(page).getByText('A view keeps the search').waitFor()
    await page.goto('/console/users')
    await page.getByRole('heading', { level: 1, name: /^Users/ }).waitFor()
    await open(page)
    assert.equal(await menu(page).locator('.option').count(), 20)
    await menu(page).getByLabel('Save what is shown as').fill('One more')
    await menu(page).getByText('No more than 20 views are kept').waitFor()
    assert.equal(await menu(page).getByRole('button', { name: 'Save' }).isDisabled(), true)
    await page.setViewportSize({ width: 320, height: 700 })
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await barriers(page), [])
    assert.deepEqual(faults, [])
    await keep({ views: null })
  })

  it('hide columns, in every tab, on cards, and for good', async () => {
    await using guest = await visit(stage.app.url)
    const { page, context, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    await rows(page)
    const other = await context.newPage()
    await other.goto('/console/admins')
    await rows(other)
    // a tab behind another is drawn once a second
    await page.bringToFront()
    await open(page)
    assert.equal(await menu(page).getByRole('checkbox', { name: 'Name' }).count(), 0)
    await menu(page).getByRole('checkbox', { name: 'Role' }).click()
    const last = told(page)
    await menu(page).getByRole('checkbox', { name: 'Status' }).click()
    for (const tab of [page, other]) for (const name of ['Role', 'Status']) await head(tab, name).waitFor({ state: 'detached' })
    await last
    await other.close()
    assert.deepEqual((await kept()).columns, { listAdmins: ['name', 'tenant', '2fa', 'seen'] })
    await page.keyboard.press('Escape')
    await page.reload()
    await rows(page)
    assert.equal(await head(page, 'Role').count(), 0)
    await page.setViewportSize({ width: 390, height: 800 })
    assert.equal(await page.locator('tr[data-row] td[data-col=status]').count(), 0)
    assert.equal(await page.locator('tr[data-row] td[data-col=name]').first().isVisible(), true)
    assert.equal(await overflow(page), 0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page)
    await menu(page).getByRole('button', { name: 'Compact' }).click()
    await page.locator('html[data-density=compact]').waitFor({ state: 'attached' })
    const all = told(page)
    await menu(page).getByRole('button', { name: 'Show all' }).click()
    await head(page, 'Status').waitFor()
    await all
    assert.deepEqual((await kept()).columns, {})
    await menu(page).getByRole('button', { name: 'Comfortable' }).click()
    await page.goto('/console/tenants')
    await page.locator('[role=row][data-row]').first().waitFor()
    await open(page)
    assert.equal(await menu(page).getByRole('checkbox').count(), 0)
    await page.goto('/console/tenants?view=table')
    await rows(page)
    await open(page)
    await menu(page).getByRole('checkbox', { name: 'Status' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('go back to what was, where the service keeps nothing', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, '/console/admins', stage.keeper)
    await rows(page)
    await page.route(`**${at}`, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
    await open(page)
    await menu(page).getByRole('checkbox', { name: 'Role' }).click()
    await page.locator('.mantine-Notification-root').first().waitFor()
    await head(page, 'Role').waitFor()
  })

  it('are kept and chosen by keys alone, in Arabic', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const isFocused = async (field: Locator) => (await field.and(page.locator(':focus')).count()) === 1
    const focused = () => page.evaluate<string>('document.activeElement.textContent || document.activeElement.tagName')
    await openAs(page, '/console/admins?search=person.2', stage.keeper)
    await rows(page)
    const button = page.locator('.tools').getByRole('button', { name: 'العرض', exact: true })
    await button.focus()
    await press('Enter')
    const name = menu(page).getByLabel('احفظ الظاهر الآن باسم')
    await name.waitFor()
    while (!(await isFocused(name))) await press('Tab')
    await page.keyboard.type('الثانية')
    await press('Enter')
    await menu(page).getByRole('button', { name: 'الثانية', exact: true }).waitFor()
    assert.deepEqual(await barriers(page), [])
    await press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    assert.equal(await focused(), 'العرض')
    await page.goto('/console/admins')
    await rows(page)
    await button.focus()
    await press('Enter')
    await menu(page).getByRole('button', { name: 'الثانية', exact: true }).waitFor()
    while ((await focused()) !== 'الثانية') await press('Tab')
    await press('Enter')
    await page.waitForURL(/search=person\.2/)
    await menu(page).waitFor({ state: 'detached' })
    await button.focus()
    await press('Enter')
    const box = menu(page).getByRole('checkbox', { name: 'الحالة' })
    await box.waitFor()
    while (!(await isFocused(box))) await press('Tab')
    await press('Space')
    await head(page, 'الحالة').waitFor({ state: 'detached' })
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      assert.equal(await overflow(page), 0, `at ${width}`)
    }
    assert.deepEqual(await barriers(page), [])
    assert.deepEqual(faults, [])
  })
})
