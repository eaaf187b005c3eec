/** Backup codes are shown once: they stay until somebody says that they have them, whatever the page hears of the account meanwhile. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt } from '../auth/authenticator.ts'
import { setSettings } from '../auth/people.ts'
import { startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { barriers, drawn, skip, visit } from './chromium.ts'
import { signIn } from './scene.ts'

describe('backup codes that nobody has kept yet', { skip }, () => {
  /** Sets the second factor up. @returns its secret */
  async function confirm(page: Page, app: TestApp, password: string): Promise<string> {
    await page.locator('input[name=password]').fill(password)
    await page.getByRole('button', { name: 'Begin' }).click()
    const secret = await page.locator('.secret .cut').innerText()
    await page.locator('.code-field input').fill(codeAt(secret, app.clock.now()))
    return secret
  }
  const codesCome = (page: Page) => page.locator('.codes li').nth(9).waitFor()
  /** Somebody looks at another tab for more than a minute, and comes back. @param times how often they were away */
  async function comeBack(page: Page, times = 1) {
    await page.clock.setFixedTime(Date.now() + times * 61_000)
    const again = page.waitForResponse((answer) => answer.url().endsWith('/Admins/me/start'))
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await (await again).finished()
    // the page has drawn what it heard
    await drawn(page)
  }
  /** Whoever closes the page, or ends the session, is asked first. */
  async function turnBack(page: Page) {
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const asked = await question
    assert.equal(asked.type(), 'beforeunload')
    await asked.dismiss()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without your backup codes?' })
    assert.deepEqual(await barriers(page), [])
    await dialog.getByRole('button', { name: 'Back to the codes' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  async function keep(page: Page) {
    assert.equal(await page.locator('.codes li').count(), 10)
    await page.getByLabel('I have saved them').check()
    await page.getByRole('button', { name: 'Done' }).click()
  }

  it('come and stay while a second factor is owed, also where the answer that it is on was lost', async () => {
    const app = await startApp()
    const { admin, tenant } = await tenantWithAdmin(app)
    await setSettings(app, tenant.id, { require2fa: true })
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/admins')
    await signIn(page, admin.email, admin.password)
    await page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' }).waitFor()
    await page.route(/2fa\/confirm$/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    const secret = await confirm(page, app, admin.password)
    await page.getByText('its next code gives you backup codes').waitFor()
    faults.length = 0
    await comeBack(page)
    await page.locator('input[name=code]').fill(codeAt(secret, app.clock.now(), 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await codesCome(page)
    await comeBack(page, 2)
    await turnBack(page)
    await keep(page)
    await page.locator('button.me').waitFor()
    assert.deepEqual(faults, [])
  })

  it('stay while a new service is set up, also where the service answers nothing', async () => {
    const app = await startApp()
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/setup')
    await signIn(page, superAdmin.email, superAdmin.password)
    await page.getByRole('heading', { level: 1, name: 'Protect this account' }).waitFor()
    await confirm(page, app, superAdmin.password)
    await codesCome(page)
    const refusal = { isSuccess: false, data: null, statusCode: 503, code: 'unavailable', message: 'Not now.', traceId: 'trace-4711' }
    await page.route(/\/api\/v1\/Tenants\?/, (route) => route.fulfill({ status: 503, json: refusal }))
    faults.length = 0
    await comeBack(page)
    await page.unrouteAll()
    await turnBack(page)
    await keep(page)
    await page.getByRole('heading', { level: 1, name: 'Make the first tenant' }).waitFor()
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('503')),
      [],
    )
  })
})
