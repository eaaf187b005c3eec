/** The SuperAdmin acts as another admin, in a tab of its own. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { skip, type Visit, visit } from './chromium.ts'
import { openAs, type Scene, scene, signIn, superAdmin } from './scene.ts'
import { keeperToken, notify } from './scenes/messages.ts'

describe('acting as another admin', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  /** The shell is there, whatever its first screen is. */
  const rows = (page: Page) => page.locator('nav a').first().waitFor()
  const bar = (page: Page) => page.locator('.acting-bar')

  /** The SuperAdmin's tab, and the one that it opened for the keeper. */
  async function open({ page, context }: Visit): Promise<Page> {
    await page.goto(`/console/admins?search=${encodeURIComponent(stage.keeper)}`)
    await signIn(page, superAdmin.email, superAdmin.password)
    await page
      .locator('tr[data-row]')
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('menuitem', { name: 'Act as…' }).click()])
    await tab.getByRole('heading', { level: 1, name: 'Act as another admin' }).waitFor()
    return tab
  }
  async function begin(tab: Page): Promise<void> {
    await tab.getByLabel('Reason').fill('Ticket 4711')
    await tab.getByRole('button', { name: 'Act as this admin' }).click()
    await bar(tab).waitFor()
  }

  it('is told in a bar that comes first and in the title, and its end leaves the other tabs signed in', async () => {
    await using guest = await visit(stage.app.url)
    const tab = await open(guest)
    const cookiesBefore = await guest.context.cookies()
    await begin(tab)
    await rows(tab)
    assert.deepEqual(await guest.context.cookies(), cookiesBefore, 'the cookie stays the own one')
    assert.equal(
      await bar(tab)
        .innerText()
        .then((text) => text.includes('You act as Kim Keeper')),
      true,
    )
    assert.match(await tab.title(), /^As Kim Keeper: /)
    // nothing can be reached by Tab before it
    assert.equal(await tab.locator('a[href], button, input, select, [tabindex="0"]').first().innerText(), 'Stop acting')
    // nobody ends the sessions of others in another's name
    await tab.locator('nav a[href="/console/admins"]').click()
    const other = tab.locator('tr[data-row]').filter({ hasNotText: 'Kim' }).first()
    await other.getByRole('button', { name: /^Actions for/ }).click()
    const end = tab.getByRole('menuitem', { name: 'End all sessions…' })
    await end.waitFor()
    assert.equal(await end.isDisabled(), true)
    await tab.keyboard.press('Escape')
    // the tab that it was opened from is still who it was, with a new token too
    await guest.page.reload()
    await rows(guest.page)
    assert.equal(await bar(guest.page).count(), 0)
    await tab.getByRole('button', { name: 'Stop acting' }).click()
    await bar(tab).waitFor({ state: 'detached' })
    await tab.waitForURL(/\/console\/admins/)
    await rows(tab)
    for (const page of [guest.page, tab]) {
      await page.reload()
      await rows(page)
      await page.locator('button.me').click()
      await page.getByRole('menu').getByText(superAdmin.email).waitFor()
    }
    const token = await stage.app.superToken()
    const log = expectStatus(await stage.app.get('/api/v1/audit?action=auth.impersonation', { token }), 200).json
    assert.ok(JSON.stringify(log).includes('auth.impersonation.stopped'))
    assert.deepEqual(guest.faults, [])
  })

  it('is for the SuperAdmin alone, and says so to whoever opens its address', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const [{ id }] = expectStatus(await stage.app.get('/api/v1/Admins?pageSize=1', { token: await stage.app.superToken() }), 200).json.items
    await openAs(page, `/console/act-as/${id}`, stage.keeper)
    await page.getByRole('status').filter({ hasText: 'The SuperAdmin alone' }).waitFor()
    assert.equal(await page.locator('textarea').count(), 0)
    await page.getByRole('button', { name: 'Back to your own account' }).click()
    await rows(page)
    assert.deepEqual(faults, [])
  })

  it('asks again after a reload, wherever that is, and never goes on as the SuperAdmin', async () => {
    await using guest = await visit(stage.app.url)
    const tab = await open(guest)
    await begin(tab)
    await rows(tab)
    await tab.locator('button.me').click()
    await tab.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await tab.getByLabel('Shortcuts of single letters').uncheck()
    await tab.reload()
    await tab.waitForURL(/\/console\/act-as\//)
    await tab.getByLabel('Reason').waitFor()
    for (const address of ['admins', 'no-such-screen']) {
      await tab.goto(`/console/${address}`)
      await tab.waitForURL(/\/console\/act-as\//)
    }
    await tab.getByRole('button', { name: 'Back to your own account' }).click()
    await rows(tab)
    assert.equal(await bar(tab).count(), 0)
    assert.deepEqual(guest.faults, [])
  })

  it('ends after what was deleted with a way back is deleted for good, in the name of who was acted as', async () => {
    const id = await notify(stage, { title: 'Gone with the acting' })
    await using guest = await visit(stage.app.url)
    const tab = await open(guest)
    const ended: string[] = []
    tab.on('response', (answer) => {
      if (answer.request().method() === 'DELETE') ended.push(`${new URL(answer.url()).pathname.split('/')[3]} ${answer.status()}`)
    })
    await begin(tab)
    await tab.locator('nav a[href="/console/notifications"]').click()
    const row = tab.locator(`tr[data-row="${id}"]`)
    await row.focus()
    await tab.keyboard.press('Delete')
    await row.waitFor({ state: 'detached' })
    await tab.getByRole('button', { name: 'Stop acting' }).click()
    await tab.waitForURL(/\/console\/admins/)
    await rows(tab)
    assert.deepEqual(ended, ['notifications 204'])
    const { json } = expectStatus(await stage.app.get('/api/v1/notifications?type=message', { token: await keeperToken(stage) }), 200)
    assert.ok(!(json.items as { id: string }[]).some((one) => one.id === id))
    assert.deepEqual(guest.faults, [])
  })

  it('says so when it ends by itself, takes what was begun with it, and says what the service refuses', async () => {
    await using guest = await visit(stage.app.url)
    const tab = await open(guest)
    await begin(tab)
    await rows(tab)
    await tab.locator('nav a[href="/console/admins"]').click()
    await tab.getByRole('button', { name: 'New admin' }).click()
    await tab.getByLabel('First name').fill('Begun as Kim')
    await tab.getByLabel('Last name').fill('Keeper')
    await tab.getByRole('textbox', { name: 'E-mail' }).fill('begun@harbour.example')
    await guest.page.locator('button.me').click()
    await guest.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await guest.page.waitForURL(/\/console\/login/)
    // which it has not asked for yet; the stream may have told of the end before that
    const ended = tab.getByRole('dialog', { name: 'You no longer act as this admin' })
    await tab
      .getByRole('button', { name: 'Create', exact: true })
      .click({ timeout: 5000 })
      .catch(() => undefined)
    await ended.waitFor()
    // the browser would ask whether to stay, and whoever stays would save it as the SuperAdmin
    const asked: string[] = []
    tab.on('dialog', (question) => {
      asked.push(question.type())
      void question.dismiss()
    })
    await tab.getByRole('button', { name: 'Back to your own account' }).click()
    await tab.waitForURL(/\/console\/login/)
    assert.deepEqual(asked, [])
    const own = (await stage.app.get('/api/v1/Admins/me', { token: await stage.app.superToken() })).json.id
    await tab.goto(`/console/act-as/${own}`)
    await signIn(tab, superAdmin.email, superAdmin.password)
    await tab.getByRole('button', { name: 'Act as this admin' }).click()
    await tab.getByRole('alert').waitFor()
    await tab.goto('/console/act-as/00000000-0000-4000-8000-000000000000')
    await tab.getByRole('alert').waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('ends over plain http in the page itself, which shows what is the SuperAdmin’s again', async () => {
    const address = new URL(stage.app.url)
    address.hostname = 'plain.tenants.example'
    await using guest = await visit(address.origin)
    const { page } = guest
    const { json } = expectStatus(
      await stage.app.get(`/api/v1/Admins?search=${encodeURIComponent(stage.keeper)}`, { token: await stage.app.superToken() }),
      200,
    )
    const keeper = (json.items as { id: string }[])[0]?.id
    await page.goto(`/console/act-as/${keeper}`)
    await signIn(page, superAdmin.email, superAdmin.password)
    await begin(page)
    await page.locator('nav a[href="/console/admins"]').click()
    await page.locator('tr[data-row]').first().waitFor()
    await page.getByRole('button', { name: 'Stop acting' }).click()
    await page.waitForURL((url) => url.searchParams.get('open') === keeper)
    assert.equal(await bar(page).count(), 0)
    // which no tenant's admin has
    await page.locator('nav a[href="/console/settings"]').waitFor()
    await page.locator('button.me').click()
    await page.getByRole('menu').getByText(superAdmin.email).waitFor()
    assert.deepEqual(guest.faults, [])
  })
})
