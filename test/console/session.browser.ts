/** The session of the console: one for all tabs, and its secrets nowhere that they could be found. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, type TestApp, tenantWithAdmin } from '../harness.ts'
import { everyRoundWithin } from '../rig/race.ts'
import { enter, tenant, user, whole } from './account/stage.ts'
import { skip, visit } from './chromium.ts'
import { password, type Scene, scene, signIn } from './scene.ts'

/** The refresh tokens that an account was ever given, the oldest first. */
const chainOf = (app: TestApp, accountId: string) =>
  app.open.service.database.kysely
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .select(['refreshTokens.createdAt', 'usedAt'])
    .where('accountId', '=', accountId)
    .orderBy('refreshTokens.createdAt')
    .execute()

/** All that lies in the databases of the browser, as text. */
const indexedValues = `(async () => {
  const asked = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = reject })
  const found = []
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      found.push([name, store, await asked(rows.getAllKeys()), await asked(rows.getAll())])
    }
    database.close()
  }
  return JSON.stringify(found)
})()`

describe('the session of the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  it('is one chain of tokens for two tabs that are loaded again at once, and ends for both', async () => {
    const { app } = stage
    // nobody but this browser has them
    const { admin } = await tenantWithAdmin(app)
    await using guest = await visit(app.url)
    const { context, page, faults } = guest
    await page.goto('/console/admins')
    const answer = page.waitForResponse((response) => response.url().endsWith('/auth/admin/login') && response.ok())
    await signIn(page, admin.email, admin.password)
    const { accessToken, user } = await (await answer).json()
    await page.locator('tr[data-row]').first().waitFor()
    const refreshes: number[] = []
    context.on('response', (response) => {
      if (response.url().endsWith('/auth/admin/refresh')) refreshes.push(response.status())
    })
    const other = await context.newPage()
    await other.goto('/console/admins')
    const both = [page, other]
    await everyRoundWithin({ seconds: 60 }, async () => {
      await Promise.all(both.map((tab) => tab.reload()))
      await Promise.all(both.map((tab) => tab.locator('tr[data-row]').first().waitFor()))
    })
    assert.ok(refreshes.length >= 3)
    assert.ok(
      refreshes.every((status) => status === 200),
      refreshes.join(),
    )
    const sessions = expectStatus(await app.get('/api/v1/auth/admin/sessions', { token: accessToken }), 200).json
    assert.equal(sessions.length, 1)
    const chain = await chainOf(app, user.id)
    assert.equal(chain.length, refreshes.length + 1)
    // each was used once, for the one that came next
    assert.deepEqual(
      chain.map(({ usedAt }) => usedAt?.getTime()),
      [...chain.slice(1).map(({ createdAt }) => createdAt.getTime()), undefined],
    )
    await page.locator('button.me').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await Promise.all(both.map((tab) => tab.waitForURL(/\/console\/login/)))
    await other.reload()
    await other.locator('input[name=identifier]').waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows nothing of one person to the next, in the same tab and in another', async () => {
    const { app } = stage
    const first = await tenantWithAdmin(app, { name: 'Lighthouse of the First' })
    const second = await tenantWithAdmin(app, { name: 'Mill of the Second' })
    const view = { screen: 'listAdmins', name: 'Mine alone', query: 'sort=name' }
    for (const { signIn: enter } of [first, second]) {
      const { accessToken: token } = await enter()
      const views = enter === first.signIn ? [view] : [{ ...view, name: 'Of the second' }]
      expectStatus(await app.request('PUT', '/api/v1/Admins/me/preferences', { body: { views }, token }), 200)
    }
    await using guest = await visit(app.url)
    const { context, page, faults } = guest
    await page.goto('/console/admins')
    await signIn(page, first.admin.email, first.admin.password)
    await page.locator('tr[data-row]', { hasText: first.admin.email }).waitFor()
    const other = await context.newPage()
    await other.goto('/console/admins?do=new')
    await other.getByRole('dialog').getByLabel('First name').click()
    await other.keyboard.type('Half typed')
    // whoever comes next must not be asked whether that is to stay
    let questions = 0
    other.on('dialog', (question) => {
      questions += 1
      void question.dismiss()
    })
    await page.locator('button.me').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/console\/login/)
    await signIn(page, second.admin.email, second.admin.password)
    // within the page: one that is loaded anew has forgotten everything anyhow
    await page.locator('nav a[href$="/admins"]').click()
    await page.locator('tr[data-row]', { hasText: second.admin.email }).waitFor()
    await page.getByText('Mill of the Second').first().waitFor()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('button', { name: 'Of the second', exact: true }).waitFor()
    for (const tab of [page, other]) {
      const text = String(await tab.evaluate('document.body.innerText + [...document.querySelectorAll("input")].map((one) => one.value)'))
      for (const theirs of [first.admin.email, 'Lighthouse', 'Mine alone', 'Half typed']) assert.ok(!text.includes(theirs), theirs)
    }
    assert.equal(questions, 0)
    assert.deepEqual(faults, [])
  })

  it('asks before it ends where something is half typed; what ended in another tab is no longer theirs to see', async () => {
    await using guest = await visit(stage.app.url)
    const { context, page, faults } = guest
    await page.goto('/console/me/profile')
    await signIn(page, stage.keeper)
    const name = page.getByLabel('First name')
    await name.fill('Half typed')
    const signOut = async () => {
      await page.locator('button.me').click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await signOut()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    assert.equal((await saved).status(), 200)
    await page.getByText('saved').first().waitFor()
    await name.fill('Half typed again')
    await signOut()
    await question.getByRole('button', { name: 'Discard' }).click()
    await page.waitForURL(/\/console\/login/)
    await signIn(page, stage.keeper)

    await page.goto('/console/me/profile')
    await name.fill('Half typed in the other tab')
    const other = await context.newPage()
    await other.goto('/console/admins')
    await other.locator('button.me').click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/console\/login/)
    assert.equal(await question.count(), 0)
    assert.deepEqual(faults, [])
  })

  it('has the language and the theme of one tab in the other at once, in the console and on the pages for end users', async () => {
    const { app } = stage
    const shop = await tenant(app, 'Globex', 'globex')
    const lina = await user(app, shop)
    await using guest = await visit(app.url)
    const { context, page, faults } = guest
    const other = await context.newPage()
    const follow = (root: string) => Promise.all([page, other].map((tab) => tab.locator(root).waitFor({ state: 'attached' })))
    await page.goto('/console/admins')
    await signIn(page, stage.keeper)
    await other.goto('/console/roles')
    await other.locator('tr[data-row]').first().waitFor()
    // a tab behind another is drawn once a second
    await page.bringToFront()
    await page.locator('button.me').click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await follow('html[data-mantine-color-scheme=dark]')
    await page.getByRole('menuitemradio', { name: 'العربية' }).click()
    await follow('html[lang=ar][dir=rtl][data-mantine-color-scheme=dark]')

    await page.goto('/account/preferences?w=globex')
    await enter(page, lina.email)
    await other.goto('/account')
    await whole(other)
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('اللغة', 'English')
    await follow('html[lang=en][dir=ltr]')
    await choose('Theme', 'Light')
    await follow('html[lang=en][data-mantine-color-scheme=light]')
    await other.reload()
    await whole(other)
    await follow('html[lang=en][data-mantine-color-scheme=light]')
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
    const kept = String(await page.evaluate(indexedValues))
    const secrets = [password, accessToken as string, ...(await context.cookies()).map(({ value }) => value)]
    assert.ok(secrets.length > 2)
    for (const secret of secrets) {
      assert.ok(!stored.includes(secret))
      assert.ok(!kept.includes(secret))
      assert.ok(sent.every((url) => !url.includes(secret)))
    }
    await page.goto('/console/reset#token=one-time-secret')
    await page.locator('main button').first().waitFor()
    assert.ok(!page.url().includes('one-time-secret'))
  })
})
