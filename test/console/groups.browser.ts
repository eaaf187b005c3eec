/** Somebody sees to groups in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { allBut, everything, putGrant } from '../delegation/rig.ts'
import { expectStatus } from '../harness.ts'
import { arabic, skip, visit } from './chromium.ts'
import { hostileName, openAs, password, type Scene, scene, superAdmin } from './scene.ts'
import { groupOf } from './scenes/people.ts'

describe('groups in the console', { skip }, () => {
  let stage: Scene
  let id: string
  before(async () => {
    stage = await scene()
    id = await groupOf(stage)
  })
  const read = async () => expectStatus(await stage.app.get(`/api/v1/UserGroups/${id}`, { token: await stage.app.superToken() }), 200).json
  const rowOf = (page: Page, text: string) => page.locator('tr[data-row]', { hasText: text })

  it('takes a member away and adds another by search; shows what changes in rights before it is saved', async () => {
    const root = await stage.app.superToken()
    expectStatus(await putGrant(stage.app, root, stage.tenantId, allBut('users.create')), 200)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/groups/${id}`, stage.keeper)
    await page.getByRole('heading', { level: 1, name: 'Helpdesk' }).waitFor()
    await page
      .locator('.members')
      .first()
      .getByRole('button', { name: /^Take .* away$/ })
      .first()
      .click()
    await page.locator('#group-members .count', { hasText: '1' }).waitFor()
    await page.getByRole('button', { name: 'Add member' }).click()
    await page.getByRole('combobox', { name: 'Add member' }).fill('person.9')
    await page.getByRole('option').first().click()
    await page.locator('#group-members .count', { hasText: '2' }).waitFor()
    await page.getByText('is not granted this').waitFor()
    assert.equal(await page.getByLabel('Hide E-mail under users.create').isDisabled(), true)
    await page.getByLabel('Hide E-mail under users.view').check()
    await page.getByRole('button', { name: 'Take TenantAdmin away' }).click()
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog')
    assert.deepEqual(
      (await dialog.locator('.difference li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
      ['− Role TenantAdmin', '+ E-mail is hidden users.view'],
    )
    expectStatus(await putGrant(stage.app, root, stage.tenantId, everything), 200)
    // somebody is quicker, and gives a role that this page knows nothing of
    const token = await stage.app.superToken()
    const { json } = expectStatus(await stage.app.get(`/api/v1/Tenants/${stage.tenantId}/roles`, { token }), 200)
    const bare = (json.items as { id: string; name: string }[]).find(({ name }) => name === 'Nothing')!.id
    const body = { roleIds: [stage.roleId, bare] }
    expectStatus(await stage.app.request('PUT', `/api/v1/UserGroups/${id}/roles`, { token, body }), 200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Somebody else changed this group meanwhile').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { roles, restrictions } = await read()
    const theirs = (roles as { roleId: string }[]).map(({ roleId }) => roleId)
    assert.deepEqual([theirs, restrictions], [[bare], [{ permissionCode: 'users.view', restrictedFields: ['email'] }]])
    await page.getByRole('button', { name: 'Add role' }).click()
    await page.getByRole('combobox', { name: 'Add role' }).click()
    // those of its tenant that it does not give yet
    await page.getByRole('option', { name: 'Viewer' }).waitFor()
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['TenantAdmin', 'Viewer'])
    await page.getByRole('option', { name: 'Viewer' }).click()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(
      (await read()).roles.map(({ nameEn }: { nameEn: string }) => nameEn),
      ['Nothing', 'Viewer'],
    )
    assert.deepEqual(faults, [])
  })

  it('offers admins of its own tenant alone, and keeps no form of it open over another', async () => {
    const token = await stage.app.superToken()
    const made = async (path: string, body: object) => expectStatus(await stage.app.post(`/api/v1${path}`, body, { token }), 201).json
    const { name } = expectStatus(await stage.app.get(`/api/v1/Tenants/${stage.tenantId}`, { token }), 200).json
    const admin = { email: 'sara@twin.example', firstName: 'Sara', lastName: 'Twin' }
    const { id: tenantId } = await made('/Tenants', { name, admin })
    const below = { email: 'lea@below.example', firstName: 'Lea', lastName: 'Below' }
    await made('/Tenants', { name, parentTenantId: tenantId, admin: below })
    const twin = await made('/UserGroups', { nameEn: 'Twins', tenantId })
    await made('/UserGroups', { nameEn: 'Wardens' })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/groups/${twin.id}`, superAdmin.email, superAdmin.password)
    await page.getByRole('button', { name: 'Add member' }).click()
    await page.getByRole('combobox', { name: 'Add member' }).click()
    await page.getByRole('option', { name: 'Sara' }).waitFor()
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['Sara Twin'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('Wardens')
    await page.getByRole('option', { name: 'Wardens' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wardens' }).waitFor()
    // of the platform alone, or they would stand behind the admins of all tenants
    const asked = page.waitForRequest(/\/api\/v1\/admins\?(?=.*isPlatform=true)/i)
    await page.getByRole('button', { name: 'Add member' }).click()
    await page.getByRole('combobox', { name: 'Add member' }).click()
    await asked
    await page.getByRole('option').first().waitFor()
    assert.equal(await page.getByRole('option').count(), 1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Wardens' })
    const code = await form.getByLabel('Code').inputValue()
    await form.getByLabel('Code').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.locator('input[aria-invalid=true]').waitFor()
    await form.getByLabel('Code').fill(code)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Twins', includeHidden: true }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('shows what it hides to whoever may see groups, and no catalogue', async () => {
    const token = await stage.app.superToken()
    const body = { restrictions: [{ permissionCode: 'users.view', restrictedFields: ['email'] }] }
    expectStatus(await stage.app.request('PUT', `/api/v1/UserGroups/${id}/restrictions`, { token, body }), 200)
    const permissions = expectStatus(await stage.app.get('/api/v1/permissions', { token }), 200).json as {
      permissions: { id: string; name: string }[]
    }[]
    const right = permissions.flatMap((category) => category.permissions).find(({ name }) => name === 'groups.view')!.id
    const { tenantId } = stage
    const role = await stage.app.post('/api/v1/roles', { name: 'Sees groups', tenantId, permissionIds: [right] }, { token })
    const email = 'gina@harbour.example'
    const person = { email, firstName: 'Gina', lastName: 'Groups', roleId: expectStatus(role, 201).json.id, tenantId, password }
    expectStatus(await stage.app.post('/api/v1/Admins', person, { token }), 201)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/groups/${id}`, email)
    const box = page.getByLabel('Hide E-mail under users.view')
    await box.waitFor()
    assert.deepEqual([await box.isChecked(), await box.isDisabled(), await page.getByRole('alert').count()], [true, true, 0])
    assert.deepEqual(faults, [])
  })

  it('by keys alone, in Arabic: deactivates all that match but one, told the number, and no admin unless asked', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/groups', stage.keeper)
    await rowOf(page, hostileName).waitFor()
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    // of those that are chosen one by one it is said how many admins are in them, before anything is done to these
    await rowOf(page, 'Helpdesk').focus()
    await page.keyboard.press('x')
    await page.locator('.selbar').getByRole('button', { name: 'تعطيل' }).press('Enter')
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.getByRole('dialog').getByText('ومعها مشرفان على الأكثر').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rowOf(page, 'Helpdesk').focus()
    await page.keyboard.press('x')
    await rowOf(page, 'Night shift').focus()
    await page.keyboard.press('x')
    await page.locator('.selbar .link').press('Enter')
    await rowOf(page, 'Helpdesk').focus()
    await page.keyboard.press('x')
    await page.locator('.selbar').getByRole('button', { name: 'تعطيل' }).press('Enter')
    await page.getByRole('heading', { name: 'تعطيل 3 مجموعات؟' }).waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('checkbox').isChecked(), false)
    await page.getByRole('dialog').getByRole('button', { name: 'تعطيل' }).press('Enter')
    await rowOf(page, 'Night shift').getByText('معطّل').waitFor()
    assert.equal((await read()).isActive, true)
    assert.deepEqual(faults, [])
  })

  it('stands in one column on a phone', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.setViewportSize({ width: 390, height: 800 })
    await openAs(page, `/console/groups/${await groupOf(stage)}`, stage.keeper)
    const columns = page.locator('.group-sections .two-columns > *')
    await columns.last().waitFor()
    const [english, other] = await Promise.all([columns.first().boundingBox(), columns.last().boundingBox()])
    assert.ok(english && other && other.y >= english.y + english.height)
    assert.deepEqual(faults, [])
  })
})
