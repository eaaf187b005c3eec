/** Somebody reads what they were told, and tells others. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { arabic, barriers, drawn, skip, visit } from './chromium.ts'
import { openAs, password, type Scene, scene } from './scene.ts'
import { keeperToken, markupAnswer, notify } from './scenes/messages.ts'

describe('notifications in the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const own = async (query = '') =>
    expectStatus(await stage.app.get(`/api/v1/notifications?type=message${query}`, { token: await keeperToken(stage) }), 200).json
      .items as {
      id: string
      title: string
      isRead: boolean
    }[]

  it('are read in one tab and in the other, whose bells say the same', async () => {
    const first = await notify(stage, { title: markupAnswer, severity: 'critical', link: '/emails' })
    await notify(stage, { title: 'The second one' })
    await using guest = await visit(stage.app.url)
    const { page, context, faults } = guest
    await openAs(page, '/console/notifications?type=message', stage.keeper)
    await page.locator(`tr[data-row="${first}"]`).waitFor()
    const other = await context.newPage()
    await other.goto('/console/notifications?type=message&state=unread')
    await other.locator(`tr[data-row="${first}"]`).waitFor()
    const bell = (await page.locator('.bell [data-count]').getAttribute('data-count')) ?? ''
    assert.equal(await other.locator('.bell [data-count]').getAttribute('data-count'), bell)
    await page.locator(`tr[data-row="${first}"] td`).first().click()
    await page.locator('aside.panel').getByText('For an hour.').waitFor()
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await other.locator(`tr[data-row="${first}"]`).waitFor({ state: 'detached' })
    const fewer = String(Number(bell) - 1)
    for (const tab of [page, other]) await tab.locator(`.bell [data-count="${fewer}"]`).waitFor()
    assert.equal((await own()).find(({ id }) => id === first)?.isRead, true)
    await page.locator('aside.panel').getByRole('button', { name: 'Mark as unread' }).click()
    await other.locator(`tr[data-row="${first}"]`).waitFor()
    for (const tab of [page, other]) await tab.locator(`.bell [data-count="${bell}"]`).waitFor()
    assert.equal((await own()).find(({ id }) => id === first)?.isRead, false)
    await page.locator(`tr[data-row="${first}"] td`).first().click()
    await page.locator('aside.panel').waitFor()
    await other.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('0 unread').waitFor()
    await other.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    assert.deepEqual(await barriers(page), [])
    await page.locator('aside.panel').getByRole('button', { name: 'Go there' }).click()
    await page.getByRole('heading', { level: 1, name: /^E-mails/ }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('are deleted with a way back, and for good when the screen is left', async () => {
    const id = await notify(stage, { title: 'Soon gone' })
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, '/console/notifications?type=message', stage.keeper)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.focus()
    await page.keyboard.press('Delete')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    await row.locator('.act button').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    assert.ok((await own()).some((one) => one.id === id))
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.locator('nav a', { hasText: 'E-mails' }).click()
    assert.equal((await deleted).status(), 204)
    assert.ok(!(await own()).some((one) => one.id === id))
  })

  it('are deleted for good, too, when the tab is closed before', async () => {
    const id = await notify(stage, { title: 'Gone with the tab' })
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, '/console/notifications?type=message', stage.keeper)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.close({ runBeforeUnload: true })
    await eventually('it to be deleted', async () => !(await own()).some((one) => one.id === id) || null)
  })

  it('are deleted for good with the tab, too, by who has read for longer than the token is good', async () => {
    const id = await notify(stage, { title: 'Gone after an hour' })
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, '/console/notifications?type=message', stage.keeper)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.focus()
    await page.clock.setFixedTime(Date.now() + 3_600_000)
    const refreshed = page.waitForResponse((answer) => answer.url().endsWith('/auth/admin/refresh'))
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await (await refreshed).finished()
    await page.close({ runBeforeUnload: true })
    await eventually('it to be deleted', async () => !(await own()).some((one) => one.id === id) || null)
  })

  it('that could not be deleted stand there again', async () => {
    const id = await notify(stage, { title: 'Still there' })
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await page.route(`**/notifications/${id}`, (route) => route.fulfill({ status: 503, body: '{}' }))
    await openAs(page, '/console/notifications?type=message', stage.keeper)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.focus()
    await page.keyboard.press('Delete')
    await row.waitFor({ state: 'detached' })
    await row.waitFor()
    // one that is gone already was deleted as it was meant to be
    await page.unroute(`**/notifications/${id}`)
    await row.focus()
    await page.keyboard.press('Delete')
    await row.waitFor({ state: 'detached' })
    expectStatus(await stage.app.request('DELETE', `/api/v1/notifications/${id}`, { token: await keeperToken(stage) }), 204)
    const late = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.locator('nav a', { hasText: 'E-mails' }).click()
    assert.equal((await late).status(), 404)
    await page.locator('h1', { hasText: 'E-mails' }).waitFor()
    await drawn(page)
    assert.equal(await page.getByText('The requested record was not found.').count(), 0)
  })

  it('are deleted for good before somebody signs out', async () => {
    const id = await notify(stage, { title: 'Gone with the session' })
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const ended: string[] = []
    page.on('response', (answer) => {
      if (answer.request().method() === 'DELETE') ended.push(`${new URL(answer.url()).pathname.split('/')[3]} ${answer.status()}`)
    })
    await openAs(page, '/console/notifications?type=message', stage.keeper)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.focus()
    await page.keyboard.press('Delete')
    await row.waitFor({ state: 'detached' })
    await page.locator('button.me').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/console\/login/)
    assert.equal(ended[0], 'notifications 204')
    assert.ok(!(await own()).some((one) => one.id === id))
  })

  it('are unread in the end where that was said last, however late the service hears that they were read', async () => {
    const id = await notify(stage, { title: 'Read and unread' })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const answered: string[] = []
    page.on('response', (one) => {
      const [, what] = /\/(read|unread)$/.exec(new URL(one.url()).pathname) ?? []
      if (what) answered.push(what)
    })
    await page.route('**/read', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await openAs(page, '/console/notifications?type=message', stage.keeper)
    await page.locator(`tr[data-row="${id}"] td`).first().click()
    const unread = page.waitForResponse((one) => one.url().endsWith('/unread'))
    const read = page.waitForResponse((one) => one.url().endsWith('/read'))
    await page.locator('aside.panel').getByRole('button', { name: 'Mark as unread' }).click()
    await Promise.all([read, unread])
    assert.deepEqual(answered, ['read', 'unread'])
    assert.equal((await own()).find((one) => one.id === id)?.isRead, false)
    assert.deepEqual(faults, [])
  })

  it('are sent once, however often the answer is lost and somebody clicks again', async () => {
    const { accessToken } = await stage.app.signIn(stage.stranger, password)
    const told = async () => {
      const { json } = expectStatus(await stage.app.get('/api/v1/notifications?type=message', { token: accessToken }), 200)
      return (json.items as { title: string }[]).filter(({ title }) => title === 'Only once').length
    }
    await using guest = await visit(stage.app.url)
    const { page } = guest
    let lost = 0
    await page.route('**/api/v1/notifications', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await openAs(page, '/console/notifications?do=new', stage.keeper)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Admins and users' }).fill('stranger')
    await page.getByRole('option', { name: /Sam Stranger/ }).click()
    await dialog.getByLabel('Title').fill('Only once')
    await dialog.getByLabel('Text').fill('For all of you.')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('The service can’t be reached.').waitFor()
    assert.equal(await told(), 1)
    await page.unroute('**/api/v1/notifications')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.ok(lost > 0)
    assert.equal(await told(), 1)
  })

  it('are written to somebody, and to all of a role, by keys alone in Arabic', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await openAs(page, '/console/notifications', stage.keeper)
    await page.locator('tr[data-row], .nothing').first().waitFor()
    await press('n')
    const dialog = page.getByRole('dialog', { name: 'كتابة إشعار' })
    // where one begins to type
    await dialog.getByRole('combobox', { name: 'المشرفون والمستخدمون' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('stranger')
    await page.getByRole('option', { name: /Sam Stranger/ }).waitFor()
    await press('ArrowDown', 'Enter')
    await dialog.getByText('Sam Stranger').waitFor()
    assert.equal(await dialog.getByRole('combobox', { name: 'المشرفون والمستخدمون' }).inputValue(), '')
    await dialog.getByRole('combobox', { name: 'كل مشرفي دور' }).focus()
    await page.keyboard.type('TenantAdmin')
    await page.getByRole('option', { name: /^Nothing/ }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: /^TenantAdmin/ }).waitFor()
    await press('ArrowDown', 'Enter')
    await dialog.getByText('و10 غيرهم').waitFor()
    await dialog.getByLabel('العنوان').focus()
    await page.keyboard.type('صيانة يوم الأحد')
    await dialog.getByLabel('النص').focus()
    await page.keyboard.type('لمدة ساعة.')
    assert.deepEqual(await barriers(page), [])
    await press('Control+Enter')
    await page.getByText('أُبلغ 30 شخصًا').waitFor()
    await page.locator('tr[data-row]', { hasText: 'صيانة يوم الأحد' }).waitFor()
    const { accessToken } = await stage.app.signIn(stage.stranger, password)
    const told = expectStatus(await stage.app.get('/api/v1/notifications?type=message', { token: accessToken }), 200).json.items
    assert.equal(told[0].title, 'صيانة يوم الأحد')
    // the way back leads to no form of it
    await page.goBack()
    assert.equal(new URL(page.url()).searchParams.has('do'), false)
    assert.deepEqual(faults, [])
  })

  it('are 99+ in the bell where they are more, and as many as they are to who hears it', async () => {
    const before = (await own('&isRead=false')).length
    for (let n = before; n <= 100; n++) await notify(stage, { title: `Of many: ${n}` })
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/notifications', stage.keeper)
    await page.locator('.bell [data-count="99+"]').waitFor()
    assert.match((await page.locator('button.bell').getAttribute('aria-label')) ?? '', /: 1\d\d /)
    assert.deepEqual(await barriers(page), [])
    assert.deepEqual(faults, [])
  })
})
