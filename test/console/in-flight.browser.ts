/** What is done while an answer is on its way: nothing that is typed is lost, and no answer comes to nobody. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt } from '../auth/authenticator.ts'
import { expectStatus, tenantWithAdmin } from '../harness.ts'
import { drawn, skip, visit } from './chromium.ts'
import { openAs, type Scene, scene, signIn, superAdmin } from './scene.ts'

describe('while an answer is on its way', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  /** Changes of `path` wait until `release` says whether they go on to the service, or are refused. */
  async function held(page: Page, method: string, path: RegExp) {
    const { promise, resolve: release } = Promise.withResolvers<boolean>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    await page.route(path, async (route) => {
      if (route.request().method() !== method) return await route.fallback()
      ask()
      if (await promise) await route.continue()
      else await route.fulfill({ status: 409, json: { code: 'quota_exceeded', message: 'No.' } })
    })
    /** Once the page shows that it waits. */
    const waited = async () => {
      await asked
      await page.locator('button[data-loading=true]').first().waitFor()
    }
    return { waited, release }
  }
  const ofTenant = /\/api\/v1\/Tenants\/[0-9a-f-]+$/i
  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

  it('what is typed since stays, and is not saved yet', async () => {
    const { admin } = await tenantWithAdmin(stage.app)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/me/profile', admin.email, admin.password)
    const first = page.getByLabel('First name')
    const last = page.getByLabel('Last name')
    await first.fill('Ada')
    const save = await held(page, 'PUT', /\/api\/v1\/Admins\/me$/i)
    await page.getByRole('button', { name: 'Save' }).click()
    await save.waited()
    await last.fill('Lovelace')
    await first.fill('Augusta')
    save.release(true)
    await page.getByText('Your profile is saved').waitFor()
    assert.deepEqual([await first.inputValue(), await last.inputValue()], ['Augusta', 'Lovelace'])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).waitFor()
    const { accessToken: token } = await stage.app.signIn(admin.email, admin.password)
    const { firstName, lastName } = expectStatus(await stage.app.get('/api/v1/Admins/me', { token }), 200).json
    assert.deepEqual([firstName, lastName], ['Augusta', 'Lovelace'])
    assert.deepEqual(faults, [])
  })

  it('an answer that comes when somebody else has signed in shows them no other name', async () => {
    const [{ admin: first }, { admin: second }] = await Promise.all([tenantWithAdmin(stage.app), tenantWithAdmin(stage.app)])
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/me/profile', first.email, first.password)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const { promise: done, resolve: saved } = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/Admins\/me$/i, async (route) => {
      if (route.request().method() !== 'PUT') return await route.fallback()
      const response = await route.fetch()
      saved()
      await promise
      await route.fulfill({ response })
    })
    await page.getByLabel('First name').fill('Ada')
    const late = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save' }).click()
    await done
    await page.locator('button.me').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL(/\/console\/login/)
    await signIn(page, second.email, second.password)
    await page.locator('button.me').click()
    const menu = page.getByRole('menu')
    await menu.getByText(second.email).waitFor()
    release()
    await (await late).finished()
    await drawn(page)
    assert.deepEqual([await menu.getByText(first.email).count(), await menu.getByText(second.email).count()], [0, 1])
    assert.deepEqual(faults, [])
  })

  it('a form asks before it is left; who stays reads the refusal there, and who leaves is told all the same', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, `/console/tenants/${stage.tenantId}`, superAdmin.email, superAdmin.password)
    const edit = page.locator('.record-acts').getByRole('button', { name: 'Edit' })
    const form = page.getByRole('dialog').filter({ has: page.locator('form') })
    for (const answer of ['Keep editing', 'Discard']) {
      await edit.click()
      const save = await held(page, 'PUT', ofTenant)
      await form.getByLabel('Address').fill('1 Pier Road')
      await form.getByRole('button', { name: 'Save' }).click()
      await save.waited()
      await page.keyboard.press('Escape')
      await question(page).getByRole('button', { name: answer }).click()
      await question(page).waitFor({ state: 'detached' })
      save.release(false)
      if (answer === 'Discard') {
        await page.locator('.mantine-Notification-root').first().waitFor()
        assert.equal(await form.count(), 0)
      } else {
        await form.getByRole('alert').first().waitFor()
        assert.equal(await form.getByLabel('Address').inputValue(), '1 Pier Road')
        await page.keyboard.press('Escape')
        await question(page).getByRole('button', { name: 'Discard' }).click()
        await form.waitFor({ state: 'detached' })
      }
      await page.unrouteAll()
    }
  })

  it('an answer to a form that was left leads nobody away from where they are by then', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/roles?do=new', stage.keeper)
    const form = page.getByRole('dialog').filter({ has: page.locator('form') })
    await form.getByLabel('Name').fill('Late')
    const save = await held(page, 'POST', /\/api\/v1\/roles$/i)
    await form.getByRole('button', { name: 'Create' }).click()
    await save.waited()
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await form.waitFor({ state: 'detached' })
    await page.locator('nav a[href$="/admins"]').click()
    await page.locator('tr[data-row]').first().waitFor()
    const anew = page.waitForResponse((answer) => /\/api\/v1\/admins\?/i.test(answer.url()))
    save.release(true)
    await page.getByText('Late created').waitFor()
    await anew
    await page.getByRole('button', { name: 'New admin' }).click()
    await page.getByRole('dialog', { name: 'New admin' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/console/admins')
    assert.deepEqual(faults, [])
  })

  it('sign-in stays until it is known where it leads, and leads nobody away who has left it by then', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/login')
    const tenants = await held(page, 'GET', /\/api\/v1\/Tenants\?/)
    await page.locator('input[name=identifier]').fill(superAdmin.email)
    await page.locator('input[name=password]').fill(superAdmin.password)
    await page.locator('form button[type=submit]').click()
    await tenants.waited()
    // the page that they go to is long on its way
    const [next, isLed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/\/assets\/Forgot-/, async (route) => {
      next.resolve()
      await isLed.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Forgot' }).click()
    await page.waitForURL(/\/console\/forgot/)
    await next.promise
    const answered = page.waitForResponse((answer) => answer.url().includes('/Tenants?'))
    tenants.release(true)
    await (await answered).finished()
    await drawn(page)
    isLed.resolve()
    await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
    assert.match(page.url(), /\/console\/forgot/)
    assert.deepEqual(faults, [])
  })

  it('sign-in leads on where its address was spelled otherwise at first', async () => {
    const { code } = expectStatus(
      await stage.app.get(`/api/v1/Tenants/${stage.tenantId}`, { token: await stage.app.superToken() }),
      200,
    ).json
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto(`/console/LOGIN?w=${code}`)
    await page.getByRole('button', { name: 'Sign in somewhere else' }).click()
    await page.waitForURL(/\/console\/login\?elsewhere=/)
    await signIn(page, superAdmin.email, superAdmin.password)
    assert.deepEqual(faults, [])
  })

  it('a question stays until it is answered, and says why nothing came of it', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, `/console/tenants/${stage.tenantId}`, superAdmin.email, superAdmin.password)
    await page.locator('.record-acts button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    const suspend = await held(page, 'PUT', ofTenant)
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await suspend.waited()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    suspend.release(false)
    await dialog.getByRole('alert').first().waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('a second factor is not turned on behind whoever closes the dialog: its codes are shown', async () => {
    const { admin } = await tenantWithAdmin(stage.app)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const dialog = page.getByRole('dialog')
    await openAs(page, '/console/me/two-factor', admin.email, admin.password)
    await page.getByRole('button', { name: 'Turn on two-factor' }).click()
    await dialog.locator('input[name=password]').fill(admin.password)
    await dialog.getByRole('button', { name: 'Begin' }).click()
    const secret = await dialog.locator('.secret .cut').innerText()
    const confirm = await held(page, 'POST', /2fa\/confirm$/)
    await dialog.locator('.code-field input').fill(codeAt(secret, stage.app.clock.now()))
    await confirm.waited()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    confirm.release(true)
    await dialog.locator('.codes li').nth(9).waitFor()
    assert.deepEqual(faults, [])
  })
})
