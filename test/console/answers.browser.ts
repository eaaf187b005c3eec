/** Whatever the service answers, on screens where it happens: the person is told, and what they typed stays. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { skip, visit } from './chromium.ts'
import { openAs, password, type Scene, scene, superAdmin } from './scene.ts'

describe('what the service refuses', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const token = async () => (await stage.app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
  const idOf = async (address: string): Promise<string> => {
    const { json } = expectStatus(await stage.app.get(`/api/v1/Admins?search=${address}`, { token: await token() }), 200)
    return json.items.find(({ email }: { email: string }) => email === address).id
  }
  /** The form of an admin, with another first name typed into it. */
  const typed = async (page: Page, address: string, who = stage.keeper) => {
    const id = await idOf(address)
    await openAs(page, `/console/admins?open=${id}&do=edit`, who)
    await dialogOf(page).getByLabel('First name').fill('Typed')
    return id
  }
  const save = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save' }).click()
  const firstNameOf = async (id: string) =>
    expectStatus(await stage.app.get(`/api/v1/Admins/${id}`, { token: await token() }), 200).json.firstName

  it('400: every field that is wrong says so, and the summary has the focus', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?do=new', stage.keeper)
    const dialog = dialogOf(page)
    await dialog.getByLabel('E-mail').fill('no address')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.locator('.summary:focus').waitFor()
    for (const name of ['First name', 'Last name', 'E-mail'])
      assert.equal(await dialog.getByLabel(name).getAttribute('aria-invalid'), 'true', name)
    await dialog.getByLabel('First name').fill('Nadia')
    await dialog.getByLabel('Last name').fill('New')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Nothing' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByLabel('First name').and(dialog.locator(':not([aria-invalid=true])')).waitFor()
    await dialog.locator('.summary:focus').waitFor()
    assert.equal(await dialog.locator('[aria-invalid=true]').count(), 1)
    assert.equal(await dialog.getByLabel('E-mail').inputValue(), 'no address')
    await dialog.getByLabel('E-mail').fill('nadia@harbour.example')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('401, revoked: one signs in again in place, and what was typed is saved', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const id = await typed(page, 'person.3@harbour.example')
    const keeperId = await idOf(stage.keeper)
    expectStatus(await stage.app.post(`/api/v1/Admins/${keeperId}/sessions/revoke-all`, {}, { token: await token() }), 200)
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.locator('input[name=identifier]:focus').waitFor()
    await page.keyboard.type(stage.keeper)
    await again.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })
    assert.equal(await dialogOf(page).getByLabel('First name').inputValue(), 'Typed')
    await save(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.equal(await firstNameOf(id), 'Typed')
    assert.deepEqual(faults, [])
  })

  it('403: a permission that is taken away while a form is open is named, and given back it works', async () => {
    const as = { token: await token() }
    const rights = expectStatus(await stage.app.get('/api/v1/permissions', as), 200).json as {
      permissions: { id: string; name: string }[]
    }[]
    const ids = (...names: string[]) =>
      rights
        .flatMap(({ permissions }) => permissions)
        .filter(({ name }) => names.includes(name))
        .map(({ id }) => id)
    const role = expectStatus(
      await stage.app.post(
        '/api/v1/roles',
        { name: 'Clerk', tenantId: stage.tenantId, permissionIds: ids('admins.view', 'admins.update') },
        as,
      ),
      201,
    ).json
    const clerk = 'clerk@harbour.example'
    const body = { email: clerk, firstName: 'Cleo', lastName: 'Clerk', roleId: role.id, tenantId: stage.tenantId, password }
    expectStatus(await stage.app.post('/api/v1/Admins', body, as), 201)
    const gives = async (...names: string[]) =>
      expectStatus(
        await stage.app.request('PUT', `/api/v1/roles/${role.id}/permissions`, { ...as, body: { permissionIds: ids(...names) } }),
        200,
      )
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    // a record that holds no more than this role does
    const strangerId = await typed(page, 'stranger@harbour.example', clerk)
    await gives('admins.view')
    await save(page)
    await dialogOf(page).getByRole('alert').getByText('admins.update').waitFor()
    assert.equal(await dialogOf(page).getByLabel('First name').inputValue(), 'Typed')
    await page.locator('aside.panel').getByRole('button', { name: 'Edit' }).waitFor({ state: 'detached' })
    await gives('admins.view', 'admins.update')
    // and so is what makes the other one stand higher
    const { role: above } = expectStatus(await stage.app.get(`/api/v1/Admins/${strangerId}`, as), 200).json
    const holds = async (...names: string[]) =>
      expectStatus(
        await stage.app.request('PUT', `/api/v1/roles/${above.id}/permissions`, { ...as, body: { permissionIds: ids(...names) } }),
        200,
      )
    await holds('files.view')
    await save(page)
    await dialogOf(page).getByRole('alert').getByText('files.view').waitFor()
    await holds()
    await save(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('404: what somebody else deleted is said to be gone, and leaves the list with its form', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const id = await typed(page, 'person.9@harbour.example')
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.waitFor()
    expectStatus(await stage.app.request('DELETE', `/api/v1/Admins/${id}`, { token: await token() }), 204)
    await save(page)
    await dialogOf(page).getByRole('alert').waitFor()
    assert.equal(await dialogOf(page).getByLabel('First name').inputValue(), 'Typed')
    await row.waitFor({ state: 'detached' })
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Discard' }).click()
    await page.locator('aside.panel').getByText('It is not here any more').waitFor()
    assert.deepEqual(faults, [])
  })

  it('409, state: what somebody else did first is told, and the row shows it', async () => {
    const as = { token: await token() }
    const { id } = expectStatus(await stage.app.post('/api/v1/Tenants', { name: 'Pier Nine', code: 'pier-nine' }, as), 201).json
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/tenants?search=pier-nine', superAdmin.email, superAdmin.password)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await dialogOf(page).waitFor()
    expectStatus(await stage.app.request('PUT', `/api/v1/Tenants/${id}`, { ...as, body: { status: 'Cancelled' } }), 200)
    await dialogOf(page).getByRole('button', { name: 'Deactivate' }).click()
    await dialogOf(page).getByRole('alert').waitFor()
    await row.getByText('Cancelled').waitFor()
    assert.deepEqual(faults, [])
  })

  it('409, quota: the form stays with what was typed', async () => {
    const as = { token: await token() }
    const admin = { email: 'one@small.example', firstName: 'Olga', lastName: 'One', password }
    const { id } = expectStatus(await stage.app.post('/api/v1/Tenants', { name: 'Small', code: 'small', admin }, as), 201).json
    expectStatus(await stage.app.request('PUT', `/api/v1/Tenants/${id}/settings`, { ...as, body: { maxAdmins: 1 } }), 200)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?do=new', admin.email)
    const dialog = dialogOf(page)
    await dialog.getByLabel('First name').fill('Tom')
    await dialog.getByLabel('Last name').fill('Two')
    await dialog.getByLabel('E-mail').fill('two@small.example')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByRole('alert').getByText('quota').waitFor()
    assert.equal(await dialog.getByLabel('E-mail').inputValue(), 'two@small.example')
    assert.deepEqual(faults, [])
  })

  it('413: what is too much is said, and stays', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await typed(page, 'person.13@harbour.example')
    const field = dialogOf(page).getByLabel('First name')
    await field.fill('x'.repeat(1024 * 1024))
    await save(page)
    await dialogOf(page).getByRole('alert').getByText('too large').waitFor()
    assert.equal((await field.inputValue()).length, 1024 * 1024)
    assert.deepEqual(faults, [])
  })

  it('423: a locked account is told the time, and nothing is sent before it is over', async () => {
    const who = 'person.11@harbour.example'
    for (let n = 0; n < 5; n++) await stage.app.post('/api/v1/auth/admin/login', { identifier: who, password: 'not-theirs-1' })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/login')
    await page.locator('input[name=identifier]').fill(who)
    await page.locator('input[name=password]').fill('not-theirs-2')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: /Try again in \d+ seconds/ })
    await alert.waitFor()
    // a time that stands still beside one that counts down would be wrong a second later
    assert.doesNotMatch(await alert.innerText(), /Please try again/)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    assert.equal(await page.locator('form button[type=submit]').isDisabled(), true)
    await page.locator('input[name=password]').press('Enter')
    assert.deepEqual(sent, [])
    // another name is not locked
    await page.locator('input[name=identifier]').fill('nobody@harbour.example')
    assert.equal(await page.locator('form button[type=submit]').isDisabled(), false)
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('401, expired: refreshed once for all that came at once, each made again once, and nobody notices', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/roles', stage.keeper)
    await page.locator('tr[data-row]').first().waitFor()
    stage.app.clock.turn(16 * 60_000)
    const answers: { readonly path: string; readonly status: number }[] = []
    page.on('response', (answer) => answers.push({ path: new URL(answer.url()).pathname, status: answer.status() }))
    await page.locator('nav a[href="/console/"]').click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
    const late = answers.filter(({ status }) => status === 401)
    assert.ok(late.length > 1, JSON.stringify(answers))
    assert.equal(answers.filter(({ path }) => path.endsWith('/auth/admin/refresh')).length, 1)
    for (const { path } of late) assert.equal(answers.filter((one) => one.path === path && one.status === 200).length, 1, path)
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await page.getByRole('alert').count(), 0)
    assert.deepEqual(faults, [])
  })
})
