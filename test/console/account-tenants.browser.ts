/** Two tenants at domains of their own, in one browser: each has its own pages, colours and session. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestAdmin } from '../auth/people.ts'
import { startApp, type TestApp } from '../harness.ts'
import { startDomains } from './account/domain.ts'
import { harbour, password, type Tenant, tenant, user } from './account/stage.ts'
import { barriers, english, skip, visit } from './chromium.ts'
import { ways } from './journeys/ways.ts'
import { signIn } from './scene.ts'

/** The proxy vouches for itself alone. */
const https = { ignoreHTTPSErrors: true }

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

  for (const { name, options, say, handOf } of ways)
    it(`have each their own session and colours at domains of their own, and leave alone, ${name}`, async () => {
      const [lina, omar] = [await user(app, one), await user(app, two, { firstName: 'Omar', lastName: 'Said' })]
      await using guest = await visit(first, { ...options, ...https })
      const { page, context } = guest
      const enter = async (tab: Page, { email }: TestAdmin) => {
        await signIn(tab, email, password, handOf(tab, 4))
        await tab.getByText(email).waitFor()
      }
      await page.goto('/account')
      await page.getByRole('heading', { name: say('signIn.to', { name: 'Harbour Optics' }) }).waitFor()
      await enter(page, lina)
      const other = await context.newPage()
      await other.goto(`${second}/account`)
      await other.getByRole('heading', { name: say('signIn.to', { name: 'Globex Energy' }) }).waitFor()
      await enter(other, omar)
      for (let round = 0; round < 2; round++) {
        await Promise.all([page.reload(), other.reload()])
        await page.getByText(lina.email).waitFor()
        await other.getByText(omar.email).waitFor()
      }
      assert.deepEqual([await colourOf(page), await colourOf(other)], ['#0a7d5a', '#b3212b'])
      assert.deepEqual(await barriers(other), [])
      // somebody of the one is nobody at the other, without being told more
      const hand = handOf(other, 4)
      await hand.press(other.locator('.own-head button.quiet-link').last())
      await other.waitForURL(/\/account\/sign-in/)
      await hand.fill(other.locator('input[name=identifier]'), lina.email)
      await hand.fill(other.locator('input[name=password]'), password)
      await hand.press(other.locator('form button[type=submit]').first())
      await other.getByRole('alert').first().waitFor()
      await page.reload()
      await page.getByText(lina.email).waitFor()
      assert.deepEqual(
        guest.faults.filter((fault) => fault !== `asked ${second}`),
        [],
      )
    })

  it('a reset at a domain is of that tenant alone', async () => {
    await using guest = await visit(second, { ...english, ...https })
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
