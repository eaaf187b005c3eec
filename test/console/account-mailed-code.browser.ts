/** Somebody has a code mailed to an address that they mistyped, and corrects it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Stage, stage } from './account/stage.ts'
import { skip, visit } from './chromium.ts'

const pages = {
  reset: { at: '/account/reset', request: 'request-password-reset', said: 'If there is an account with this address' },
  verify: { at: '/account/verify', request: 'send-email-verification', said: 'If this address is still to be confirmed' },
}

describe('a code for an address that was mistyped', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
  })
  const email = (page: Page) => page.locator('input[name=email]')
  const first = (page: Page) => page.getByRole('button', { name: 'Send a code' })
  const countdown = (page: Page) => page.getByRole('button', { name: /^Another code in/ })

  /** Every request is answered alike, with a minute to wait, when `ready` is there. @returns the addresses that were asked for */
  async function answered(page: Page, request: string, ready = Promise.resolve()): Promise<string[]> {
    const asked: string[] = []
    await page.route(`**/auth/user/${request}`, async (route) => {
      asked.push(route.request().postDataJSON().email)
      await ready
      await route.fulfill({ status: 202, json: { message: 'On its way.', retryAfterSeconds: 59 } })
    })
    return asked
  }

  for (const [name, { at, request, said }] of Object.entries(pages)) {
    it(`leaves the corrected one on the page "${name}" nothing to wait for, and says nothing of it`, async () => {
      await using guest = await visit(scene.app.url)
      const { page } = guest
      const asked = await answered(page, request)
      await page.goto(`${at}?w=harbour`)
      await email(page).fill('lina@habour.example')
      await first(page).click()
      await page.getByText(said).waitFor()
      await countdown(page).waitFor()
      await email(page).fill('lina@harbour.example')
      await page.getByText(said).waitFor({ state: 'detached' })
      await first(page).click()
      await page.getByText(said).waitFor()
      await countdown(page).waitFor()
      assert.deepEqual(asked, ['lina@habour.example', 'lina@harbour.example'])
      assert.deepEqual(guest.faults, [])
    })
  }

  it('says nothing of the corrected one where the answer comes after it was corrected', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    await answered(page, pages.verify.request, promise)
    // the address is enough: nobody is asked for a workspace that the service does not need
    await page.goto('/account/verify')
    await email(page).fill('lina@habour.example')
    await first(page).click()
    await email(page).fill('lina@harbour.example')
    const came = page.waitForResponse('**/send-email-verification')
    answer()
    await (await came).finished()
    await first(page).and(page.locator(':enabled')).waitFor()
    assert.equal(await countdown(page).count(), 0)
    assert.deepEqual(guest.faults, [])
  })

  it('is said to be on its way, too, where a mail to another address led to the page', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await page.goto('/account/register?w=harbour')
    const typed = { firstName: 'Lina', lastName: 'Khoury', username: 'lina.mistyped', password: 'zuvaqor-71-Kestrel' }
    for (const [name, value] of Object.entries(typed)) await page.locator(`input[name=${name}]`).fill(value)
    // letters beyond ASCII are as good as others (RFC 6531)
    await email(page).fill('لينا@متجر.example')
    await page.locator('form button[type=submit]').click()
    await page.waitForURL(/\/account\/verify/)
    await answered(page, pages.verify.request)
    await email(page).fill('lina@harbour.example')
    await first(page).click()
    await page.getByText(pages.verify.said).waitFor()
    assert.deepEqual(guest.faults, [])
  })
})
