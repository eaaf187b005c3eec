/** A tenant is deleted with all that is in it and below it, and comes back with all of it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { expectStatus } from '../../harness.ts'
import { skip, visit } from '../chromium.ts'
import { password, type Scene, scene, signIn, superAdmin } from '../scene.ts'
import { groupOf, withUsers } from '../scenes/people.ts'
import { branches } from '../scenes/tenants.ts'
import { ways } from './ways.ts'

const lists = ['Tenants', 'Admins', 'users', 'UserGroups', 'roles'] as const

describe('a tenant that was deleted', { skip }, () => {
  let stage: Scene
  let code: string
  before(async () => {
    stage = await scene()
    await branches(stage)
    await withUsers(stage)
    await groupOf(stage)
    code = (await read(`/Tenants/${stage.tenantId}`)).code
  })
  const read = async (path: string) =>
    expectStatus(await stage.app.get(`/api/v1${path}`, { token: await stage.app.superToken() }), 200).json
  /** Names of all that is in it and below it, what it is granted, and who is in its group. */
  const whole = async (): Promise<Record<string, string[]>> => {
    const found: Record<string, string[]> = {}
    for (const list of lists) {
      const { items, totalCount } = await read(`/${list}?within=${stage.tenantId}&pageSize=100`)
      assert.equal(items.length, totalCount)
      found[list] = (items as Record<string, unknown>[]).map(({ id, isActive, role, memberCount }) =>
        JSON.stringify([id, isActive, role, memberCount]),
      )
    }
    found.grants = ((await read(`/Tenants/${stage.tenantId}/permissions`)) as { name: string }[]).map(({ name }) => name)
    for (const all of Object.values(found)) all.sort((one, other) => (one < other ? -1 : 1))
    return found
  }
  const away = async () => (await stage.app.get(`/api/v1/Tenants/${stage.tenantId}`, { token: await stage.app.superToken() })).status

  for (const { name, options, say, handOf } of ways)
    it(`comes back whole, and its people come in again, ${name}`, async () => {
      const all = await whole()
      assert.ok(lists.every((list) => (all[list]?.length ?? 0) > 3))
      await using guest = await visit(stage.app.url, options)
      const { page, faults } = guest
      const hand = handOf(page, 60)
      const menuOf = (place: Locator) => place.locator('button[aria-haspopup=menu]')
      const choose = async (text: string) => {
        const item = page.getByRole('menuitem', { name: text })
        // a menu that opens takes the focus a moment later
        await page.locator('[role=menu]:has(:focus), [role=menu]:focus').waitFor()
        await hand.press(item)
      }
      await page.goto(`/console/tenants/${stage.tenantId}`)
      await signIn(page, superAdmin.email, superAdmin.password, hand)
      await hand.press(menuOf(page.locator('.record-acts')))
      await choose(say('tenants.delete'))
      const dialog = page.getByRole('dialog')
      await dialog.locator('.tally[aria-busy=false]').waitFor()
      await hand.fill(dialog.getByRole('textbox'), code)
      await hand.press(dialog.locator('button[type=submit]'))
      await page.waitForURL(/\/console\/tenants$/)
      assert.equal(await away(), 404)
      await hand.press(page.locator('nav a[href="/console/bin"]'))
      const row = page.locator('tr[data-row]', { hasText: 'Harbour Optics' }).first()
      await hand.press(menuOf(row))
      await choose(say('bin.restore'))
      await page.getByText(say('told.restored', { name: '' }).trim()).waitFor()
      await page.locator(':focus:not(body)').first().waitFor()
      assert.deepEqual(await whole(), all)
      await using other = await visit(stage.app.url, options)
      await other.page.goto('/console/admins')
      await signIn(other.page, stage.keeper, password, handOf(other.page, 60))
      await other.page.locator('tr[data-row]').first().waitFor()
      assert.deepEqual([...faults, ...other.faults], [])
    })
})
