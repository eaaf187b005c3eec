/** A list that was filtered by a record, opened by its address: what the filter is about is said by its name. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { addRole } from '../groups/world.ts'
import { expectStatus } from '../harness.ts'
import { arabic, skip, visit } from './chromium.ts'
import { openAs, password, type Scene, scene } from './scene.ts'
import { groupOf } from './scenes/people.ts'

describe('the name of what a list is filtered by', { skip }, () => {
  let stage: Scene
  let group: string
  let bare: string
  let below: string
  before(async () => {
    stage = await scene()
    const { app, tenantId } = stage
    group = await groupOf(stage)
    const token = await app.superToken()
    const made = async (path: string, body: object) =>
      expectStatus(await app.post(`/api/v1${path}`, body, { token }), 201).json.id as string
    bare = await made('/roles', { name: 'Of nobody', tenantId })
    below = await made('/Tenants', { name: 'Lakeside', parentTenantId: tenantId })
  })

  it('is asked for once, where no row says it, and kept from then on', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const asked: string[] = []
    page.on('request', (one) => {
      const { pathname } = new URL(one.url())
      if (/\/(?:UserGroups|roles|Tenants)\/[^/]+$/i.test(pathname)) asked.push(pathname.slice('/api/v1'.length))
    })
    const chip = page.locator('.chip b')
    for (const [address, name, requests] of [
      [`admins?group=${group}`, 'Helpdesk', [`/UserGroups/${group}`]],
      [`admins?role=${bare}`, 'Of nobody', [`/roles/${bare}`]],
      [`admins?tenant=${below}`, 'Lakeside', [`/Tenants/${below}`]],
      [`users?tenant=${below}`, 'Lakeside', [`/Tenants/${below}`]],
      [`roles?tenant=${below}`, 'Lakeside', []],
      [`audit?tenant=${stage.tenantId}&action=tenant.deleted`, 'Harbour', []],
      // a row says it
      [`admins?role=${stage.roleId}`, 'TenantAdmin', []],
      [`audit?record=${bare}&action=role.deleted`, bare, []],
    ] as const) {
      asked.length = 0
      if (address.startsWith('admins?group')) await openAs(page, `/console/${address}`, stage.keeper)
      else await page.goto(`/console/${address}`)
      await chip.filter({ hasText: name }).waitFor()
      assert.deepEqual(asked, requests, address)
    }
    assert.deepEqual(faults, [])
  })

  it('is that of the group that was chosen, in Arabic as well', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    await page.locator('.tool').first().click()
    await page.getByRole('combobox', { name: 'المجموعة' }).fill('Help')
    await page.getByRole('option').first().click()
    await page.waitForURL(/group=/)
    await page.locator('.chip b', { hasText: 'مكتب المساعدة' }).waitFor()
    await page.reload()
    await page.locator('.chip b', { hasText: 'مكتب المساعدة' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('is its id for whoever may see no roles', async () => {
    const { app, tenantId } = stage
    const roleId = await addRole(app, tenantId, ['admins.view'])
    const person = { email: 'vera@harbour.example', firstName: 'Vera', lastName: 'Viewer', roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', person, { token: await app.superToken() }), 201)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await openAs(page, `/console/admins?role=${bare}`, person.email)
    await page.locator('.chip b', { hasText: bare }).waitFor()
    assert.deepEqual(faults, [])
  })
})
