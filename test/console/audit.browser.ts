/** Somebody reads the log, follows one entry, and asks whether it is as it was written. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { listLimits } from '#db/lists/list-limits.ts'
import { logLimits } from '#modules/webhooks/webhooks.log.list.ts'
import { expectStatus } from '../harness.ts'
import { addDelivery, addWebhook } from '../webhooks/rig.ts'
import { arabic, skip, visit } from './chromium.ts'
import { hostileName, openAs } from './scene.ts'
import { type ActivityScene, activityScene } from './scenes/activity.ts'

describe('the audit log', { skip }, () => {
  let stage: ActivityScene
  before(async () => {
    stage = await activityScene()
  })

  it('shows one entry as the text that it is, and all about its record', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/audit?action=admin.created', stage.keeper)
    await page.locator('tr[data-row]', { hasText: hostileName }).click()
    const panel = page.locator('aside.panel')
    await panel.getByRole('heading', { name: hostileName }).waitFor()
    await panel.locator('.diff ins').first().waitFor()
    await panel.getByRole('button', { name: 'All about it' }).click()
    await page.waitForURL(/record=/)
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    assert.deepEqual(faults, [])
  })

  it('proves the log, tells the number before an export, and downloads it', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const child = { name: 'Lantern Street', parentTenantId: stage.tenantId }
    const { id } = expectStatus(await stage.app.post('/api/v1/Tenants', child, { token: await stage.app.superToken() }), 201).json
    // whoever has a tenant proves its log, whatever is looked at; of what is not answered nothing is said
    await openAs(page, `/console/audit?within=${id}`, stage.keeper)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/audit/verify*', async (route) => {
      await promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Check seals' }).click()
    const seals = page.getByRole('dialog', { name: 'Is the log of Blue Lantern as it was written?' })
    await seals.getByText('Checking: 0 entries').waitFor()
    assert.equal(await seals.getByText('Not sealed yet').count(), 0)
    release()
    await seals.getByText(/^The log of Blue Lantern is whole: \d+ sealed/).waitFor()
    await seals.getByText('Not sealed yet').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('button', { name: 'Failed sign-ins' }).click()
    await page.waitForURL(/action=auth.login.failed/)
    // days are typed key by key: what is none yet is not taken, nor what is typed taken away
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const from = page.getByLabel('From day', { exact: true })
    await from.focus()
    await page.keyboard.type('11112')
    assert.deepEqual([await from.inputValue(), new URL(page.url()).searchParams.has('from')], ['0002-11-11', false])
    await page.keyboard.type('024')
    await page.waitForURL(/from=2024-11-11T00/)
    await page.getByLabel('To day', { exact: true }).focus()
    await page.keyboard.type('01012999')
    await page.waitForURL(/to=2999-01-01T23/)
    // over one that was taken, too
    await from.focus()
    await page.keyboard.type('12122019')
    await page.waitForURL(/from=2019-12-12T00/)
    // the beginning of several, which has what is typed in it
    const event = page.getByRole('combobox', { name: 'Event' })
    await event.fill('login')
    assert.ok((await page.getByRole('option').allInnerTexts()).includes('auth.login.succeeded'))
    await page.getByRole('option', { name: 'auth.login', exact: true }).click()
    await page.waitForURL(/action=auth\.login(&|$)/)
    // what is typed and left by a click beside it is taken
    await page.getByLabel('Trace id', { exact: true }).fill('never-seen')
    await page.locator('h1').click()
    await page.waitForURL(/trace=never-seen/)
    await page.getByRole('button', { name: 'Remove filter Trace id' }).click()
    await page.locator('.chip').nth(3).waitFor({ state: 'detached' })
    await page.locator('.chip').nth(2).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByText(/^\d+ entries match\.$/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    assert.match((await download).suggestedFilename(), /^audit-.*\.csv$/)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // on paper it takes as long as it takes: nothing is answered before all of it is made
    await page.clock.install()
    const slow = Promise.withResolvers<void>()
    await page.route('**/export?*', async (route) => {
      await slow.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'PDF' }).click()
    const asked = page.waitForRequest('**/export?*')
    const paper = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    await asked
    await page.clock.fastForward(180_000)
    slow.resolve()
    assert.match((await paper).suggestedFilename(), /^audit-.*\.pdf$/)
    assert.deepEqual(faults, [])
  })

  it('looks further than one reading goes, in the log as in what a webhook was told', async () => {
    const webhook = await addWebhook(stage.app, stage.tenantId)
    await addDelivery(stage.app, webhook, { httpStatus: 404, event: 'tenant.updated', createdAt: new Date(Date.now() - 60_000) })
    for (let n = 0; n < 3; n += 1) await addDelivery(stage.app, webhook)
    const usual = [listLimits.scanned, logLimits.walked] as const
    ;[listLimits.scanned, logLimits.walked] = [5, 2]
    try {
      await using guest = await visit(stage.app.url)
      const { page, faults } = guest
      await openAs(page, '/console/audit?search=admin.created', stage.keeper)
      const none = page.getByRole('heading', { name: 'Nothing found so far' })
      const further = page.getByRole('button', { name: 'Look further' })
      await none.waitFor()
      assert.equal(await page.locator('h1 .count').count(), 0)
      // the file would have them all
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByText('How many entries match is not known yet').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Download' }).isDisabled(), false)
      await page.keyboard.press('Escape')
      const steps = async () => {
        const asked = page.waitForResponse((answer) => answer.url().includes('cursor='))
        await further.click()
        await (await asked).finished()
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        await further.and(page.locator(':focus')).waitFor()
      }
      while ((await page.locator('tr[data-row]').count()) === 0) await steps()
      assert.match(await page.locator('tr[data-row]').first().innerText(), /admin\.created/)
      const found = page.url()
      await page.reload()
      await page.locator('tr[data-row]', { hasText: 'admin.created' }).first().waitFor()
      assert.equal(page.url(), found)
      await further.waitFor()
      while ((await page.getByText(/^\d+ in all$/).count()) === 0) await steps()
      await further.and(page.locator('[aria-disabled=true]')).waitFor()
      await page.getByRole('button', { name: 'Previous page' }).click()
      await page.waitForURL((url) => !url.search.includes('page=after'))
      // a place of another list is none of this
      await page.goto(`${found.replace('admin.created', 'tenant.created')}`)
      await page.waitForURL((url) => !url.searchParams.has('page'))
      await further.waitFor()
      await page.goto(`/console/webhooks/${webhook}/deliveries?answer=4xx`)
      await none.waitFor()
      await steps()
      await page.locator('tr[data-row]', { hasText: 'tenant.updated' }).waitFor()
      assert.deepEqual(faults, [])
    } finally {
      ;[listLimits.scanned, logLimits.walked] = usual
    }
  })

  it('leaves room to search in on a phone, whatever is filtered by', async () => {
    await using guest = await visit(stage.app.url, { ...arabic, viewport: { width: 390, height: 800 } })
    const { page } = guest
    await openAs(page, '/console/audit?outcome=failure&acted=no', stage.keeper)
    await page.locator('.chip').first().waitFor()
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? assert.fail(selector)
    const [search, chip, seals, exported] = [
      await box('.find input'),
      await box('.chip'),
      await box('[data-act=seals]'),
      await box('[data-act=export]'),
    ]
    assert.ok(search.width >= 160, `${search.width}`)
    assert.deepEqual([seals.y, exported.y], [search.y, search.y])
    assert.ok(chip.y >= search.y + search.height)
    const heights = await page.locator('.above-tools button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    assert.equal(new Set(heights).size, 1)
  })
})
