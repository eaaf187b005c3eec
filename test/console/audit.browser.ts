/** Somebody reads the log, follows one entry, and asks whether it is as it was written. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { arabic, skip, visit } from './chromium.ts'
import { hostileName, signIn } from './scene.ts'
import { type ActivityScene, activityScene } from './scenes/activity.ts'

describe('the audit log', { skip }, () => {
  let stage: ActivityScene
  before(async () => {
    stage = await activityScene()
  })

  it('shows one entry as the text that it is, and all about its record', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/audit?action=admin.created')
    await signIn(page, stage.keeper)
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
    // of what happens nothing is called so: the list is there all the same
    await page.goto('/console/audit?action=login')
    await signIn(page, stage.keeper)
    await page.locator('tr[data-row]').first().waitFor()
    assert.equal(await page.locator('.chip').count(), 0)
    await page.getByRole('button', { name: 'Check seals' }).click()
    await page.getByText(/^The log is whole: \d+ sealed/).waitFor()
    await page.keyboard.press('Escape')
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

  it('leaves room to search in on a phone, whatever is filtered by', async () => {
    await using guest = await visit(stage.app.url, { ...arabic, viewport: { width: 390, height: 800 } })
    const { page } = guest
    await page.goto('/console/audit?outcome=failure&acted=no')
    await signIn(page, stage.keeper)
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
