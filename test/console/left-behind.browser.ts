/** An answer that comes late: whoever went elsewhere meanwhile is told, and stays there. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { drawn, goByRouter, skip, visit } from './chromium.ts'
import { openAs, type Scene, scene, superAdmin } from './scene.ts'
import { keeperToken, makeTemplate, templateOf } from './scenes/messages.ts'

describe('an answer to what was left', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  /** The answer to a change of `path` comes when `go` says so. */
  async function held(page: Page, method: string, path: RegExp) {
    const [isAsked, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(path, async (route) => {
      if (route.request().method() !== method) return await route.fallback()
      isAsked.resolve()
      await isReleased.promise
      await route.continue()
    })
    return { asked: isAsked.promise, go: isReleased.resolve }
  }
  const leave = async (page: Page, to: string) => {
    await page.locator(`nav a[href$="${to}"]`).first().click()
    const discard = page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Discard' })
    const there = page.locator('tr[data-row]').first()
    await discard.or(there).first().waitFor()
    if (await discard.isVisible()) await discard.click()
    await page.waitForURL(`**${to}`)
    await there.waitFor()
  }
  /** Told, and still among the admins, where they go on. */
  const staysThere = async (page: Page, told: string) => {
    await page.getByText(told).first().waitFor()
    await page.getByRole('button', { name: 'New admin' }).click()
    await page.getByRole('dialog', { name: 'New admin' }).waitFor()
    await drawn(page)
    assert.equal(new URL(page.url()).pathname, '/console/admins')
  }
  const menuOf = async (page: Page, act: string) => {
    await page.locator('.record-acts button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: act }).click()
  }

  it('does not lead to a template that was made by then', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/templates/new?from=${await templateOf(stage)}`, stage.keeper)
    await page.getByLabel('Name', { exact: true }).fill('Made late')
    const create = await held(page, 'POST', /message-templates$/)
    await page.getByRole('button', { name: 'Create' }).click()
    await create.asked
    await leave(page, '/admins')
    create.go()
    await staysThere(page, 'Made late created')
    assert.deepEqual(faults, [])
  })

  it('does not lead to a mail that was sent by then', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/emails/compose?template=${await templateOf(stage)}`, stage.keeper)
    await page.getByLabel('orderNumber').fill('C-1')
    await page.getByRole('combobox', { name: 'Name or address' }).fill('stranger')
    await page.getByRole('option', { name: /Sam Stranger/ }).click()
    const send = await held(page, 'POST', /emails\/send$/)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await send.asked
    await leave(page, '/admins')
    send.go()
    await staysThere(page, '1 mail')
    assert.deepEqual(faults, [])
  })

  it('does not lead to the copy of a role', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/roles/${stage.roleId}`, stage.keeper)
    const clone = await held(page, 'POST', /roles\/[^/]+\/clone$/)
    await menuOf(page, 'Make a copy')
    await clone.asked
    await leave(page, '/admins')
    clone.go()
    await staysThere(page, 'created')
    assert.deepEqual(faults, [])
  })

  it('leads from the page of what was deleted to its list, and nobody who has pressed a link by then, though that page is not there yet', async () => {
    const { app, tenantId } = stage
    const token = await keeperToken(stage)
    const made = async (path: string, body: object) =>
      expectStatus(await app.post(`/api/v1${path}`, body, { token }), 201).json.id as string
    const records = [
      ['/groups', '', () => made('/UserGroups', { nameEn: 'Brief', tenantId })],
      ['/roles', '', () => made('/roles', { name: 'Brief', tenantId })],
      ['/webhooks', '/deliveries', () => made('/webhooks', { url: 'http://127.0.0.1:9/in', events: ['admin.*'], description: 'Brief' })],
      ['/templates', '', () => makeTemplate(stage, 'Brief')],
    ] as const
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    for (const [path, tab, make] of records)
      for (const isLeft of [true, false]) {
        const id = await make()
        await page.goto(`/console${path}/${id}${tab}`)
        const remove = await held(page, 'DELETE', /./)
        await menuOf(page, 'Delete')
        await remove.asked
        const next = await held(page, 'GET', /\/assets\/Admins-/)
        if (isLeft) {
          await page.locator('nav a[href$="/admins"]').click()
          await next.asked
        }
        // what is read anew once it is deleted: only then the page would lead on
        const anew = isLeft && page.waitForResponse((answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/${id}`))
        remove.go()
        if (anew) {
          await (await anew).finished()
          await drawn(page)
          next.go()
          await staysThere(page, 'deleted')
        } else await page.waitForURL((url) => url.pathname === `/console${path}`)
        await page.unrouteAll()
      }
    assert.deepEqual(faults, [])
  })

  it('leads nobody from the page of a tenant who went back while it was deleted', async () => {
    const { app, tenantId } = stage
    const body = { name: 'Brief', code: 'brief', parentTenantId: tenantId }
    const { id } = expectStatus(await app.post('/api/v1/Tenants', body, { token: await app.superToken() }), 201).json
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', superAdmin.email, superAdmin.password)
    await page.locator('tr[data-row]').first().waitFor()
    await goByRouter(page, `/console/tenants/${id}`)
    const remove = await held(page, 'DELETE', /./)
    await menuOf(page, 'Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('brief')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await remove.asked
    await page.goBack()
    await page.locator('tr[data-row]').first().waitFor()
    remove.go()
    await staysThere(page, 'Brief deleted')
    assert.deepEqual(faults, [])
  })
})
