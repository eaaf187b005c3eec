/** Somebody sees to end users in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { picture } from '../files/rig.ts'
import { addRole } from '../groups/world.ts'
import { expectStatus } from '../harness.ts'
import { arabic, barriers, skip, visit } from './chromium.ts'
import { hostileName, openAs, password, type Scene, scene } from './scene.ts'
import { userOf, withUsers } from './scenes/people.ts'

describe('end users in the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
    await withUsers(stage)
  })
  const rowOf = (page: Page, text: string) => page.locator('tr[data-row]', { hasText: text })
  const addAdminWith = async (roleId: string, who: { email: string; firstName: string; lastName: string }) => {
    const body = { ...who, roleId, tenantId: stage.tenantId, password }
    expectStatus(await stage.app.post('/api/v1/Admins', body, { token: await stage.app.superToken() }), 201)
  }
  const openAct = async (page: Page, email: string, name: string) => {
    await rowOf(page, email)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name }).click()
  }

  it('deletes at once and brings back; blocks with a reason; hostile names are text', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/users?search=user.3', stage.keeper)
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
    await openAs(page, '/console/users?do=new', stage.keeper)
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

  it('gives somebody a picture, and saves what is typed besides', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults, conflicts } = guest
    const { id } = await userOf(stage, 'user.8@shop.example')
    await openAs(page, `/console/users?open=${id}`, stage.keeper)
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Last name').fill('Pictured')
    const file = dialog.locator('input[type=file]')
    await file.setInputFiles({ name: 'face.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await dialog.getByText('This file is no JPEG, PNG or WebP').waitFor()
    const isThere = Promise.withResolvers<void>()
    await page.route('**/avatar', (route) => isThere.promise.then(() => route.continue()))
    const asked = page.waitForRequest('**/avatar')
    await file.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await picture().png().toBuffer() })
    await asked
    // the rest would conflict with one's own picture
    assert.ok(await dialog.locator('button[type=submit]').isDisabled())
    isThere.resolve()
    await dialog.locator('img').waitFor()
    assert.deepEqual(await barriers(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 2, name: /Pictured$/ }).waitFor()
    await page.goBack()
    assert.equal(new URL(page.url()).searchParams.has('do'), false, 'the form of what was saved is not opened again')
    const { avatarUrl, lastName } = await userOf(stage, 'user.8@shop.example')
    assert.deepEqual([typeof avatarUrl, lastName], ['string', 'Pictured'])
    assert.deepEqual(conflicts, [])
    assert.deepEqual(faults, [])
  })

  it('begins a change from what holds now, and not from what was read before', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const { id } = await userOf(stage, 'user.9@shop.example')
    const isRead = page.waitForResponse((answer) => answer.url().endsWith(`/api/v1/users/${id}`))
    await openAs(page, `/console/users?open=${id}`, stage.keeper)
    await isRead
    const token = await stage.app.superToken()
    expectStatus(await stage.app.request('PUT', `/api/v1/users/${id}`, { token, body: { lastName: 'Theirs' } }), 200)
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
    assert.equal(await page.getByRole('dialog').getByLabel('Last name').inputValue(), 'Theirs')
    assert.deepEqual(faults, [])
  })

  it('begins no change where what holds now cannot be read', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const { id } = await userOf(stage, 'user.9@shop.example')
    const isRead = page.waitForResponse((answer) => answer.url().endsWith(`/api/v1/users/${id}`))
    await openAs(page, `/console/users?open=${id}`, stage.keeper)
    await isRead
    const refusal = { isSuccess: false, data: null, statusCode: 503, code: 'unavailable', message: 'Not now.', traceId: 'trace-4711' }
    await page.route(`**/api/v1/users/${id}`, (route) => route.fulfill({ status: 503, json: refusal }))
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'This could not be loaded' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').getByLabel('Last name').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    // whoever closes the panel before it is read edits nobody, and nobody who is opened next
    await page.route(`**/api/v1/users/${id}`, () => {})
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Edit' }) })
    await panel.getByRole('button', { name: 'Edit' }).click()
    await page.waitForURL((url) => url.searchParams.has('do'))
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('do'), null)
  })

  it('offers who may do a part of it that part alone, and asks before what they can not bring back', async () => {
    const masks = { 'users.update': ['phoneNumber'], 'users.create': ['phoneNumber'] }
    const rights = ['users.view', 'users.update', 'users.create', 'users.delete', 'admins.view', 'admins.create', 'admins.delete']
    const email = 'part@harbour.example'
    await addAdminWith(await addRole(stage.app, stage.tenantId, rights, masks), { email, firstName: 'Pia', lastName: 'Part' })
    const { id } = await userOf(stage, 'user.4@shop.example')
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const dialog = page.getByRole('dialog')
    await openAs(page, `/console/users?open=${id}&do=edit&search=user.4`, email)
    await dialog.getByLabel('Last name').fill('Renamed')
    assert.deepEqual([await dialog.getByLabel('E-mail').count(), await dialog.getByLabel('Phone').count()], [1, 0])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 2, name: /Renamed$/ }).waitFor()
    await page.getByRole('button', { name: 'New user' }).click()
    await dialog.getByLabel('Username').waitFor()
    assert.deepEqual([await dialog.getByLabel('E-mail').count(), await dialog.getByLabel('Phone').count()], [1, 0])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    for (const answer of ['Cancel', 'Delete']) {
      await openAct(page, 'user.4@shop.example', 'Delete')
      await dialog.getByText('bring it back: recyclebin.restore').waitFor()
      await dialog.getByRole('button', { name: answer }).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await rowOf(page, 'user.4@shop.example').count(), answer === 'Delete' ? 0 : 1)
    }
    await page.locator('nav a[href$="/admins"]').click()
    await rowOf(page, 'Pia Part').waitFor()
    // their role is to be chosen, and none can be seen
    assert.equal(await page.getByRole('button', { name: 'New admin' }).count(), 0)
    // no way back is promised to who has none, of many as of one
    await rowOf(page, 'Pia Part').focus()
    await page.keyboard.press('x')
    await page.locator('.selbar').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('bring them back: recyclebin.restore and admins.update').waitFor()
    assert.equal(await dialog.getByText('from where they can come back').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('offers no more what is refused once', async () => {
    const roleId = await addRole(stage.app, stage.tenantId, ['users.view', 'users.update'])
    const email = 'refused@harbour.example'
    await addAdminWith(roleId, { email, firstName: 'Rima', lastName: 'Refused' })
    const { id } = await userOf(stage, 'user.5@shop.example')
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    // a page that the service tells nothing of what changes
    await page.route('**/api/v1/notifications/stream*', (route) =>
      route.fulfill({ status: 404, json: { code: 'not_found', statusCode: 404 } }),
    )
    await openAs(page, `/console/users?open=${id}&search=user.5`, email)
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).waitFor()
    const as = { token: await stage.app.superToken() }
    const { permissions } = expectStatus(await stage.app.get(`/api/v1/roles/${roleId}`, as), 200).json
    const less = (permissions as { id: string; name: string }[]).filter(({ name }) => name !== 'users.update')
    const taken = { ...as, body: { permissionIds: less.map((one) => one.id) } }
    expectStatus(await stage.app.request('PUT', `/api/v1/roles/${roleId}/permissions`, taken), 200)
    await openAct(page, 'user.5@shop.example', 'Deactivate')
    await page.getByRole('alert').getByText('users.update').waitFor()
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('imports by keys alone, in Arabic: a trial first, and what is left out by its line', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/users/import', stage.keeper)
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
