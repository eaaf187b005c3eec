/** Somebody sees to their own account. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { codeAt } from '../auth/authenticator.ts'
import { picture } from '../files/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { skip, visit } from './chromium.ts'
import { signIn } from './scene.ts'

/** As an app shows it, and as an Arabic keyboard has it. */
const spaced = (code: string) => code.replace(/^.../, '$& ')
const inArabic = (code: string) => code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')

describe('the own account', { skip }, () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })

  it('turns the second factor on with ten codes that are saved first, and off again; changes the password by the policy', async () => {
    const { admin } = await tenantWithAdmin(app)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const dialog = page.getByRole('dialog')
    const question = page.getByRole('dialog', { name: 'Leave without your backup codes?' })
    const stay = async () => {
      await question.getByRole('button', { name: 'Back to the codes' }).click()
      await question.waitFor({ state: 'detached' })
      assert.equal(await dialog.locator('.codes li').count(), 10)
    }
    const keep = async () => {
      await dialog.getByLabel('I have saved them').check()
      await dialog.getByRole('button', { name: 'Done' }).click()
    }
    await page.goto('/console/me/profile')
    await signIn(page, admin.email, admin.password)
    await page.getByRole('link', { name: 'Two-factor' }).click()
    await page.getByRole('button', { name: 'Turn on two-factor' }).click()
    await dialog.locator('input[name=password]').fill('not-the-Password-1')
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.locator('input[name=password]').fill(admin.password)
    await dialog.getByRole('button', { name: 'Begin' }).click()
    const late = await dialog.locator('.secret .cut').innerText()
    // what was begun is kept for ten minutes: the picture opens nothing after that, and is not shown any more
    app.clock.turn(10.5 * 60_000)
    await dialog.locator('.code-field input').fill(codeAt(late, app.clock.now()))
    await dialog.getByText('Begin again').waitFor()
    await dialog.locator('input[name=password]').fill(admin.password)
    await dialog.getByRole('button', { name: 'Begin' }).click()
    const secret = await dialog.locator('.secret .cut').innerText()
    assert.notEqual(secret, late)
    await dialog.locator('.code-field input').fill(codeAt(secret, app.clock.now()))
    await dialog.locator('.codes li').nth(9).waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Done' }).isDisabled())
    // a key that goes to a screen, and the way back: whoever has not said that they have them is asked
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Dashboard')
    await page.keyboard.press('Enter')
    await stay()
    await keep()
    await page.getByText('Two-factor is on').waitFor()
    app.clock.turn(30_000)
    await page.getByRole('button', { name: 'New backup codes' }).click()
    await dialog.locator('input[name=code]').fill(spaced(codeAt(secret, app.clock.now())))
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.locator('.codes li').nth(9).waitFor()
    const code = await dialog.locator('.codes li').first().innerText()
    await page.goBack()
    await stay()
    assert.equal(await dialog.locator('.codes li').first().innerText(), code)
    await keep()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Turn off two-factor' }).click()
    await dialog.locator('input[name=password]').fill(admin.password)
    await dialog.locator('input[name=code]').fill(spaced(inArabic(code)))
    await dialog.getByRole('button', { name: 'Turn off two-factor' }).click()
    await page.locator('.me-state', { hasText: 'Two-factor is off' }).waitFor()

    await page.getByRole('link', { name: 'Password', exact: true }).click()
    await page.locator('input[name=current]').fill('not-the-Password-1')
    await page.locator('input[name=new]').fill('Another-91-Password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.locator('input[name=current]').fill(admin.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await page.getByText('Your password is changed').waitFor()
    assert.equal(await page.locator('input[name=new]').inputValue(), '')
    assert.deepEqual(faults, [])
  })

  it('goes on from a picture that was put there and taken away: the next change meets no conflict', async () => {
    const { admin } = await tenantWithAdmin(app)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/me/profile')
    await signIn(page, admin.email, admin.password)
    await page.getByLabel('First name').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture().png().toBuffer() })
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor({ state: 'detached' })
    await page.getByLabel('First name').fill('Renamed')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    assert.equal((await saved).status(), 200)
    assert.deepEqual(faults, [])
  })

  it('saves a phone number as the hint writes it; what is typed stays where somebody else saved first', async () => {
    const { admin, signIn: elsewhere } = await tenantWithAdmin(app)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await page.goto('/console/me/profile')
    await signIn(page, admin.email, admin.password)
    await page.getByLabel('Phone number').fill(' +44 (20) 7946-0000 ')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your profile is saved').waitFor()
    await page.locator('input[type=tel][value="+442079460000"]').waitFor()
    await page.getByLabel('First name').fill('Mine')
    const { accessToken } = await elsewhere()
    expectStatus(await app.request('PUT', '/api/v1/Admins/me', { body: { firstName: 'Theirs' }, token: accessToken }), 200)
    // the profile is read again then, which takes nothing away
    const again = page.waitForResponse((response) => response.url().endsWith('/Admins/me/start'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody else changed this record meanwhile').waitFor()
    await (await again).finished()
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Keep mine' }).click()
    assert.equal((await saved).status(), 200)
    const now = expectStatus(await app.get('/api/v1/Admins/me', { token: accessToken }), 200).json
    assert.equal(now.firstName, 'Mine')
    assert.deepEqual(faults, [])
  })

  it('ends another session, keeps preferences, and each page fails and is tried again alone', async () => {
    const { admin, signIn: elsewhere } = await tenantWithAdmin(app)
    await using guest = await visit(app.url)
    const { page } = guest
    await page.goto('/console/me/sessions')
    await signIn(page, admin.email, admin.password)
    const { accessToken } = await elsewhere()
    // by a name that no browser has in its list
    const there = { token: accessToken, body: { timeZone: 'US/Eastern' } }
    expectStatus(await app.request('PUT', '/api/v1/Admins/me/preferences', there), 200)
    await page.reload()
    await page.locator('.me-list li', { hasText: 'This device' }).first().waitFor()
    assert.equal(await page.locator('.me-list li').first().getByRole('button').count(), 0)
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.locator('.me-list li').nth(1).waitFor({ state: 'detached' })
    assert.equal((await app.get('/api/v1/Admins/me', { token: accessToken })).status, 401)

    await page.route('**/external-logins', (route) => route.fulfill({ status: 404, body: 'a page', contentType: 'text/html' }))
    await page.getByRole('link', { name: 'Linked accounts' }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/external-logins')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No linked accounts').waitFor()

    await page.getByRole('link', { name: 'Preferences' }).click()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.request().method() === 'PUT')
    assert.equal(await page.getByRole('combobox', { name: 'Time zone' }).inputValue(), 'US/Eastern')
    await page.getByLabel('Keyboard shortcuts of one key').uncheck()
    await saved
    const token = (await elsewhere()).accessToken
    assert.equal(expectStatus(await app.get('/api/v1/Admins/me/preferences', { token }), 200).json.shortcuts, false)
  })
})
