/** Pages of others that are slow to answer: nothing is pressed twice on the way there, and nobody who stops is kept from trying again. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Providers, startProviders } from '../providers/rig.ts'
import { enter, harbour, type Tenant, tenant, type, user } from './account/stage.ts'
import { drawn, skip, visit } from './chromium.ts'

/** An application of the integrator, which a test answers for or not. */
const shopUrl = 'http://shop.tenants.example'
/** More than a page waits for another one, in milliseconds. */
const bound = 10_500

describe('the way to a page of others', { skip }, () => {
  let rig: Providers
  let shop: Tenant
  before(async () => {
    rig = await startProviders({ env: { CORS_ORIGINS: shopUrl } })
    shop = await tenant(rig.app, 'Harbour', 'harbour', harbour)
  })
  const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

  for (const at of ['/account/sign-in?w=harbour', '/console/login?w=harbour'])
    it(`may be taken again where a provider was stopped: ${at}`, async () => {
      await using guest = await visit(rig.app.url)
      const { page } = guest
      await page.clock.install()
      // an answer without a page leaves the browser where it is, as Stop does
      await page.route(`${rig.google.url}/authorize?**`, (route) => route.fulfill({ status: 204 }))
      await page.goto(at)
      const asked = page.waitForRequest(`${rig.google.url}/authorize?**`)
      await google(page).click()
      await asked
      await drawn(page)
      assert.equal(await google(page).isDisabled(), true)
      await page.clock.runFor(bound)
      await google(page).and(page.locator(':enabled')).waitFor()
      const again = page.waitForRequest(`${rig.google.url}/authorize?**`)
      await google(page).click()
      await again
    })

  it('is waited for after signing in: the form is not open again meanwhile, nor is the account kept from who is in', async () => {
    const lina = await user(rig.app, shop)
    await using guest = await visit(rig.app.url)
    const { page } = guest
    await page.clock.install()
    await page.route(`${shopUrl}/**`, (route) => route.fulfill({ status: 204 }))
    let tries = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/user/login')) tries += 1
    })
    await page.goto(`/account/sign-in?w=harbour&returnTo=${encodeURIComponent(`${shopUrl}/basket`)}`)
    const left = page.waitForRequest(`${shopUrl}/basket`)
    await type(page, lina.email)
    await left
    await drawn(page)
    await page.locator('form button[type=submit][data-loading=true]').waitFor()
    await page.locator('input[name=password]').press('Enter')
    await drawn(page)
    assert.equal(tries, 1)
    await page.clock.runFor(bound)
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/account')
  })

  it('ends at the account for who was signed in already', async () => {
    const lina = await user(rig.app, shop)
    await using guest = await visit(rig.app.url)
    const { page } = guest
    await page.goto('/account?w=harbour')
    await enter(page, lina.email)
    await page.clock.install()
    await page.route(`${shopUrl}/**`, (route) => route.fulfill({ status: 204 }))
    const left = page.waitForRequest(`${shopUrl}/basket`)
    await page.goto(`/account?w=harbour&returnTo=${encodeURIComponent(`${shopUrl}/basket`)}`)
    await left
    await drawn(page)
    await page.clock.runFor(bound)
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/account')
  })
})
