/** Somebody tells all admins of a group and of a role something, while the service takes its time to say who they are. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { skip, type Visit, visit } from './chromium.ts'
import { openAs, password, type Scene, scene } from './scene.ts'
import { keeperToken } from './scenes/messages.ts'

describe('a notification to all of a group or role', { skip }, () => {
  let stage: Scene
  let below = ''
  before(async () => {
    stage = await scene()
    const token = await stage.app.superToken()
    const made = async (path: string, body: object) => expectStatus(await stage.app.post(`/api/v1${path}`, body, { token }), 201).json
    const { id } = await made('/UserGroups', { nameEn: 'Helpdesk', tenantId: stage.tenantId })
    const { json } = expectStatus(await stage.app.get('/api/v1/Admins?search=person.2', { token }), 200)
    const adminIds = (json.items as { id: string }[]).slice(0, 2).map((one) => one.id)
    expectStatus(await stage.app.post(`/api/v1/UserGroups/${id}/members`, { adminIds }, { token }), 200)
    const { id: roleId } = await made('/roles', { name: 'Apart', tenantId: stage.tenantId })
    const someone = { email: 'hana@harbour.example', firstName: 'Hana', lastName: 'Apart', roleId, tenantId: stage.tenantId, password }
    await made('/Admins', someone)
    below = (await made('/Tenants', { name: 'Below', parentTenantId: stage.tenantId })).id
  })

  /** The answer to who is in the group comes, or fails, when `go` says so. */
  async function heldGroup(page: Page) {
    const { promise, resolve: go } = Promise.withResolvers<'continue' | 'abort'>()
    await page.route(/Admins\?.*groupId=/, async (route) => await route[await promise]())
    return go
  }

  async function open({ page }: Visit): Promise<Locator> {
    // whatever is looked at, groups are those of all whom one may tell
    await openAs(page, `/console/notifications?do=new&within=${below}`, stage.keeper)
    const dialog = page.getByRole('dialog', { name: 'Write a notification' })
    await dialog.getByLabel('Title').fill('Maintenance')
    await dialog.getByLabel('Text').fill('On Sunday.')
    return dialog
  }

  async function choose(dialog: Locator, field: string, typed: string, option: RegExp) {
    await dialog.getByRole('combobox', { name: field }).fill(typed)
    await dialog.page().getByRole('option', { name: option }).click()
  }

  const sending = (dialog: Locator) => dialog.locator('button[type=submit]')
  const reading = (dialog: Locator) => dialog.getByText('Still finding out who they are')

  it('goes to everybody who was chosen, whoever was found first, and not before all of them are there', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const go = await heldGroup(page)
    const sent: unknown[] = []
    page.on('request', (one) => {
      if (one.method() === 'POST' && one.url().endsWith('/api/v1/notifications')) sent.push(one.postDataJSON().targets.length)
    })
    const dialog = await open(guest)
    await choose(dialog, 'All admins of a group', 'Help', /^Helpdesk/)
    await choose(dialog, 'All admins of a role', 'Noth', /^Nothing/)
    await dialog.getByText('Sam Stranger').waitFor()
    await choose(dialog, 'Admins and users', 'hana', /Hana Apart/)
    await dialog.getByText('Hana Apart').waitFor()
    await reading(dialog).waitFor()
    assert.ok(await sending(dialog).isDisabled())
    // Enter would send a form whose button is disabled nowhere
    await dialog.getByLabel('Text').press('Control+Enter')
    go('continue')
    await reading(dialog).waitFor({ state: 'detached' })
    for (const name of ['Sam Stranger', 'Hana Apart']) await dialog.getByText(name).waitFor()
    assert.equal(await dialog.getByRole('list', { name: 'Admins and users' }).getByRole('listitem').count(), 4)
    assert.deepEqual(sent, [])
    await sending(dialog).click()
    await page.getByText('4 people were told').waitFor()
    assert.deepEqual(sent, [4])
    const { json } = expectStatus(await stage.app.get('/api/v1/notifications?type=message', { token: await keeperToken(stage) }), 200)
    assert.deepEqual(json.items, [])
    assert.deepEqual(faults, [])
  })

  it('says that they could not be found, and keeps those who are there', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const go = await heldGroup(page)
    const dialog = await open(guest)
    await choose(dialog, 'Admins and users', 'hana', /Hana Apart/)
    await choose(dialog, 'All admins of a group', 'Help', /^Helpdesk/)
    await reading(dialog).waitFor()
    go('abort')
    await page.getByRole('alert').getByText('The service can’t be reached.').waitFor()
    await reading(dialog).waitFor({ state: 'detached' })
    assert.ok(await sending(dialog).isEnabled())
    await dialog.getByText('Hana Apart').waitFor()
    // of more than can be told the first are: that is said until all of them are taken away
    await page.unrouteAll()
    const items = Array.from({ length: 1001 }, (_, n) => ({
      id: `${n}`,
      firstName: 'One',
      lastName: `${n}`,
      email: `${n}@harbour.example`,
    }))
    await page.route(/Admins\?.*groupId=/, (route) => route.fulfill({ json: { items, totalPages: 1 } }))
    await choose(dialog, 'All admins of a group', 'Help', /^Helpdesk/)
    await dialog.getByText('Only the first 1,000 were added.').waitFor()
    await dialog.getByRole('button', { name: /Hana Apart/ }).click()
    assert.ok(await dialog.getByText('Only the first 1,000 were added.').isVisible())
    await dialog.getByRole('button', { name: 'Take all away' }).click()
    await dialog.getByText('Only the first 1,000 were added.').waitFor({ state: 'detached' })
  })
})
