/** Somebody looks at what happened, on the dashboard. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { arabic, barriers, skip, visit } from './chromium.ts'
import { openAs } from './scene.ts'
import { type ActivityScene, activityScene } from './scenes/activity.ts'

describe('the dashboard', { skip }, () => {
  let stage: ActivityScene
  before(async () => {
    stage = await activityScene()
  })

  it('says how much there is; the days stand in the address, and a chart is a table, too', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/', stage.keeper)
    await page.getByRole('img', { name: /^Sign-ins day by day: \d+ succeeded and [1-9]\d* failed/ }).waitFor()
    await page.getByRole('button', { name: '7 days' }).click()
    await page.waitForURL(/days=7/)
    assert.equal(await page.locator('.bars [data-day]').count(), 7)
    await page.getByRole('button', { name: 'Sign-ins as a table' }).click()
    await page.getByRole('table', { name: /failed/ }).waitFor()
    await page.getByText('auth.login.failed').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Sign-ins as CSV' }).click()
    assert.equal((await download).suggestedFilename(), 'sign-ins.csv')
    assert.deepEqual(await barriers(page), [])
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('leads from a number to the list of what it counts', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/', stage.keeper)
    const failed = page.locator('.worries > div', { hasText: 'Failed sign-ins, last 24 hours' }).locator('dd')
    await failed.waitFor()
    const count = Number.parseInt(await failed.innerText(), 10)
    assert.ok(count > 0)
    // the way lies over the whole line
    await failed.click({ force: true })
    await page.waitForURL(/\/audit\?.*from=/)
    await page
      .locator('tr[data-row]')
      .nth(count - 1)
      .waitFor()
    assert.equal(await page.locator('tr[data-row]').count(), count)
    await page.goBack()
    const today = page.locator('#main').getByRole('link', { name: /Sign-ins today/ })
    await today.click()
    await page.waitForURL(/\/audit\?/)
    const from = new URL(page.url()).searchParams.get('from') ?? ''
    assert.ok(Math.abs(Date.now() - Date.parse(from)) <= 86_400_000, from)
    await page.goBack()
    for (const name of [/Accounts locked now/, /Addresses that failed ten times/]) {
      await page.locator('#main').getByRole('link', { name }).click()
      await page.waitForURL(/\/security/)
      await page.getByRole('heading', { level: 2, name: 'Locked admins' }).waitFor()
      await page.goBack()
    }
    assert.deepEqual(faults, [])
  })

  it('has cards that fail alone, and are tried again alone', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const asked = '**/dashboard/security-events*'
    await page.route(asked, (route) => route.abort())
    await openAs(page, '/console/', stage.keeper)
    await page.getByRole('img', { name: /^Sign-ins day by day/ }).waitFor()
    const card = page.getByRole('region', { name: 'Security' })
    await card.getByRole('heading', { name: 'This could not be loaded' }).waitFor()
    await page.unroute(asked)
    await card.getByRole('button', { name: 'Try again' }).click()
    await card.getByText('Accounts locked now').waitFor()
  })

  it('is reached by keys alone in Arabic, and mirrored', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, '/console/?days=7', stage.keeper)
    await page.locator('.bars [data-day]').first().waitFor()
    const xs = await page
      .locator('.bars [data-day] rect:first-child')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(one.getAttribute('x') ?? '')))
    assert.deepEqual(
      xs,
      xs.toSorted((a, b) => b - a),
    )
    await page.getByRole('button', { name: 'تسجيل الدخول في جدول' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.chart-table table').waitFor()
    assert.deepEqual(faults, [])
  })
})
