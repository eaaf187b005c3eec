/** Somebody sees to roles in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { arabic, drawn, skip, visit } from './chromium.ts'
import { hostileName, openAs, type Scene, scene, superAdmin } from './scene.ts'

describe('the roles of the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  interface Role {
    readonly id: string
    readonly name: string
    readonly version: number
    readonly permissions: readonly { readonly id: string; readonly name: string; readonly restrictedFields: readonly string[] }[]
  }
  const superToken = () => stage.app.superToken()
  const made = async (body: object): Promise<Role> =>
    expectStatus(await stage.app.post('/api/v1/roles', { tenantId: stage.tenantId, ...body }, { token: await superToken() }), 201)
      .json as Role
  const read = async (id: string): Promise<Role> =>
    expectStatus(await stage.app.get(`/api/v1/roles/${id}`, { token: await superToken() }), 200).json as Role
  const idsOf = async (...names: string[]) => {
    const groups = expectStatus(await stage.app.get('/api/v1/permissions', { token: await superToken() }), 200).json as {
      permissions: { id: string; name: string }[]
    }[]
    const all = groups.flatMap(({ permissions }) => permissions)
    return names.map((name) => all.find((one) => one.name === name)?.id ?? assert.fail(name))
  }
  const tick = (page: Page, name: string) => page.locator(`[data-right="${name}"] .tick`)
  const dialog = (page: Page) => page.getByRole('dialog')

  it('gives, takes and hides in one review, which the service has tried first', async () => {
    const [view = '', remove = ''] = await idsOf('admins.view', 'admins.delete')
    const role = await made({ name: hostileName, permissionIds: [view, remove] })
    await using guest = await visit(stage.app.url)
    const { page, faults, conflicts } = guest
    await openAs(page, `/console/roles/${role.id}`, stage.keeper)
    await page.getByRole('heading', { level: 1, name: hostileName }).waitFor()
    await tick(page, 'users.view').click()
    await tick(page, 'admins.delete').click()
    await page.locator('[data-right="admins.view"] .fields-button').click()
    await page.getByLabel('E-mail', { exact: true }).check()
    await page.keyboard.press('Escape')
    const tried = page.waitForResponse((answer) => answer.url().includes('dryRun=true'))
    await page.getByRole('button', { name: 'Review and save' }).click()
    await tried
    assert.deepEqual(
      await dialog(page)
        .locator('.difference li')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-mark'))),
      ['added', 'removed', 'changed'],
    )
    assert.equal((await read(role.id)).version, role.version)
    // what was saved is read again late, and something more is chosen before
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/roles/${role.id}`, (route) => held.then(() => route.continue()))
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await tick(page, 'groups.view').click()
    const readAgain = page.waitForResponse((answer) => answer.url().endsWith(`/roles/${role.id}`))
    release()
    await (await readAgain).finished()
    await drawn(page)
    const triedAgain = page.waitForResponse((answer) => answer.url().includes('dryRun=true'))
    await page.getByRole('button', { name: 'Review and save' }).click()
    assert.equal((await triedAgain).status(), 200, 'one’s own save is nobody else’s')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    const saved = (await read(role.id)).permissions.map(({ name, restrictedFields }) => [name, restrictedFields])
    assert.deepEqual(saved, [
      ['admins.view', ['email']],
      ['users.view', []],
    ])
    assert.deepEqual(conflicts, [])
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('is moved through by keys along the line of text', async () => {
    const role = await made({ name: 'By keys' })
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, `/console/roles/${role.id}`, stage.keeper)
    await tick(page, 'admins.view').waitFor()
    await page.locator('.matrix-group .tick').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    assert.equal(await tick(page, 'admins.view').getAttribute('aria-checked'), 'true')
    assert.equal(await page.locator('.matrix-group .tick').first().getAttribute('aria-checked'), 'mixed')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await page.evaluate('document.activeElement.className'), 'fields-button')
    await page.keyboard.press('ArrowRight')
    // one stop of the Tab key, however many cells there are
    assert.equal(await page.locator('[data-cell][tabindex="0"]').count(), 1)
    assert.deepEqual(faults, [])
  })

  it('shows what somebody else saved meanwhile, keeps the one that is chosen, and takes nothing of theirs away', async () => {
    const [view = '', users = ''] = await idsOf('admins.view', 'users.view')
    const role = await made({ name: 'Two at once', permissionIds: [view] })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/roles/${role.id}`, superAdmin.email, superAdmin.password)
    await tick(page, 'groups.view').click()
    const theirs = { permissionIds: [view, users] }
    const path = `/api/v1/roles/${role.id}/permissions`
    expectStatus(await stage.app.request('PUT', path, { token: await superToken(), body: theirs }), 200)
    await page.getByRole('button', { name: 'Review and save' }).click()
    await dialog(page).getByRole('button', { name: 'Compare with theirs' }).click()
    await dialog(page).locator('.difference').nth(1).waitFor()
    await dialog(page).getByRole('button', { name: 'Keep mine' }).click()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    // what they gave is not taken with it
    assert.deepEqual(
      (await read(role.id)).permissions.map(({ name }) => name),
      ['admins.view', 'users.view', 'groups.view'],
    )
    await page.getByRole('button', { name: 'Rename' }).click()
    await dialog(page).getByLabel('Name').fill('Mine')
    const asDefault = { token: await superToken(), body: { isDefault: true } }
    expectStatus(await stage.app.request('PUT', `/api/v1/roles/${role.id}`, asDefault), 200)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByRole('row', { name: 'Default role' }).getByRole('cell', { name: 'On' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('locks what the caller does not hold, and says why', async () => {
    const [manage = '', see = '', audit = ''] = await idsOf('roles.manage', 'roles.view', 'audit.view')
    const own = await made({ name: 'Sees to roles', permissionIds: [manage, see] })
    const more = await made({ name: 'More than theirs', permissionIds: [audit] })
    const email = 'rolf@harbour.example'
    const body = { email, firstName: 'Rolf', lastName: 'Roles', roleId: own.id, tenantId: stage.tenantId, password: 'zuvaqor-71-Kestrel' }
    expectStatus(await stage.app.post('/api/v1/Admins', body, { token: await superToken() }), 201)
    const empty = await made({ name: 'Empty' })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/roles/${empty.id}`, email)
    await tick(page, 'users.view').press('Space')
    assert.equal(await tick(page, 'users.view').getAttribute('aria-checked'), 'false')
    await page.locator('[data-right="users.view"]').getByText('You don’t hold this yourself').waitFor()
    await page.locator('[data-right="settings.view"]').getByText('never a tenant’s').waitFor()
    await tick(page, 'roles.view').click()
    assert.equal(await tick(page, 'roles.view').getAttribute('aria-checked'), 'true')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.goto(`/console/roles/${more.id}`)
    await page.getByText('which you don’t hold like that').waitFor()
    // what it is called gives nothing; the default would be given to others
    await page.getByRole('button', { name: 'Rename' }).click()
    assert.ok(await dialog(page).getByRole('checkbox').isDisabled())
    await dialog(page).getByLabel('Name').fill('More than mine')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'More than mine' }).waitFor()
    // a copy would give what one of the service gives
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Roles' }).click()
    await page.getByRole('button', { name: 'Actions for TenantAdmin' }).click()
    assert.ok(await page.getByRole('menuitem', { name: 'Make a copy' }).isDisabled())
    assert.deepEqual(faults, [])
  })

  it('are those of the tenant that is chosen, and the filter says so after each way back', async () => {
    const quay = await stage.app.post('/api/v1/Tenants', { name: 'Quay' }, { token: await superToken() })
    const { id } = expectStatus(quay, 201).json
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/roles?within=${stage.tenantId}`, superAdmin.email, superAdmin.password)
    const rows = page.locator('tr[data-row]')
    const shows = async (name: string) => {
      await page.locator('.chip b', { hasText: name }).waitFor()
      await rows.filter({ hasNotText: name }).first().waitFor({ state: 'detached' })
      await rows.filter({ hasText: name }).first().waitFor()
    }
    await rows.filter({ hasText: 'Harbour' }).first().waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    const field = page.getByRole('combobox', { name: 'Tenant, and all below it' })
    const choose = async (name: string) => {
      await field.fill(name)
      await page.getByRole('option', { name }).click()
    }
    await choose('Quay')
    await shows('Quay')
    await choose('Harbour')
    await shows('Harbour')
    await page.goBack()
    await page.waitForURL((url) => url.searchParams.get('tenant') === id)
    await shows('Quay')
    assert.deepEqual(faults, [])
  })

  it('is made, copied, deleted and brought back; one in use leads to who has it', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/roles?within=${stage.tenantId}`, stage.keeper)
    await page.getByRole('button', { name: 'New role' }).click()
    await dialog(page).getByLabel('Name').fill('Night shift')
    // what a proxy refuses by itself comes to nothing
    const page413 = { status: 413, contentType: 'text/html', body: '<h1>Too large</h1>' }
    await page.route('**/api/v1/roles', (route) => route.fulfill(page413), { times: 1 })
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByText('answered in its place').waitFor()
    // an answer that is lost may be that of a role which was made: it is in the list then, where whoever is told so looks for it
    const lose = async (route: Route) => {
      await route.fetch({ postData: { ...route.request().postDataJSON(), name: 'Day shift' } })
      await route.fulfill({ contentType: 'text/html', body: '<h1>Busy</h1>' })
    }
    await page.route('**/api/v1/roles', lose, { times: 1 })
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByText('look whether it was before you try again').waitFor()
    await page.locator('tr[data-row]', { hasText: 'Day shift' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor()
    await page.goBack()
    await page.locator('tr[data-row]', { hasText: 'Night shift' }).waitFor()
    assert.equal(await dialog(page).count(), 0)
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Night shift' }).click()
    await page.getByRole('menuitem', { name: 'Make a copy' }).click()
    await page.getByRole('heading', { level: 1, name: 'Copy of Night shift' }).waitFor()
    await page.getByRole('button', { name: 'Rename' }).click()
    await dialog(page).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Night shift', exact: true, includeHidden: true }).waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: 'Copy of Night shift' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Copy of Night shift' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/roles'))
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('tr[data-row]', { hasText: 'Copy of Night shift' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Nothing' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByRole('link', { name: 'Show who has it' }).click()
    // all who have it, and not those alone of the part that is looked at
    await page.waitForURL((url) => url.pathname.endsWith('/admins') && url.searchParams.has('role') && !url.searchParams.has('within'))
    await page.locator('tr[data-row]', { hasText: stage.stranger }).waitFor()
    assert.deepEqual(faults, [])
  })
})
