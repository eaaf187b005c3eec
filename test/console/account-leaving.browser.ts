/** A profile that is half typed: whoever leaves it within the pages for end users is asked first. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt } from '../auth/authenticator.ts'
import { byKeyboard } from './account/hand.ts'
import { enter, pathOf, type Stage, stage, user } from './account/stage.ts'
import { arabic, barriers, skip, visit } from './chromium.ts'

describe('leaving a profile that is half typed', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
  })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
  const begin = async (page: Page) => {
    await page.goto('/account/sessions?w=harbour')
    await enter(page, scene.user.email)
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('First name').fill('Half of a na')
  }

  it('asks at a link, and at the way back and forth; who stays finds all as it was', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await begin(page)
    const name = page.getByLabel('First name')
    const stay = async () => {
      await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      assert.equal(pathOf(page), '/account')
      assert.equal(await name.inputValue(), 'Half of a na')
    }
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await dialog(page).waitFor()
    assert.deepEqual(await barriers(page), [])
    await stay()
    await page.goBack()
    await dialog(page).waitFor()
    await page.waitForURL(/\/account$/)
    await stay()
    // the way back is still the one that it was
    await page.goBack()
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await page.locator('.me-here').waitFor()
    assert.equal(pathOf(page), '/account/sessions')
    await page.goForward()
    await name.waitFor()
    assert.equal(await name.inputValue(), 'Lina')
    await name.fill('Half of a na')
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await page.locator('input[name=current]').waitFor()
    assert.equal(pathOf(page), '/account/password')
    assert.deepEqual(guest.faults, [])
  })

  it('asks nobody who changed nothing, saved, or only goes to a part of the page', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await begin(page)
    await page.locator('a.skip').focus()
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
    assert.equal(await page.getByLabel('First name').inputValue(), 'Half of a na')
    assert.equal(await dialog(page).count(), 0)
    await page.getByLabel('First name').fill('Linah')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your profile is saved').waitFor()
    await page.getByRole('link', { name: 'Linked accounts' }).click()
    await page.locator('.nothing').waitFor()
    await page.goBack()
    await page.getByLabel('First name').waitFor()
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await page.locator('input[name=current]').waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('does not ask at the way to where one is, and asks after that as before', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await begin(page)
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await page.getByLabel('First name').inputValue(), 'Half of a na')
    assert.deepEqual(guest.faults, [])
  })

  it('asks who signs out, who is still signed in until they have answered', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await begin(page)
    const signOut = page.getByRole('button', { name: 'Sign out' })
    await signOut.click()
    await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('First name').inputValue(), 'Half of a na')
    await signOut.click()
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await page.locator('input[name=identifier]').waitFor()
    assert.match(pathOf(page), /^\/account\/sign-in/)
    assert.deepEqual(guest.faults, [])
  })

  it('asks before backup codes are lost that are shown once, and not who has saved them', async () => {
    const { app, tenant } = scene
    const mine = await user(app, tenant)
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/account/sign-in?w=harbour')
    await enter(page, mine.email)
    await page.getByRole('link', { name: 'Two-factor' }).click()
    await page.getByRole('button', { name: 'Turn on two-factor' }).click()
    await page.locator('input[name=password]').fill(mine.password)
    await page.getByRole('button', { name: 'Begin' }).click()
    const secret = await page.locator('.secret .cut').innerText()
    const code = page.locator('.code-field input')
    // the answer is lost, and nothing says whether it is on: the picture stays
    await page.route('**/2fa/confirm', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.route('**/api/v1/Users/me', (route) => route.abort())
    await code.fill(codeAt(secret, app.clock.now()))
    await page.getByRole('dialog').getByRole('alert').waitFor()
    assert.equal(await page.locator('img.qr').count(), 1)
    await page.unrouteAll()
    // the same code once more is no sign of a picture that came too late: it is on, and the codes that nobody saw are made anew
    await code.fill(codeAt(secret, app.clock.now()))
    await page.getByText('Two-factor is on by now').waitFor()
    assert.deepEqual(await barriers(page), [])
    app.clock.turn(30_000)
    await code.fill(codeAt(secret, app.clock.now()))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('.codes li').nth(9).waitFor()
    const question = page.getByRole('dialog', { name: 'Leave without your backup codes?' })
    await page.goBack()
    await question.locator('button:focus').waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await page.locator('.codes li').count(), 10)
    assert.equal(pathOf(page), '/account/two-factor')
    await page.getByLabel('I have saved them').check()
    await page.goBack()
    await page.getByLabel('First name').waitFor()
    // that it is on is known though the codes were left without a word
    await page.getByRole('link', { name: 'Two-factor' }).click()
    await page.getByText('Two-factor is on').waitFor()
    assert.deepEqual(
      guest.faults.filter((fault) => !/Failed to load resource/.test(fault)),
      [],
    )
  })

  it('asks in Arabic, and by the keyboard alone', async () => {
    await using guest = await visit(scene.app.url, arabic)
    const { page } = guest
    await page.goto('/account/sign-in?w=harbour')
    await enter(page, scene.user.email)
    const hand = byKeyboard(page)
    await hand.fill(page.locator('input[autocomplete=given-name]'), 'نصف اس')
    await page.locator('.own-tabs a[href="/account/linked"]').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('button:focus').waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.locator('input[autocomplete=given-name]').inputValue(), 'نصف اس')
    assert.equal(pathOf(page).split('?')[0], '/account')
    assert.deepEqual(guest.faults, [])
  })
})
