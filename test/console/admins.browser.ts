/** Somebody sees to admins in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { skip, visit } from './chromium.ts'
import { hostileName, openAs, type Scene, scene, superAdmin } from './scene.ts'
import { groupOf } from './scenes/people.ts'

describe('the list of admins', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const rowOf = (page: Page, text: string) => page.locator('tr[data-row]', { hasText: text })
  const find = async (page: Page, text: string) => {
    await page.locator('input[type=search]').fill(text)
    await page.waitForURL((url) => url.searchParams.get('search') === text)
    await rowOf(page, text).first().waitFor()
  }

  it('shows hostile names as the text that they are', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    await find(page, hostileName)
    await rowOf(page, hostileName).locator('td').nth(2).click()
    await page.getByRole('heading', { level: 2, name: hostileName }).waitFor()
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('shows the members of a chosen group alone, and of two forms that of the address', async () => {
    await groupOf(stage)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    // of the tenant that is looked at, not of the one that somebody is of
    await openAs(page, `/console/admins?within=${stage.tenantId}`, superAdmin.email, superAdmin.password)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByRole('option', { name: 'Helpdesk' }).click()
    await page.getByText('1–2 of 2').waitFor()
    assert.equal(await page.locator('.chip b').innerText(), 'Helpdesk')
    await page.keyboard.press('Escape')
    const edit = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('dialog', { name }).waitFor()
    }
    await edit('ريم نجار')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await edit(hostileName)
    await page.evaluate('history.go(-2)')
    await page.getByRole('dialog', { name: 'ريم نجار' }).waitFor()
    assert.equal(await page.getByRole('dialog').getByLabel('First name').inputValue(), 'ريم')
    assert.deepEqual(faults, [])
  })

  it('leads from a page that is beyond its end to the last one', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?page=99', stage.keeper)
    await page.locator('tr[data-row]').first().waitFor()
    assert.equal(new URL(page.url()).searchParams.get('page'), '2')
    assert.deepEqual(faults, [])
  })

  it('copies where the browser has no clipboard for the page, and says where it could not', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
    await openAs(page, '/console/admins', stage.keeper)
    const row = page.locator('tr[data-row]').nth(1)
    await row.waitFor()
    const id = await row.getAttribute('data-row')
    const copy = async () => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Copy id' }).click()
    }
    await copy()
    await page.getByText('Copied', { exact: true }).waitFor()
    await page.locator('input[type=search]').focus()
    await page.keyboard.press('Control+V')
    assert.equal(await page.locator('input[type=search]').inputValue(), id)
    await page.locator('input[type=search]').fill('')
    await row.waitFor()
    await page.evaluate('document.execCommand = () => false')
    await copy()
    await page.getByText('Not copied').waitFor()
    assert.deepEqual(faults, [])
  })

  it('deletes at once and brings back by undo; blocks with a reason', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', superAdmin.email, superAdmin.password)
    await find(page, 'person.3@harbour.example')
    const row = rowOf(page, 'person.3@harbour.example')
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await page.getByLabel('Reason').fill('Left the company')
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await row.getByText('Blocked').waitFor()
    const id = await row.getAttribute('data-row')
    const read = expectStatus(await stage.app.get(`/api/v1/Admins/${id}`, { token: await stage.app.superToken() }), 200).json
    assert.deepEqual([read.isBlocked, read.blockReason], [true, 'Left the company'])
    assert.deepEqual(faults, [])
  })

  it('shows both values where somebody else saved first, and keeps the one that is chosen', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', superAdmin.email, superAdmin.password)
    await find(page, 'person.5@harbour.example')
    const id = await rowOf(page, 'person.5@harbour.example').getAttribute('data-row')
    await page.goto(`/console/admins?open=${id}&do=edit`)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Mine')
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Nothing' }).click()
    const token = await stage.app.superToken()
    const role = expectStatus(await stage.app.post('/api/v1/roles', { name: 'Night shift', tenantId: stage.tenantId }, { token }), 201).json
    const theirs = await stage.app.request('PUT', `/api/v1/Admins/${id}`, {
      token,
      body: { firstName: 'Theirs', roleId: role.id },
    })
    expectStatus(theirs, 200)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('cell', { name: 'Theirs', exact: true }).waitFor()
    // whose change of rights would be undone is seen
    assert.deepEqual(await dialog.getByRole('row', { name: 'Role' }).getByRole('cell').allInnerTexts(), ['Nothing', 'Night shift'])
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2, name: /^Mine / }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('deletes all that match but some, told the number first', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?search=person.1', stage.keeper)
    // person.1 and person.10 to person.19
    await page.getByText('1–11 of 11').waitFor()
    await page.getByLabel('Select all rows on this page').check()
    await rowOf(page, 'person.1@harbour.example').getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'Select all 11 that match' }).click()
    await rowOf(page, 'person.1@harbour.example').getByRole('checkbox').uncheck()
    await page.locator('.selbar').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Delete 10 admins?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1–1 of 1').waitFor()
    assert.deepEqual(faults, [])
  })

  it('protects and undoes it, shows where somebody is signed in and ends it, and hands the SuperAdmin on', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const token = await stage.app.superToken()
    const login = { identifier: stage.keeper, password: 'zuvaqor-71-Kestrel' }
    expectStatus(await stage.app.post('/api/v1/auth/admin/login', login), 200)
    await openAs(page, '/console/admins?tab=sessions', superAdmin.email, superAdmin.password)
    await find(page, stage.keeper)
    const row = rowOf(page, stage.keeper)
    const choose = async (name: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Protect')
    await row.getByRole('img', { name: 'Protected' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByRole('img', { name: 'Protected' }).waitFor({ state: 'detached' })
    await row.locator('td').nth(2).click()
    await page.getByRole('tab', { name: 'Sessions' }).click()
    await page.locator('aside.panel').getByRole('button', { name: 'End all sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all' }).click()
    await page.locator('aside.panel').getByText('Not signed in anywhere').waitFor()
    await choose('Reset password')
    await page.getByRole('dialog').getByText('every session ends').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // of what protection keeps from others, the service refuses the SuperAdmin the deletion alone
    await choose('Protect')
    await row.getByRole('img', { name: 'Protected' }).waitFor()
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByText('Protected: can’t be deleted while it is.').waitFor()
    const greyed = page.locator('[role=menuitem]:is(:disabled, [data-disabled])')
    assert.deepEqual(await greyed.allInnerTexts(), ['Act as…', 'Delete'])
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Last name').fill('Kept')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await row.getByText('Kim Kept').waitFor()
    await choose('Deactivate')
    await row.getByText('Deactivated').waitFor()
    await choose('Activate')
    await row.getByText('Active', { exact: true }).waitFor()
    // of their own account the service takes all but address and role
    await find(page, superAdmin.email)
    await rowOf(page, superAdmin.email)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    for (const field of [form.getByLabel('E-mail'), form.getByRole('combobox', { name: 'Role' })]) assert.ok(await field.isDisabled())
    assert.equal(await form.getByText('This is your own account.').count(), 2)
    await form.getByLabel('Last name').fill('Of All')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await find(page, stage.keeper)
    await choose('Hand the SuperAdmin on')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('You lose it.').waitFor()
    await dialog.getByLabel('Your own password').fill('not this one')
    await dialog.getByRole('button', { name: 'Hand it on' }).click()
    await dialog.getByRole('alert').waitFor()
    const me = expectStatus(await stage.app.get('/api/v1/Admins/me', { token }), 200).json as { roleName: string }
    assert.equal(me.roleName, 'SuperAdmin')
    assert.deepEqual(faults, [])
  })
})
