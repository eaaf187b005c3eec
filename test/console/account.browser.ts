/** Every page for end users by its table: whole in both languages, themes and at every width, by keys, and closed to who has not signed in. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { type PagePath, pages } from '../../console/src/account/pages.ts'
import { expectStatus } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { signInUser } from '../users/rig.ts'
import { enter, type Stage, stage, tenant, user } from './account/stage.ts'
import { arabic, barriers, english, forget, overflow, skip, type Visit, visit } from './chromium.ts'
import { nothing, reach } from './reach.ts'

/** The last is what every page of a visit begins with. */
const widths = [320, 390, 640, 768, 1920, 1280]
const mostRequests = 4
/** `SCREENS=/sessions` tries those alone whose address begins so. */
const paths = (Object.keys(pages) as PagePath[]).filter((path) => path.startsWith(process.env.SCREENS ?? ''))
const isOwn = (path: PagePath) => pages[path].access === 'own'
/** What opens a dialog, for those that have any. */
const opens: Partial<Record<PagePath, string>> = {
  '/two-factor': '.me-acts button',
  '/sessions': '.me-acts button',
  '/preferences': '.prefs input',
}

describe('the pages for end users', { skip }, () => {
  let scene: Stage
  const own = new Map<string, Visit>()
  before(async () => {
    scene = await stage()
    const { app, user: told } = scene
    const token = await app.superToken()
    const targets = [{ type: 'user', id: told.id }]
    for (const link of [null, 'https://shop.example/orders/7', `https://shop.example/${'o'.repeat(300)}`]) {
      const one = { targets, title: `<img src=x onerror=alert(1)> ${'x'.repeat(100)}`, body: 'A body that is no <b>markup</b>', link }
      expectStatus(await app.post('/api/v1/notifications', one, { token }), 202)
    }
  })
  after(async () => {
    for (const guest of own.values()) await guest[Symbol.asyncDispose]()
  })
  const addressOf = (path: PagePath) => `/account${path === '/' ? '' : path.replace('$provider', 'google')}?w=harbour`
  const settled = async (page: Page) => {
    await page.locator('h1').first().waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  const judged = async (page: Page, path: PagePath, dir: 'ltr' | 'rtl') => {
    assert.equal(await page.locator('h1').count(), 1)
    assert.match(await page.title(), /^.+ · Harbour Optics$/)
    assert.equal(await page.locator('html').getAttribute('dir'), dir)
    assert.equal(await page.locator('main').count(), 1)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      assert.equal(await overflow(page), 0, `${path} at ${width}`)
      if (width === 1280 || width === 390) assert.deepEqual(await barriers(page), [], `${path} at ${width}`)
    }
  }
  /** One visit a language, which signs in once. */
  const signedIn = async (name: string, options: typeof english | typeof arabic) => {
    const before = own.get(name)
    if (before) return before
    const guest = await visit(scene.app.url, options)
    own.set(name, guest)
    await guest.page.goto('/account/sign-in?w=harbour')
    await enter(guest.page, scene.user.email)
    return guest
  }

  for (const [name, options, dir] of [
    ['English, light', english, 'ltr'],
    ['Arabic, dark', arabic, 'rtl'],
  ] as const)
    for (const path of paths)
      it(`${path}, ${name}: nobody is kept out, nothing is cut off, few requests`, async () => {
        const guest = isOwn(path) ? await signedIn(name, options) : await visit(scene.app.url, options)
        const { page, faults } = guest
        faults.length = 0
        const asked: string[] = []
        const note = (request: Request) => {
          // what the page before still asked for is none of this one's
          if (request.isNavigationRequest()) asked.length = 0
          const { pathname } = new URL(request.url())
          // the session is begun again before the page, and the live stream stays
          if (pathname.startsWith('/api/') && !/\/(?:refresh|stream)$/.test(pathname)) asked.push(pathname)
        }
        page.on('request', note)
        await page.goto(addressOf(path))
        await settled(page)
        assert.ok(asked.length <= mostRequests, asked.join(', '))
        page.off('request', note)
        await judged(page, path, dir)
        const opener = opens[path]
        if (opener) {
          await page.locator(opener).first().click()
          await page.locator('[role=dialog], [role=listbox]').first().waitFor()
          assert.deepEqual(await barriers(page), [], `${path} after ${opener}`)
          await page.keyboard.press('Escape')
          await page.locator('[role=dialog], [role=listbox]').first().waitFor({ state: 'hidden' })
        }
        // keys go the same way in either language
        if (dir === 'rtl') assert.deepEqual(await reach(page), nothing, path)
        assert.deepEqual(faults, [])
        if (!isOwn(path)) await guest[Symbol.asyncDispose]()
      })

  it('that are closed lead through sign-in, and there', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    for (const path of paths.filter(isOwn)) {
      await forget(guest)
      await page.goto(addressOf(path))
      await page.waitForURL(/\/account\/sign-in\?/)
      await enter(page, scene.user.email)
      assert.equal(new URL(page.url()).pathname, addressOf(path).split('?')[0])
      assert.deepEqual(guest.faults, [])
    }
  })

  it('show what somebody was told, as text, and mark it as read', async () => {
    const { page, faults } = await signedIn('English, light', english)
    await page.goto('/account/notifications')
    const lines = page.locator('.own-note')
    await lines.first().waitFor()
    assert.equal(await lines.count(), 3)
    assert.equal(await page.locator('.own-note img, .own-note p b').count(), 0)
    assert.equal(await page.locator('.own-note[data-unread]').count(), 3)
    await lines.first().getByRole('button').click()
    await page.locator('.own-note:not([data-unread])').first().waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.locator('.own-note[data-unread]').first().waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('mark all as read where only older ones are unread, too', async () => {
    const { app } = scene
    const told = await user(app, scene.tenant)
    const [token, targets] = [await app.superToken(), [{ type: 'user', id: told.id }]]
    for (let one = 0; one < 21; one++)
      expectStatus(await app.post('/api/v1/notifications', { targets, title: `No. ${one}`, body: 'A body' }, { token }), 202)
    const { email: username, password } = told
    const mine = { token: (await signInUser(app, { username, password, tenantCode: 'harbour' })).accessToken }
    const unread = async () => expectStatus(await app.get('/api/v1/notifications/unread-count', mine), 200).json.count
    await eventually('all to be there', async () => (await unread()) === 21)
    const { items } = expectStatus(await app.get('/api/v1/notifications?pageSize=20', mine), 200).json
    for (const { id } of items) expectStatus(await app.request('PUT', `/api/v1/notifications/${id}/read`, mine), 200)
    await using guest = await visit(app.url)
    await guest.page.goto('/account/notifications?w=harbour')
    await enter(guest.page, told.email)
    const read = guest.page.waitForResponse('**/notifications/read-all')
    await guest.page.getByRole('button', { name: 'Mark all as read' }).click()
    await read
    assert.equal(await unread(), 0)
    assert.deepEqual(guest.faults, [])
  })

  it('keep the focus where its button is gone', async () => {
    await using guest = await visit(scene.app.url)
    const { page, faults } = guest
    const { email: username, password } = scene.user
    await signInUser(scene.app, { username, password, tenantCode: 'harbour' })
    // somebody uses the console in the same browser
    await page.addInitScript('localStorage.setItem("tenantry-habits", `{ "isCompact": true, "hasShortcuts": false }`)')
    await page.goto('/account/sessions?w=harbour')
    await enter(page, scene.user.email)
    const end = page.getByRole('button', { name: 'End', exact: true })
    await end.first().waitFor()
    const others = await end.count()
    await end.first().focus()
    await page.keyboard.press('Enter')
    await end.nth(others - 1).waitFor({ state: 'detached' })
    await page.locator('h1:focus').waitFor()
    const habits = JSON.parse(String(await page.evaluate('localStorage.getItem("tenantry-habits")')))
    assert.deepEqual([habits.isCompact, habits.hasShortcuts], [true, false])
    assert.deepEqual(faults, [])
  })

  it('tell at once what is new and what was read, in every tab, by one stream', async () => {
    const { app, user: told } = scene
    await using guest = await visit(app.url)
    const { context, page, faults } = guest
    const streams: string[] = []
    context.on('request', (request) => request.url().includes('/notifications/stream') && streams.push(request.url()))
    await page.goto('/account/notifications?w=harbour')
    await enter(page, told.email)
    const other = await context.newPage()
    await other.goto('/account/notifications')
    const tabs = [page, other]
    await Promise.all(tabs.map((tab) => tab.locator('.own-note').first().waitFor()))
    const one = { targets: [{ type: 'user', id: told.id }], title: 'Come at once', body: 'Your order is here.' }
    expectStatus(await app.post('/api/v1/notifications', one, { token: await app.superToken() }), 202)
    const line = (tab: Page, state: string) => tab.locator(`.own-note${state}`, { hasText: 'Come at once' })
    await Promise.all(tabs.map((tab) => line(tab, '[data-unread]').waitFor()))
    await line(page, '').getByRole('button').click()
    await Promise.all(tabs.map((tab) => line(tab, ':not([data-unread])').waitFor()))
    assert.equal(streams.length, 1)
    assert.deepEqual(faults, [])
  })

  it('can be read whatever colour a tenant has', async () => {
    const { app } = scene
    for (const [code, primaryColor] of [
      ['bright', '#ffe000'],
      ['orange', '#d9480f'],
      ['night', '#0b1020'],
    ] as const) {
      const person = await user(app, await tenant(app, code, code, { primaryColor }))
      for (const options of [english, arabic]) {
        await using guest = await visit(app.url, options)
        await guest.page.goto(`/account/sign-in?w=${code}`)
        await settled(guest.page)
        assert.deepEqual(await barriers(guest.page), [], code)
        await enter(guest.page, person.email)
        await guest.page.getByRole('textbox').first().fill('Other')
        assert.deepEqual(await barriers(guest.page), [], code)
      }
    }
  })

  it('that there are not say so', async () => {
    await using guest = await visit(scene.app.url)
    for (const path of [
      '/account/nothing',
      '/account/callback',
      '/account/constructor',
      '/account/sign-in/more',
      '/account/callback/a/b',
    ]) {
      await guest.page.goto(path)
      await guest.page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    }
    assert.deepEqual(guest.faults, [])
  })
})
