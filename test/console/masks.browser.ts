/** Whoever may not see addresses and telephones finds none of anybody, on whatever screen and in whatever leaves it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { arabic, english, skip, type Visit, visit } from './chromium.ts'
import { openAs, password, type Scene, scene } from './scene.ts'
import { groupOf, userOf, withUsers } from './scenes/people.ts'

/** Domains of everybody else's addresses, and a telephone. */
const canaries = ['harbour.example', 'shop.example', '447700900']
const own = 'helper@desk.invalid'
const fields = ['email', 'phoneNumber']
const hidden = { en: 'Hidden from your role', ar: 'مخفي عن دورك' }

describe('who may not see addresses', { skip }, () => {
  let stage: Scene
  let token: string
  let groupId: string
  let userId: string
  let adminId: string
  let roleId: string
  before(async () => {
    stage = await scene()
    const { app, tenantId } = stage
    token = await app.superToken()
    await withUsers(stage)
    groupId = await groupOf(stage)
    const groups = expectStatus(await app.get('/api/v1/permissions', { token }), 200).json as { permissions: Right[] }[]
    const names =
      /^(?:admins\.(?:view|update)|users\.(?:view|update)|groups\.view|roles\.view|audit\.\w+|dashboard\.view|recyclebin\.view|notifications\.\w+|emails\.view)$/
    const rights = groups.flatMap(({ permissions }) => permissions).filter(({ name }) => names.test(name))
    const masked = rights.filter(({ restrictableFields: all }) => all.includes('email')).map(({ id }) => [id, fields])
    const role = { name: 'Helpdesk', tenantId, permissionIds: rights.map(({ id }) => id), restrictedFields: Object.fromEntries(masked) }
    roleId = expectStatus(await app.post('/api/v1/roles', role, { token }), 201).json.id
    const body = { email: own, firstName: 'Hanna', lastName: 'Help', roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', body, { token }), 201)
    // what the log, the bin and the figures could tell of
    const put = async (path: string, change: object) =>
      expectStatus(await app.request('PUT', `/api/v1${path}`, { token, body: change }), 200)
    userId = (await userOf(stage, 'user.3@shop.example')).id
    await put(`/users/${userId}`, { email: 'moved@shop.example', phoneNumber: '+447700900123' })
    const [{ id }] = expectStatus(await app.get('/api/v1/Admins?search=stranger', { token }), 200).json.items
    adminId = id
    await put(`/Admins/${id}`, { email: 'moved@harbour.example', phoneNumber: '+447700900456' })
    const [gone] = expectStatus(await app.get('/api/v1/Admins?search=person.20', { token }), 200).json.items
    expectStatus(await app.request('DELETE', `/api/v1/Admins/${gone.id}`, { token }), 204)
    await app.post('/api/v1/auth/admin/login', { identifier: 'person.4@harbour.example', password: 'not-theirs-1' })
  })
  interface Right {
    readonly id: string
    readonly name: string
    readonly restrictableFields: readonly string[]
  }
  const betrayed = (text: string) => canaries.filter((canary) => text.includes(canary))

  /** Notes every answer of the service but those about oneself. */
  const listen = (page: Page) => {
    const told: Promise<readonly [string, string]>[] = []
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url())
      if (pathname.startsWith('/api/') && !/stream$/.test(pathname))
        told.push(
          answer.text().then(
            (text) => [answer.url(), text] as const,
            () => [answer.url(), ''] as const,
          ),
        )
    })
    return async () => {
      const all = await Promise.all(told)
      assert.ok(all.length > 10)
      return all.flatMap(([url, text]) => betrayed(text).map((canary) => `${url}: ${canary}`))
    }
  }
  const places = () => [
    '/',
    '/admins',
    `/admins?open=${adminId}`,
    `/admins?open=${adminId}&tab=activity`,
    `/admins?open=${adminId}&do=edit`,
    '/users',
    `/users?open=${userId}`,
    `/users?open=${userId}&do=edit`,
    '/groups',
    `/groups/${groupId}`,
    `/roles/${roleId}`,
    '/audit',
    `/audit?record=${userId}`,
    `/audit?record=${adminId}`,
    '/audit?action=auth.login.failed',
    '/bin',
    '/emails',
    '/notifications',
  ]
  const walk = async (guest: Visit, word: string) => {
    const { page, context } = guest
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAs(page, '/console/admins', own)
    const toldOf = listen(page)
    const seen: string[] = []
    for (const place of places()) {
      await page.goto(`/console${place}`)
      await page.locator('#main h1').waitFor()
      await page.locator('#main [aria-busy=true]').first().waitFor({ state: 'detached' })
      if (place.startsWith('/audit') && !place.includes('action')) {
        await page.locator('tr[data-row]').first().locator('td').first().click()
        await page.locator('aside.panel .facts').waitFor()
      }
      if (place.includes('open=')) await page.locator('aside.panel h2').waitFor()
      if (/open=[^&]+$/.test(place)) await page.locator('aside.panel').getByText(word).first().waitFor()
      if (place.endsWith('do=edit')) await page.getByRole('dialog').locator('form').waitFor()
      const html = String(await page.evaluate('document.documentElement.outerHTML'))
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+c')
      const copied = await page.evaluate<string>('navigator.clipboard.readText().catch(() => "")')
      seen.push(...betrayed(html + copied).map((canary) => `${place}: ${canary}`))
    }
    assert.deepEqual(seen, [])
    assert.deepEqual(await toldOf(), [])
  }

  it('finds none in any answer, on any page, or in what is copied', async () => {
    await using guest = await visit(stage.app.url, english)
    await walk(guest, hidden.en)
    assert.deepEqual(guest.faults, [])
  })

  it('finds none in Arabic either', async () => {
    await using guest = await visit(stage.app.url, arabic)
    await walk(guest, hidden.ar)
    assert.deepEqual(guest.faults, [])
  })

  it('finds nobody by an address, is offered neither order nor menu of one, and exports none', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/users', own)
    const toldOf = listen(page)
    const row = page.locator('tr[data-row]')
    await row.first().waitFor()
    for (const title of await page.getByRole('columnheader').allInnerTexts()) assert.doesNotMatch(title, /E-mail|Phone/i)
    await row
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menu').waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Copy e-mail' }).count(), 0)
    await page.keyboard.press('Escape')
    for (const list of ['users', 'admins']) {
      await page.goto(`/console/${list}?search=${list === 'users' ? 'moved@shop' : 'moved@harbour'}`)
      await page.getByText('Nothing matches').waitFor()
    }
    await page.goto('/console/audit')
    await row.first().waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    const text = readFileSync((await (await download).path()) ?? '', 'utf8')
    assert.ok(text.length > 500)
    assert.deepEqual(betrayed(text), [])
    assert.deepEqual(await toldOf(), [])
    assert.deepEqual(faults, [])
  })

  it('changes a person without their address', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData() ?? ''))
    await openAs(page, `/console/users?open=${userId}&do=edit`, own)
    const form = page.getByRole('dialog')
    await form.getByLabel('First name').fill('Renamed')
    assert.equal(await form.getByLabel('E-mail').count(), 0)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    assert.deepEqual(
      sent.map((body) => Object.keys(JSON.parse(body))),
      [['firstName', 'version']],
    )
    assert.equal((await userOf(stage, 'moved@shop.example')).firstName, 'Renamed')
    assert.deepEqual(faults, [])
  })
})
