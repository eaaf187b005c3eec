/** A service that is slow, away, or wants to be left alone: what was read stays, nobody is signed out, and all comes back. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, tenantWithAdmin } from '../harness.ts'
import { skip, type Visit, visit } from './chromium.ts'
import { openAs, type Scene, scene, signIn } from './scene.ts'

const admins = /\/api\/v1\/Admins(\?|$)/
const one = /\/api\/v1\/Admins\/[\da-f-]{36}$/

describe('a service that does not answer', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const rows = (page: Page) => page.locator('tr[data-row]')
  const bar = (page: Page) => page.locator('.strip[data-tone=amber]')
  const open = async ({ page }: Visit, address = '/console/admins?search=person') => {
    await openAs(page, address, stage.keeper)
    await rows(page).first().waitFor()
  }
  /** What the browser itself tells of a connection that broke off is no fault of the page. */
  const ownFaults = (faults: readonly string[]) => faults.filter((fault) => !/Failed to load resource|^error: Refused: Not now/.test(fault))

  it('no network: what was read stays under one bar, and what failed comes by itself', async () => {
    await using guest = await visit(stage.app.url)
    const { page, context } = guest
    await open(guest)
    await context.setOffline(true)
    await bar(page).waitFor()
    // the part of the page that shows it was never loaded
    await rows(page).nth(2).locator('td').nth(2).click()
    await page.waitForURL(/open=/)
    await rows(page).first().waitFor()
    assert.equal(await bar(page).count(), 1)
    await context.setOffline(false)
    await page.locator('aside.panel .facts').waitFor()
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual(ownFaults(guest.faults), [])
  })

  it('connections that break off: the bar goes when the service is back, also where what failed is shown no more', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await open(guest)
    await page.route(one, (route) => route.abort('connectionrefused'))
    await rows(page).nth(3).locator('td').nth(2).click()
    await bar(page).waitFor()
    await rows(page).first().waitFor()
    await page.unroute(one)
    await bar(page).waitFor({ state: 'detached' })
    await page.route(one, (route) => route.abort('connectionrefused'))
    await rows(page).nth(4).locator('td').nth(2).click()
    await bar(page).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('aside.panel').waitFor({ state: 'detached' })
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual(ownFaults(guest.faults), [])
  })

  it('an answer that never comes is said after ten seconds, and comes when it is asked for again', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await open(guest)
    await page.route(admins, () => {})
    await page.locator('input[type=search]').fill('person.2')
    await page.getByRole('alert').getByText('No clear answer came.').waitFor()
    await page.unroute(admins)
    await rows(page).first().waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('an answer that is no JSON is not taken for one of the service', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await open(guest)
    const portal = { status: 200, contentType: 'text/html', body: '<h1>Guest network</h1><script>document.title = "taken"</script>' }
    await page.route(admins, (route) => route.fulfill(portal))
    await page.locator('input[type=search]').fill('person.2')
    await page.getByRole('alert').getByText('Something between you and the service').waitFor()
    assert.equal(await page.getByText('Guest network').count(), 0)
    assert.notEqual(await page.title(), 'taken')
    await page.unroute(admins)
    await rows(page).first().waitFor()
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual(guest.faults, [])
  })

  it('503: the words and the trace id of the service are told, at a refresh too, and nobody is signed out', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await open(guest)
    const answer = { code: 'unavailable', statusCode: 503, message: 'Not now.', traceId: 'a1b2c3' }
    const busy = (seconds: number) => ({ status: 503, headers: { 'retry-after': String(seconds) }, json: answer })
    await page.route(admins, (route) => route.fulfill(busy(11)))
    await page.locator('input[type=search]').fill('person.2')
    await page
      .getByRole('alert')
      .getByText(/Not now\.(?: Try again in \d+ seconds?\.)+\s*Trace id a1b2c3/)
      .waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    assert.equal(await again.isDisabled(), true)
    await page.unroute(admins)
    await again.click()
    await rows(page).first().waitFor()
    await page.route('**/auth/admin/refresh', (route) => route.fulfill(busy(2)))
    await page.reload()
    await page.getByRole('alert').getByText('Not now.').waitFor()
    await page.unroute('**/auth/admin/refresh')
    await rows(page).first().waitFor()
    assert.deepEqual(ownFaults(guest.faults), [])
  })

  it('429: a countdown, nothing asked before it is over, and nobody is signed out', async () => {
    const app = await startApp({ env: { RATE_LIMITS: 'on', RATE_LIMIT_SESSION: '40/25' } })
    const { admin } = await tenantWithAdmin(app)
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/console/admins')
    const answer = page.waitForResponse((response) => response.url().endsWith('/auth/admin/login') && response.ok())
    await signIn(page, admin.email, admin.password)
    await rows(page).first().waitFor()
    const { accessToken } = await (await answer).json()
    const burn = `Promise.all(Array.from({ length: 40 }, () => fetch('/api/v1/Admins/me', { headers: { authorization: 'Bearer ${accessToken}' } }))).then(() => {})`
    await page.evaluate(burn)
    await page.locator('input[type=search]').fill('first')
    await page
      .getByRole('alert')
      .filter({ hasText: /Try again in \d+ seconds?/ })
      .waitFor()
    const again = page.getByRole('button', { name: 'Try again' })
    assert.equal(await again.isDisabled(), true)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // as a browser tells that somebody comes back to the tab
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await page.keyboard.press('Enter')
    await again.and(page.locator(':enabled')).waitFor()
    assert.deepEqual(asked, [])
    await again.click()
    await rows(page).first().waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(guest.faults, [])
  })

  it('a language that can’t be loaded: it is said, the page stays in the one before, and the choice works once it can be', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const texts = /\/assets\/ar-first-/
    await page.route(texts, (route) => route.abort('connectionrefused'))
    await page.goto('/console/login')
    const arabic = page.getByRole('button', { name: 'العربية' })
    await arabic.click()
    await page.getByText('The service can’t be reached').waitFor()
    assert.deepEqual(await page.evaluate('[document.documentElement.lang, localStorage.getItem("tenantry-habits")]'), ['en', null])
    await page.unroute(texts)
    await arabic.click()
    await page.locator('html[lang=ar]').waitFor()
    // where it was chosen before, a page in English is better than none
    await page.route(texts, (route) => route.abort('connectionrefused'))
    await page.reload()
    await page.locator('html[lang=en] input[name=identifier]').waitFor()
    await page.unroute(texts)
    await page.locator('html[lang=ar] input[name=identifier]').waitFor()
    assert.deepEqual(ownFaults(guest.faults), [])
  })
})
