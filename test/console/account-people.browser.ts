/** Two people at one browser: whoever signs in after somebody else finds nothing of theirs, and owes what their own workspace asks. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { setAccount, type TestAdmin } from '../auth/people.ts'
import { enter, type Stage, stage, tenant, type, user, whole } from './account/stage.ts'
import { skip, visit } from './chromium.ts'

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
    assert.deepEqual(guest.faults, [])
  })
})
