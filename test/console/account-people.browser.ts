/** Two people at one browser: whoever signs in after somebody else finds nothing of theirs, and owes what their own workspace asks. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { setAccount, type TestAdmin } from '../auth/people.ts'
import { verifiedDomain } from '../domains/proving.ts'
import { expectStatus } from '../harness.ts'
import { signInUser } from '../users/rig.ts'
import { enter, type Stage, stage, tenant, type, user, whole } from './account/stage.ts'
import { drawn, skip, visit } from './chromium.ts'
import { refusedUntilAsked } from './failing.ts'

describe('two people at one browser', { skip }, () => {
  let scene: Stage
  let omar: TestAdmin
  before(async () => {
    scene = await stage()
    omar = await user(scene.app, scene.tenant, { firstName: 'Omar', lastName: 'Said' })
  })
  /** Signs Lina in from the page that proves addresses, and goes back to it, all in one document. */
  const linaWentBack = async (page: Page) => {
    await page.goto('/account/verify?w=harbour')
    await page.evaluate('window.isStill = true')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await enter(page, scene.user.email)
    await page.getByText(scene.user.email).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Send a code' }).waitFor()
  }
  /** The first thing that the page shows of an account is of Omar. */
  const isOmars = async (page: Page) => {
    assert.equal(await page.evaluate('window.isStill'), true)
    assert.equal(await page.getByLabel('First name').inputValue(), 'Omar')
    assert.equal(await page.getByText(omar.email).count(), 1)
    assert.equal(await page.getByText(scene.user.email).count(), 0)
  }

  it('the second signs in where the first went back to a page before sign-in', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await linaWentBack(page)
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await enter(page, omar.email)
    await isOmars(page)
    assert.deepEqual(guest.faults, [])
  })

  it('the second signs in by another tab while this one is at a page before sign-in', async () => {
    await using guest = await visit(scene.app.url)
    const { page, context } = guest
    await linaWentBack(page)
    const other = await context.newPage()
    await other.goto('/account?w=harbour')
    await whole(other)
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.waitForURL(/\/account\/sign-in/)
    await enter(other, omar.email)
    await page.goForward()
    await whole(page)
    await isOmars(page)
    assert.deepEqual(guest.faults, [])
  })

  it('the second finds nothing of what the first still had under way', async () => {
    const { app } = scene
    await using guest = await visit(app.url)
    const { page, context } = guest
    const other = await context.newPage()
    /** The service has the change of the first when somebody else signs in; its answer comes after that. */
    const lateAnswer = async (path: string, change: () => Promise<void>, next: TestAdmin) => {
      const [taken, isSignedIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route(path, async (route) => {
        if (route.request().method() === 'GET') return await route.fallback()
        const response = await route.fetch()
        taken.resolve()
        await isSignedIn.promise
        await route.fulfill({ response })
      })
      const answered = page.waitForResponse((answer) => /PUT|DELETE/.test(answer.request().method()))
      await change()
      await taken.promise
      await other.goto('/account/sign-in?w=harbour')
      await enter(other, next.email)
      await page.getByText(next.email).waitFor()
      isSignedIn.resolve()
      await (await answered).finished()
      // the page has drawn what it heard
      await drawn(page)
      await page.unroute(path)
    }
    await page.goto('/account?w=harbour')
    await enter(page, scene.user.email)
    await page.evaluate('window.isStill = true')
    const rename = async () => {
      await page.getByLabel('First name').fill('Linda')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await lateAnswer('**/Users/me', rename, omar)
    await isOmars(page)
    const toasts = page.locator('.mantine-Notification-root')
    const onlyTold = async () => assert.ok((await toasts.allInnerTexts()).every((text) => text.includes('Somebody else has signed in')))
    await onlyTold()
    await page.getByRole('link', { name: 'Preferences' }).click()
    const choose = async () => {
      // the second waits for the first
      for (const [field, option] of [
        ['Theme', 'Dark'],
        ['Digits', '١٢٣'],
      ] as const) {
        await page.getByRole('combobox', { name: field }).click()
        await page.getByRole('option', { name: option }).click()
      }
    }
    await lateAnswer('**/Users/me/preferences', choose, scene.user)
    assert.equal(await page.evaluate('window.isStill'), true)
    await page.getByRole('link', { name: 'Preferences' }).click()
    for (const field of ['Theme', 'Digits']) assert.equal(await page.getByRole('combobox', { name: field }).inputValue(), 'Default')
    const { accessToken: token } = await signInUser(app, {
      username: scene.user.email,
      password: scene.user.password,
      tenantCode: 'harbour',
    })
    const kept = expectStatus(await app.get('/api/v1/Users/me/preferences', { token }), 200).json
    assert.deepEqual([kept.theme, kept.numerals], [null, null])
    // what the first was told stands there until they close it, and what they began is done
    await page.getByRole('link', { name: 'Sessions' }).click()
    const end = page.getByRole('button', { name: 'End', exact: true }).first()
    const refusal = {
      isSuccess: false,
      data: null,
      statusCode: 409,
      code: 'conflict',
      message: 'Told to the first.',
      traceId: 'trace-4711',
    }
    await page.route('**/auth/user/sessions/*', (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 })
    await end.click()
    await toasts.filter({ hasText: 'Told to the first.' }).waitFor()
    await end.and(page.locator(':not([aria-disabled])')).waitFor()
    await lateAnswer('**/auth/user/sessions/*', () => end.click(), omar)
    await onlyTold()
    assert.deepEqual(guest.faults, [])
  })

  it('an address that is to be proved is of the workspace that was chosen', async () => {
    const { app } = scene
    const proved = await tenant(app, 'Proved', 'proved', { requireEmailVerification: true })
    const both = { email: 'both@two.example', username: 'both' }
    await user(app, scene.tenant, both)
    const owing = await user(app, proved, both)
    await setAccount(app, owing.id, { emailVerifiedAt: null })
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/account/sign-in')
    await type(page, both.email)
    await page.locator('.choices button', { hasText: 'Proved' }).click()
    await page.getByText('Confirm your address before you sign in').waitFor()
    assert.equal(new URL(page.url()).search, '?w=proved')
    // and so is the domain that one is led back to
    const shop = 'https://shop.tenants.example'
    await verifiedDomain(app, scene.tenant.id, new URL(shop).host)
    await page.route(`${shop}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }))
    await page.goto(`/account/sign-in?returnTo=${encodeURIComponent(`${shop}/cart`)}`)
    await type(page, both.email)
    await page.locator('.choices button', { hasText: 'Harbour' }).click()
    await page.waitForURL(`${shop}/cart`)
    assert.deepEqual(
      guest.faults.filter((fault) => fault !== `asked ${shop}`),
      [],
    )
  })

  it('a password that is owed follows the rules of the workspace of the account, whatever the address says', async () => {
    const { app } = scene
    const strict = await tenant(app, 'Strict', 'strict', { companyName: 'Strict House', passwordMinLength: 16 })
    const owing = await user(app, strict)
    await setAccount(app, owing.id, { mustChangePassword: true })
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/account/sign-in?w=strict')
    await type(page, owing.email)
    for (const address of [null, '/account?w=harbour']) {
      if (address) await page.goto(address)
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
      await page.getByText('At least 16 characters').waitFor()
      assert.match(await page.title(), /Strict House/)
    }
    // where nothing could be read of the account: what is half typed stays while it is asked for anew
    const askAnew = await refusedUntilAsked(page, '**/api/v1/Users/me')
    await page.reload()
    const current = page.locator('input[name=current]')
    await current.fill('half of a pass')
    await askAnew(async () => assert.equal(await current.inputValue(), 'half of a pass'))
    assert.equal(await current.inputValue(), 'half of a pass')
    assert.deepEqual(guest.faults, [])
  })
})
