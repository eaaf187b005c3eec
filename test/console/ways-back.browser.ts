/** What comes back to the way into the console from elsewhere: the link of a mail, and the answer of a provider. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastReset } from '../auth/mail.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { somebody, startProviders } from '../providers/rig.ts'
import { letIn } from './account/google.ts'
import { arabic, barriers, english, skip, visit } from './chromium.ts'

/** The token of a link that somebody was just mailed, who had forgotten their password. */
async function mailedLink(): Promise<{ app: TestApp; token: string }> {
  const app = await startApp()
  const { admin, signIn } = await tenantWithAdmin(app)
  const { id } = (await signIn()).user
  await app.post('/api/v1/auth/admin/request-password-reset', { email: admin.email, method: 'magic-link' })
  const { token = '' } = await lastReset(app, id)
  return { app, token }
}

describe('what comes back to the way into the console', { skip }, () => {
  it('is a link that is opened on the page that it leads to: it is taken up, and outlives a change of language', async () => {
    const { app, token } = await mailedLink()
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/reset')
    await page.getByText('This link is not whole.').waitFor()
    await page.evaluate(`location.hash = '#token=${token}'`)
    const goOn = page.getByRole('button', { name: 'Continue' })
    await goOn.waitFor()
    assert.ok(!page.url().includes(token))
    assert.ok(!String(await page.evaluate('JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }])')).includes(token))
    await page.getByRole('button', { name: 'العربية' }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await goOn.click()
    await page.locator('input[name=password]').fill('Another-91-Password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Your password is changed.').waitFor()
    // it is good once, and forgotten with that
    await page.goBack()
    await page.getByText('This link is not whole.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('is another link, opened while the first one is answered: it is the one that is gone on with', async () => {
    const { app, token } = await mailedLink()
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const [asked, isOpened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      '**/verify-reset-otp',
      async (route) => {
        const response = await route.fetch()
        asked.resolve()
        await isOpened.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto(`/console/reset#token=${token}`)
    const goOn = page.getByRole('button', { name: 'Continue' })
    await goOn.click()
    await asked.promise
    await page.evaluate(`location.hash = '#token=of-another-link'`)
    await page.waitForURL(/\/reset$/)
    const answered = page.waitForResponse('**/verify-reset-otp')
    isOpened.resolve()
    await answered
    const next = page.waitForRequest('**/verify-reset-otp')
    await goOn.click()
    assert.equal((await next).postDataJSON().token, 'of-another-link')
    assert.deepEqual(faults, [])
  })

  it('is what a provider refused, and is told as that', async () => {
    const { app, google } = await startProviders()
    const door = letIn(google, somebody())
    door.back = 'error=access_denied&error_description=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E'
    for (const [language, options] of [
      ['en', english],
      ['ar', arabic],
    ] as const) {
      await using guest = await visit(new URL(app.open.service.options.publicUrl).origin, options)
      const { page } = guest
      await page.goto('/console/login?returnTo=/admins')
      await page.locator('.login-box button', { hasText: 'Google' }).click()
      const note = page.locator('.note[data-tone=red]')
      await note.waitFor()
      assert.match(await note.innerText(), language === 'en' ? /did not let you in/ : /لم يسمح لك المزوّد/)
      assert.ok(!(await page.locator('html').innerText()).includes('onerror'))
      assert.deepEqual(await barriers(page), [])
      // loaded again it still knows the way home, though nothing of what was begun is left
      await page.reload()
      await note.waitFor()
      await page.locator('.login-box .quiet-link').click()
      await page.locator('input[name=identifier]').waitFor()
      assert.equal(new URL(page.url()).searchParams.get('returnTo'), '/admins')
      await page.goto('/console/callback/google?code=stolen&state=other')
      await note.waitFor()
      assert.match(await note.innerText(), language === 'en' ? /was not begun in this tab/ : /لم يبدأ هذا الدخول في هذا التبويب/)
    }
  })
})
