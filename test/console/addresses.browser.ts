/** Whatever address the service is opened by, who has signed in there is still signed in when the page is loaded again. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../harness.ts'
import { startDomains, startFront } from './account/domain.ts'
import { enter, harbour, type Tenant, tenant, user } from './account/stage.ts'
import { english, skip, visit } from './chromium.ts'
import { signIn, superAdmin } from './scene.ts'

/** The proxy vouches for itself alone. */
const options = { ...english, ignoreHTTPSErrors: true }

describe('a session', { skip }, () => {
  let app: TestApp
  let shop: Tenant
  const addresses: Record<string, string> = {}
  before(async () => {
    const front = await startFront()
    const publicUrl = front.addressOf('id')
    app = await startApp({ env: { PUBLIC_URL: publicUrl } })
    shop = await tenant(app, 'Harbour', 'harbour', harbour)
    const [domain = ''] = await startDomains(app, { harbour: shop.id }, front)
    Object.assign(addresses, { localhost: `http://localhost:${new URL(app.url).port}`, domain, PUBLIC_URL: publicUrl })
  })

  for (const name of ['localhost', 'domain', 'PUBLIC_URL'])
    it(`at the ${name} is there after a reload, in the console and on the pages for end users beside it`, async () => {
      const lina = await user(app, shop)
      await using guest = await visit(addresses[name] ?? '', options)
      const { page, context, faults } = guest
      const refused: string[] = []
      context.on('response', (response) => {
        if (response.url().endsWith('/refresh') && !response.ok()) refused.push(`${response.status()} ${response.url()}`)
      })
      await page.goto('/console/admins')
      // one was asked for, and there was none
      await signIn(page, 'keeper@harbour.example')
      refused.length = 0
      const rows = page.locator('tr[data-row]').first()
      await rows.waitFor()
      const own = await context.newPage()
      await own.goto('/account/sign-in?w=harbour')
      await enter(own, lina.email)
      const is = own.getByText(lina.email)
      await Promise.all([page.reload(), own.reload()])
      await Promise.all([rows.waitFor(), is.waitFor()])
      assert.deepEqual(refused, [])
      assert.deepEqual(
        (await context.cookies()).map((cookie) => [cookie.name, cookie.domain, cookie.httpOnly, cookie.secure, cookie.sameSite]).sort(),
        ['tenantry_refresh', 'tenantry_user_refresh'].map((cookie) => [
          cookie,
          new URL(addresses[name] ?? '').hostname,
          true,
          true,
          'Strict',
        ]),
      )
      assert.deepEqual(faults, [])
    })

  it('at a domain is begun in another workspace, or on the platform, by who says so', async () => {
    await using guest = await visit(addresses.domain as string, options)
    const { page, faults } = guest
    await page.goto('/console/login')
    const elsewhere = page.getByRole('button', { name: 'Sign in somewhere else' })
    await elsewhere.click()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.locator('input[inputmode=email]').fill(superAdmin.email)
    const reset = page.waitForRequest('**/request-password-reset')
    await page.getByRole('button', { name: 'Send a code' }).click()
    assert.equal((await reset).postDataJSON().tenantId, null, 'wherever the address is known')
    await page.locator('input[name=code]').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    // still elsewhere: a password that was just changed there would be a wrong one here
    await page.waitForURL('**/login?elsewhere=yes')
    await page.locator('input[name=identifier]').fill(superAdmin.email)
    await page.locator('input[name=workspace]').fill('no-such-place')
    await page.locator('input[name=password]').fill(superAdmin.password)
    await page.locator('form button[type=submit]').click()
    await page.getByText('There is no workspace with this code.').waitFor()
    await page.locator('input[name=workspace]').fill('')
    await signIn(page, superAdmin.email, superAdmin.password)
    await page.locator('button.me').click()
    await page.getByRole('menu').getByText(superAdmin.email).waitFor()
    await page.keyboard.press('Escape')
    const { accessToken: token } = await app.signIn(superAdmin.email, superAdmin.password)
    await app.post('/api/v1/auth/admin/sessions/revoke-all', {}, { token })
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    // who goes by another way is elsewhere there still, and would be looked for in this tenant otherwise
    assert.match((await again.getByRole('link', { name: 'Sign in another way' }).getAttribute('href')) ?? '', /login\?elsewhere=yes&/)
    await signIn(page, superAdmin.email, superAdmin.password)
    await again.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
})
