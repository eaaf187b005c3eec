/** Somebody has a code mailed to an address that they mistyped, and corrects it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Stage, stage } from './account/stage.ts'
import { drawn, skip, visit } from './chromium.ts'

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
      await page.clock.install()
      await page.goto(`${at}?w=harbour`)
      await email(page).fill('lina@habour.example')
      await first(page).click()
      await page.getByText(said).waitFor()
      await countdown(page).waitFor()
      // whoever comes back to it waits for what is left
      await email(page).fill('lina@')
      await page.getByText(said).waitFor({ state: 'detached' })
      await page.clock.runFor(30_000)
      await email(page).fill('lina@habour.example')
      await page.getByText(said).waitFor()
      assert.match(await countdown(page).innerText(), /in (?:30|2\d|1\d) seconds/)
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

  it('leads nobody away who is elsewhere by the time of the answer, nor does any other page before sign-in', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    const typed = { firstName: 'Lina', lastName: 'Khoury', username: 'lina.elsewhere', code: '194372', password: 'zuvaqor-71-Kestrel' }
    const unproved = {
      isSuccess: false,
      data: null,
      statusCode: 403,
      code: 'email_not_verified',
      message: 'Not yet.',
      traceId: 'trace-4711',
    }
    await page.goto('/account/sign-in?w=harbour')
    const fields = page.locator('.login-box input')
    for (const [from, request, status, json] of [
      ['Forgot password?', 'request-password-reset', 202, { retryAfterSeconds: 59 }],
      ['I have a code already', 'reset-password', 200, {}],
      ['Create an account', 'register', 201, {}],
      ['', 'login', 403, unproved],
    ] as const) {
      const { promise: ready, resolve: answer } = Promise.withResolvers<void>()
      await page.route(`**/auth/user/${request}`, async (route) => {
        await ready
        await route.fulfill({ status, json })
      })
      if (from === 'I have a code already') await page.getByRole('link', { name: 'Forgot password?' }).click()
      if (from) await page.getByRole('link', { name: from }).click()
      await page.locator('input[name=identifier]').waitFor({ state: from ? 'detached' : 'visible' })
      await email(page).or(page.locator('input[name=identifier]')).fill('lina@harbour.example')
      for (const [name, value] of Object.entries(typed))
        if ((await fields.and(page.locator(`[name=${name}]`)).count()) > 0) await page.locator(`input[name=${name}]`).fill(value)
      const came = page.waitForResponse(`**/auth/user/${request}`)
      await page.locator('form button[type=submit]').click()
      await page.getByRole('link', { name: from ? /Back to sign-in|I have an account/ : 'Forgot password?' }).click()
      await page.locator('input[name=identifier]').waitFor({ state: from ? 'visible' : 'detached' })
      answer()
      await (await came).finished()
      // the page has drawn what it heard
      await drawn(page)
      assert.equal(new URL(page.url()).pathname, from ? '/account/sign-in' : '/account/forgot', request)
    }
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
