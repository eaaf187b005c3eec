/** Somebody chooses the part of the tree that all screens show. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { addTenants } from '../tenants/many-tenants.ts'
import { arabic, barriers, overflow, skip, visit } from './chromium.ts'
import { cutAtFront } from './cut.ts'
import { hostileName, openAs, type Scene, scene, superAdmin } from './scene.ts'
import { type Branches, branches } from './scenes/tenants.ts'

describe('the switcher of tenants', { skip }, () => {
  let stage: Scene
  let places: Branches
  let wide = ''
  before(async () => {
    stage = await scene()
    places = await branches(stage)
    const token = await stage.app.superToken()
    wide = expectStatus(await stage.app.post('/api/v1/Tenants', { name: 'Wide' }, { token }), 201).json.id as string
    await addTenants(stage.app, wide, 120)
  })
  const rowOf = (page: Page, id: string) => page.locator(`.switch [data-row="${id}"]`)
  const focused = (page: Page, id: string) => rowOf(page, id).and(page.locator(':focus')).waitFor()
  const open = async (page: Page) => {
    await page.locator('h1').waitFor()
    await page.locator('aside .tenant-switch').click()
    await page.locator('.switch [data-row]').first().waitFor()
  }

  it('is a tree that asks for children when they are wanted, a hundred at a time', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const asked: string[] = []
    page.on('request', (request) => /children|child/.test(request.url()) && asked.push(request.url()))
    await openAs(page, '/console/roles', superAdmin.email, superAdmin.password)
    await open(page)
    const below = () => asked.filter((url) => url.includes(wide)).length
    assert.equal(below(), 0)
    await rowOf(page, wide).getByRole('button', { name: 'Show what is below Wide' }).click()
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    const rows = page.locator('.switch [data-row][aria-level="2"][aria-posinset]')
    assert.deepEqual([below(), await rows.count()], [1, 100])
    assert.deepEqual(await barriers(page), [])
    await page.getByRole('button', { name: 'Show more' }).click()
    // whoever asked for more is at the first of them
    await page.locator('.switch [data-row][aria-posinset="101"]:focus').waitFor()
    assert.deepEqual([below(), await rows.count()], [2, 120])
    await page.keyboard.press('Home')
    await page.locator('.switch [role=treegrid] > :first-child:focus').waitFor()
    // what is pinned stays so where its branch is shut
    const last = page.locator('.switch [data-row][aria-posinset="120"]')
    const name = (await last.locator('b').textContent()) ?? assert.fail()
    const pinned = page.locator('.switch li', { hasText: name })
    await last.getByRole('button', { name: 'Pin' }).click()
    await pinned.waitFor()
    const single: string[] = []
    page.on('request', (request) => /tenants\/[0-9a-f-]{36}$/i.test(request.url()) && single.push(request.url()))
    await rowOf(page, wide).locator('.twist').click()
    await last.waitFor({ state: 'detached' })
    assert.equal(await pinned.count(), 1)
    assert.deepEqual(single, [])
    // flat, with where each stands
    await page.getByRole('textbox', { name: 'Search tenants' }).fill('<img')
    await page.locator('.switch li', { hasText: 'East Quay Lenses' }).filter({ hasText: hostileName }).waitFor()
    assert.equal(await page.locator('.switch [role=treegrid], img[src="x"]').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('leaves the focus to whoever went on before more was there', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/roles', superAdmin.email, superAdmin.password)
    await open(page)
    await rowOf(page, wide).getByRole('button', { name: 'Show what is below Wide' }).click()
    const more = page.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    const held = Promise.withResolvers<void>()
    await page.route(/[?&]page=2/, async (route) => {
      await held.promise
      await route.continue()
    })
    await more.click()
    await page.locator('.switch input').focus()
    held.resolve()
    await page.locator('.switch [data-row][aria-posinset="120"]').waitFor()
    await page.locator('.switch input:focus').waitFor()
    assert.deepEqual(faults, [])
  })

  it('is walked by keys alone, in Arabic, by who sees their own tenant and what is below it', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/roles', stage.keeper)
    await open(page)
    await page.locator('.switch input:focus').waitFor()
    assert.equal(await page.locator(`.switch [data-row="${wide}"], .switch [data-row="${stage.tenantId}"]`).count(), 0)
    await rowOf(page, places.east).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await focused(page, places.east)
    // forward is to the left
    await page.keyboard.press('ArrowLeft')
    await rowOf(page, places.hostile).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.switch [aria-level="2"]:focus').waitFor()
    await page.keyboard.press('ArrowRight')
    await focused(page, places.east)
    await page.keyboard.press('End')
    await page.locator('.switch [role=treegrid] > :last-child:focus').waitFor()
    await page.keyboard.press('Home')
    await focused(page, places.east)
    await page.keyboard.press('Tab')
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT')
    await page.keyboard.press('Enter')
    assert.equal((await kept).status(), 200)
    await page.keyboard.press('Shift+Tab')
    await focused(page, places.east)
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`within=${places.east}`))
    await page.locator('.switch').waitFor({ state: 'detached' })
    await page.reload()
    await open(page)
    await page.locator('.switch li', { hasText: 'East Quay Lenses' }).getByRole('button', { pressed: true }).waitFor()
    await rowOf(page, places.east).and(page.locator('[data-on][aria-current=true]')).waitFor()
    assert.deepEqual(await barriers(page), [])
    assert.deepEqual(faults, [])
  })

  it('names the part that is shown from its beginning, in a narrow window whose lines run the other way', async () => {
    await using guest = await visit(stage.app.url, { ...arabic, viewport: { width: 390, height: 800 } })
    const { page, faults } = guest
    await openAs(page, `/console/roles?within=${stage.tenantId}`, superAdmin.email, superAdmin.password)
    await page.locator('.within bdi', { hasText: 'Harbour Optics' }).waitFor()
    assert.deepEqual(await cutAtFront(page), [])
    assert.equal(await overflow(page), 0)
    assert.deepEqual(faults, [])
  })

  it('is told of where something is made: what is always one’s own is not made then, and a template is of the tenant that is looked at', async () => {
    const { app, tenantId } = stage
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const name = 'Harbour Optics and Spectacles of the Northern Coast'
    await openAs(page, `/console/webhooks?within=${tenantId}`, superAdmin.email, superAdmin.password)
    const reason = `Only ${name} is shown, but what is made here is for the platform. Show all first.`
    const off = (label: string) =>
      page.getByRole('button', { name: label, exact: true }).and(page.locator(`[aria-disabled=true][title="${reason}"]`))
    await off('New webhook').waitFor()
    await page.keyboard.press('n')
    await page.locator('nav a[href^="/console/files"]').click()
    await off('Upload').click({ force: true })
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.locator('nav a[href^="/console/menus"]').click()
    await page.getByText('What the admins of all tenants are shown').waitFor()
    await off('New item').click({ force: true })
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.locator('nav a[href^="/console/templates"]').click()
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByText(`For ${name} and all below`).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Of Harbour')
    await page.getByLabel('Subject').fill('Hello')
    await page.locator('.cm-content').click()
    await page.keyboard.type('<p>Hello</p>')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/templates\/[0-9a-f-]{36}/)
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const { json } = await app.get(`/api/v1/message-templates/${id}`, { token: await app.superToken() })
    assert.equal(json.tenantId, tenantId)
    await page.locator('.trail').getByRole('link', { name: 'Templates' }).click()
    await page.locator('tr[data-row]', { hasText: 'Of Harbour' }).locator('[data-col=tenant]', { hasText: name }).waitFor()
    // without a part of the tree it is the platform's, and says so
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.locator('nav a[href="/console/webhooks"]').click()
    await page.getByRole('columnheader', { name: 'Tenant' }).waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByRole('dialog').getByText('For the whole platform').waitFor()
    // a mail is the platform's: whoever sent it sees it, and does not send it again because nothing is there
    await page.goto(`/console/emails/compose?template=${id}&within=${tenantId}`)
    await page.getByText(`Only ${name} is shown, but the mail leaves in the name of the platform.`).waitFor()
    await page.getByRole('button', { name: 'All that match' }).click()
    await page
      .getByRole('combobox', { name: 'Tenant' })
      .and(page.locator(`[value="${name}"]`))
      .waitFor()
    await page.getByLabel('Name or address contains').fill('keeper')
    await page.getByText('1 mail', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog', { name: 'Send 1 mail?' }).getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL(/\/emails\?batch=[\w-]+$/)
    await page.getByRole('heading', { level: 1, name: 'E-mails 1' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
