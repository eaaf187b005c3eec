/** The session of the console: one for all tabs, and its secrets nowhere that they could be found. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { skip, visit } from './chromium.ts'
import { password, type Scene, scene, signIn } from './scene.ts'

describe('the session of the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  it('keeps a session for two tabs that are loaded again at once, and ends it for both', async () => {
    await using guest = await visit(stage.app.url)
    const { context, page, faults } = guest
    await page.goto('/console/admins')
    await signIn(page, stage.keeper)
    await page.locator('tr[data-row]').first().waitFor()
    const other = await context.newPage()
    await other.goto('/console/admins')
    const both = [page, other]
    for (let round = 0; round < 5; round++) {
      await Promise.all(both.map((tab) => tab.reload()))
      await Promise.all(both.map((tab) => tab.locator('tr[data-row]').first().waitFor()))
    }
    await page.locator('button.me').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await Promise.all(both.map((tab) => tab.waitForURL(/\/console\/login/)))
    assert.deepEqual(faults, [])
  })

  it('keeps no password and no token where a script, the address or the next one at the machine finds it', async () => {
    await using guest = await visit(stage.app.url)
    const { page, context } = guest
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.goto('/console/admins')
    const answer = page.waitForResponse((response) => response.url().endsWith('/auth/admin/login') && response.ok())
    await signIn(page, stage.keeper)
    const { accessToken } = await (await answer).json()
    await page.locator('tr[data-row]').first().waitFor()
    const stored = String(
      await page.evaluate(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])',
      ),
    )
    const secrets = [password, accessToken as string, ...(await context.cookies()).map(({ value }) => value)]
    assert.ok(secrets.length > 2)
    for (const secret of secrets) {
      assert.ok(!stored.includes(secret))
      assert.ok(sent.every((url) => !url.includes(secret)))
    }
    await page.goto('/console/reset#token=one-time-secret')
    await page.locator('main button').first().waitFor()
    assert.ok(!page.url().includes('one-time-secret'))
  })
})
