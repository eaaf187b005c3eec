/** What is owed before anything else is open, where an answer is lost or late, or another tab was first: nobody is caught in it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { setAccount } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { fresh, password, type Stage, stage, type, user } from './account/stage.ts'
import { drawn, skip, visit } from './chromium.ts'
import { openAs } from './scene.ts'

const change = '**/change-password'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const owedHere = (page: Page) => heading(page, 'Choose a new password').waitFor()
const save = (page: Page) => page.getByRole('button', { name: 'Save password' })
const ownFaults = (faults: readonly string[]) => faults.filter((fault) => !/Failed to load resource/.test(fault))

/** Fills the form and sends it. */
async function choose(page: Page, current: string): Promise<void> {
  await page.locator('input[name=current]').fill(current)
  await page.locator('input[name=new]').fill(fresh)
  await save(page).click()
}

/** The service does what is asked, and its answer never comes. */
const loseAnswer = (page: Page, url: string | RegExp) =>
  page.route(url, async (route) => {
    await route.fetch()
    await route.abort()
  })

describe('what is owed on the pages for end users', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
  })
  const owing = async () => {
    const made = await user(scene.app, scene.tenant)
    await setAccount(scene.app, made.id, { mustChangePassword: true })
    return made
  }
  const leadingOn = `/account/sign-in?w=harbour&returnTo=${encodeURIComponent('/health')}`
  const begin = async (page: Page) => {
    await page.goto(leadingOn)
    await type(page, (await owing()).email)
    await owedHere(page)
  }

  it('a new password whose answer was lost is found out, and the way goes on', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await begin(page)
    await loseAnswer(page, change)
    await choose(page, password)
    await page.waitForURL('**/health')
    assert.deepEqual(ownFaults(guest.faults), [])
  })

  it('it is found out by the next try where no answer came at all, and by a page that is loaded again', async () => {
    for (const next of ['try', 'load'] as const) {
      await using guest = await visit(scene.app.url)
      const { page } = guest
      await begin(page)
      await loseAnswer(page, change)
      await page.route('**/auth/user/refresh', (route) => route.abort())
      await choose(page, password)
      await page.locator('form [role=alert]').waitFor()
      await page.unrouteAll()
      if (next === 'try') await save(page).click()
      else await page.reload()
      await page.waitForURL('**/health')
      assert.deepEqual(ownFaults(guest.faults), [])
    }
  })

  it('says so where the next try has another new password: the first one opens the account', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await page.goto('/account?w=harbour')
    await type(page, (await owing()).email)
    await owedHere(page)
    await loseAnswer(page, change)
    await page.route('**/auth/user/refresh', (route) => route.abort())
    await choose(page, password)
    await page.locator('form [role=alert]').waitFor()
    await page.unrouteAll()
    await page.locator('input[name=new]').fill(`${fresh}-2`)
    await save(page).click()
    await heading(page, 'Profile').waitFor()
    await page.getByText('had been changed already').waitFor()
    assert.deepEqual(ownFaults(guest.faults), [])
  })

  it('a wrong password is told as one, and the duty stays', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await begin(page)
    await choose(page, 'not-the-Password-1')
    await page.locator('form [role=alert]').waitFor()
    await choose(page, password)
    await page.waitForURL('**/health')
    assert.deepEqual(guest.faults, [])
  })
})

describe('what is owed in the console', { skip }, () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  const owing = async () => {
    const { admin, signIn } = await tenantWithAdmin(app)
    await setAccount(app, (await signIn()).user.id, { mustChangePassword: true })
    return admin
  }
  const begin = async (page: Page) => {
    const admin = await owing()
    await openAs(page, '/console/me/profile', admin.email, admin.password)
    await owedHere(page)
    return admin
  }
  const isWhole = (page: Page) => page.locator('button.me').waitFor()

  it('a new password whose answer was lost is found out, and the way goes on', async () => {
    await using guest = await visit(app.url)
    const { page } = guest
    const admin = await begin(page)
    await loseAnswer(page, change)
    await choose(page, admin.password)
    await isWhole(page)
    assert.match(page.url(), /\/console\/me\/profile$/)
    assert.deepEqual(ownFaults(guest.faults), [])
  })

  it('a password that expires under an open page is asked for as soon as something is refused', async () => {
    const { admin, signIn } = await tenantWithAdmin(app)
    const { id } = (await signIn()).user
    await using guest = await visit(app.url)
    const { page } = guest
    await page.route('**/notifications/stream', () => undefined)
    await openAs(page, '/console/me/profile', admin.email, admin.password)
    await isWhole(page)
    await setAccount(app, id, { mustChangePassword: true })
    await page.locator('nav a[href="/console/roles"]').click()
    await owedHere(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('another tab hears that it is done, and goes on', async () => {
    await using guest = await visit(app.url)
    const { page, context, faults } = guest
    const admin = await begin(page)
    const other = await context.newPage()
    await other.goto('/console/me/sessions')
    await owedHere(other)
    await choose(page, admin.password)
    await isWhole(page)
    await isWhole(other)
    assert.match(other.url(), /\/console\/me\/sessions$/)
    assert.deepEqual(faults, [])
  })

  it('the form is not open again before the page goes on', async () => {
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const admin = await begin(page)
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
    const { promise: isLet, resolve: goOn } = Promise.withResolvers<void>()
    await page.route('**/auth/admin/refresh', async (route) => {
      asked()
      await isLet
      await route.continue()
    })
    await choose(page, admin.password)
    await isAsked
    await drawn(page)
    assert.ok(await save(page).isDisabled())
    goOn()
    await isWhole(page)
    assert.deepEqual(faults, [])
  })

  it('what is typed of a first tenant stays where no answer comes', async () => {
    const newApp = await startApp()
    await using guest = await visit(newApp.url)
    const { page } = guest
    await openAs(page, '/console/setup', superAdmin.email, superAdmin.password)
    await page.getByRole('button', { name: 'Later' }).click()
    await heading(page, 'Make the first tenant').waitFor()
    await page.locator('input[name=name]').fill('Harbour')
    await page.locator('input[name=firstName]').fill('Kim')
    await page.locator('input[name=lastName]').fill('Keeper')
    await page.locator('input[name=email]').fill('keeper@harbour.example')
    // the page asks anew what there is, and is told nothing
    const refusal = { isSuccess: false, data: null, statusCode: 400, code: 'validation_failed', message: 'Not now.', traceId: 'trace-4711' }
    const isRead = (method: string) => method === 'GET'
    await page.route(/\/api\/v1\/Tenants(?:\?|$)/, (route) =>
      isRead(route.request().method()) ? route.fulfill({ status: 400, json: refusal }) : route.abort('connectionrefused'),
    )
    const asked = page.waitForResponse((answer) => isRead(answer.request().method()) && answer.url().includes('/Tenants?'))
    await page.getByRole('button', { name: 'Create tenant' }).click()
    await (await asked).finished()
    await page.locator('form [role=alert]').waitFor()
    await drawn(page)
    assert.equal(await page.locator('input[name=lastName]').inputValue(), 'Keeper')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Create tenant' }).click()
    await isWhole(page)
    const { totalCount } = expectStatus(await newApp.get('/api/v1/Tenants', { token: await newApp.superToken() }), 200).json
    assert.equal(totalCount, 1)
    assert.deepEqual(ownFaults(guest.faults), [])
  })
})
