/** Somebody watches the log while things happen. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { barriers, skip, visit } from './chromium.ts'
import { openAs } from './scene.ts'
import { type ActivityScene, activityScene } from './scenes/activity.ts'

describe('the log that is followed', { skip }, () => {
  let stage: ActivityScene
  before(async () => {
    stage = await activityScene()
  })
  const happen = async (name: string) => {
    const { app, tenantId } = stage
    const token = await app.superToken()
    expectStatus(await app.post('/api/v1/roles', { name, tenantId }, { token }), 201)
    expectStatus(await app.post('/api/v1/menus', { titleEn: name }, { token }), 201)
  }
  const follow = (page: Page) => page.getByRole('switch', { name: 'Follow' })
  const first = (page: Page, name: string) => page.locator('tbody tr:first-child', { hasText: name }).waitFor()

  it('shows what matches at its top, tells how many came, and ends where somebody goes to a row', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/audit?action=role&page=1', stage.keeper)
    await follow(page).waitFor()
    await follow(page).check()
    await happen('Watcher')
    await first(page, 'Watcher')
    await page.getByRole('status').filter({ hasText: '1 new entry' }).waitFor()
    await happen('Listener')
    await first(page, 'Listener')
    await page.getByRole('status').filter({ hasText: '2 new entries' }).waitFor()
    assert.equal(await page.locator('tbody tr', { hasText: 'menu.created' }).count(), 0)
    assert.deepEqual(await barriers(page), [])
    await page.locator('tbody tr').first().focus()
    await page.locator('[role=switch]:not(:checked)').first().waitFor()
    // from further down it leads back to the top
    await page.goto('/console/audit?sort=timestamp')
    await follow(page).waitFor()
    await follow(page).check()
    await page.waitForURL((url) => !url.search.includes('sort'))
    await happen('Reader')
    await first(page, 'Reader')
    assert.equal(await follow(page).isChecked(), true)
    await page.locator('tbody tr').first().click()
    await page.locator('aside.panel').waitFor()
    assert.equal(await follow(page).isChecked(), false)
    assert.deepEqual(faults, [])
  })

  it('goes on after the network was away, and after it was told to wait', async () => {
    await using guest = await visit(stage.app.url)
    const { page, context } = guest
    await openAs(page, '/console/audit?action=role', stage.keeper)
    await follow(page).waitFor()
    await follow(page).check()
    await happen('Before')
    await first(page, 'Before')
    await context.setOffline(true)
    await happen('Meanwhile')
    await context.setOffline(false)
    await first(page, 'Meanwhile')
    const answer = { statusCode: 429, code: 'rate_limited', message: 'Too many requests.', errors: [], traceId: 'f'.repeat(32) }
    let asked = 0
    await page.route(/\/api\/v1\/audit\?/, async (route) => {
      asked += 1
      // longer than the client waits by itself
      if (asked === 1) await route.fulfill({ status: 429, headers: { 'retry-after': '12' }, json: answer })
      else await route.continue()
    })
    await page.getByRole('status').filter({ hasText: 'Waiting for the service' }).waitFor()
    assert.equal(asked, 1)
    await happen('Afterwards')
    await first(page, 'Afterwards')
    assert.equal(await follow(page).isChecked(), true)
  })

  it('looks no further back than it must, counts anew for another filter, and reads all again where too many came', async () => {
    await using guest = await visit(stage.app.url)
    const { page, context, faults } = guest
    await openAs(page, '/console/audit?search=nothing-is-called-this', stage.keeper)
    await follow(page).waitFor()
    const asked: URL[] = []
    page.on('request', (request) => /\/api\/v1\/audit\?/.test(request.url()) && asked.push(new URL(request.url())))
    const isFollowing = (url: URL) => url.searchParams.get('pageSize') === '100'
    const question = page.waitForRequest((request) => isFollowing(new URL(request.url())))
    await follow(page).check()
    await question
    for (const url of asked.filter(isFollowing)) assert.ok(url.searchParams.has('from'), url.search)
    await page.goto('/console/audit?action=role')
    await follow(page).check()
    await happen('Counted')
    await page.getByRole('status').filter({ hasText: '1 new entry' }).waitFor()
    await page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: /search/i }))
      .first()
      .fill('role')
    await page.waitForURL(/search=role/)
    await page.getByRole('status').filter({ hasText: 'new entr' }).waitFor({ state: 'detached' })
    await page.goto('/console/audit?action=role')
    await follow(page).check()
    await context.setOffline(true)
    const token = await stage.app.superToken()
    for (let n = 0; n < 101; n += 1)
      expectStatus(await stage.app.post('/api/v1/roles', { name: `Many ${n}`, tenantId: stage.tenantId }, { token }), 201)
    const reload = page.waitForRequest((request) => request.url().includes('pageSize=25'))
    await context.setOffline(false)
    await reload
    await first(page, 'Many 100')
    assert.deepEqual(
      faults.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    )
  })

  it('says why where it ends for good', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, '/console/audit?action=role', stage.keeper)
    await follow(page).waitFor()
    const answer = { statusCode: 403, code: 'forbidden', message: 'The log is not yours.', errors: [], traceId: 'f'.repeat(32) }
    await page.route(/\/api\/v1\/audit\?.*pageSize=100/, (route) => route.fulfill({ status: 403, json: answer }))
    await follow(page).check({ noWaitAfter: true })
    await page.getByRole('alert').filter({ hasText: 'The log is not yours.' }).waitFor()
    assert.equal(await follow(page).isChecked(), false)
    assert.deepEqual(await barriers(page), [])
    await page.unroute(/\/api\/v1\/audit\?.*pageSize=100/)
    await follow(page).check()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await happen('Again')
    await first(page, 'Again')
  })
})
