/** Two tenants at domains of their own, in one browser: each has its own pages, colours and session. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness.ts'
import { startDomains } from './account/domain.ts'
import { enter, harbour, type Tenant, tenant, user } from './account/stage.ts'
import { barriers, english, skip, visit } from './chromium.ts'

/** The proxy vouches for itself alone. */
const https = { ...english, ignoreHTTPSErrors: true }

const colourOf = (page: Page) =>
  page.locator('html').evaluate('getComputedStyle(document.documentElement).getPropertyValue("--accent")') as Promise<string>

describe('two tenants in one browser', { skip }, () => {
  let app: TestApp
  let one: Tenant
  let two: Tenant
  let first = ''
  let second = ''
  before(async () => {
    app = await startApp()
    one = await tenant(app, 'Harbour', 'harbour', harbour)
    two = await tenant(app, 'Globex', 'globex', { primaryColor: '#b3212b', companyName: 'Globex Energy' })
    const [ofOne = '', ofTwo = ''] = await startDomains(app, { harbour: one.id, globex: two.id })
    first = ofOne
    second = ofTwo
  })

  it('have each their own session and colours at domains of their own, and leave alone', async () => {
    const [lina, omar] = [await user(app, one), await user(app, two, { firstName: 'Omar', lastName: 'Said' })]
    await using guest = await visit(first, https)
    const { page, context } = guest
    await page.goto('/account')
    await page.getByRole('heading', { name: 'Sign in to Harbour Optics' }).waitFor()
    await enter(page, lina.email)
    await page.getByText(lina.email).waitFor()
    const other = await context.newPage()
    await other.goto(`${second}/account`)
    await other.getByRole('heading', { name: 'Sign in to Globex Energy' }).waitFor()
    await enter(other, omar.email)
    await other.getByText(omar.email).waitFor()
    for (let round = 0; round < 2; round++) {
      await Promise.all([page.reload(), other.reload()])
      await page.getByText(lina.email).waitFor()
      await other.getByText(omar.email).waitFor()
    }
    assert.deepEqual([await colourOf(page), await colourOf(other)], ['#0a7d5a', '#b3212b'])
    assert.deepEqual(await barriers(other), [])
    // somebody of the one is nobody at the other, without being told more
    await other.locator('.own-head button.quiet-link').last().click()
    await other.waitForURL(/\/account\/sign-in/)
    await other.locator('input[name=identifier]').fill(lina.email)
    await other.locator('input[name=password]').fill('zuvaqor-71-Kestrel')
    await other.locator('form button[type=submit]').first().click()
    await other.getByRole('alert').first().waitFor()
    await page.reload()
    await page.getByText(lina.email).waitFor()
    assert.deepEqual(
      guest.faults.filter((fault) => fault !== `asked ${second}`),
      [],
    )
  })

  it('a reset at a domain is of that tenant alone', async () => {
    await using guest = await visit(second, https)
    await guest.page.goto('/account/forgot')
    const asked = guest.page.waitForResponse((response) => response.url().endsWith('/request-password-reset'))
    await guest.page.locator('input[name=email]').fill('nobody@globex.example')
    await guest.page.locator('form button[type=submit]').click()
    assert.equal((await asked).status(), 202)
    await guest.page.waitForURL(/\/account\/reset$/)
    assert.equal(await guest.page.title(), 'Reset your password · Globex Energy')
    assert.deepEqual(guest.faults, [])
  })
})
