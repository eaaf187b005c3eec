/** Somebody sees to webhooks in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../../harness.ts'
import { addDelivery } from '../../webhooks/rig.ts'
import { arabic, barriers, english, skip, visit } from '../chromium.ts'
import { type Scene, scene, signIn } from '../scene.ts'
import { markupAnswer, webhookOf } from '../scenes/messages.ts'

describe('webhooks in the console', { skip }, () => {
  let stage: Scene
  let id: string
  before(async () => {
    stage = await scene()
    id = await webhookOf(stage)
  })

  it('makes one for chosen events, and shows its secret once and nowhere else', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/webhooks')
    await signIn(page, stage.keeper)
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('.summary').waitFor()
    assert.equal(await page.locator('.summary').evaluate((one) => one === one.ownerDocument.activeElement), true)
    await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/hook')
    await page.getByRole('button', { name: 'Example of admin.created' }).click()
    await page.getByRole('region', { name: 'Example of admin.created' }).waitFor()
    await page.getByRole('checkbox', { name: 'admin.created' }).check()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep this secret now' })
    const secret = (await dialog.locator('.secret .cut').innerText()).trim()
    assert.match(secret, /^whsec_/)
    assert.deepEqual(await barriers(page), [])
    await dialog.getByLabel('I have put it in a safe place').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL(/\/webhooks\/[\w-]+\/deliveries$/)
    await dialog.waitFor({ state: 'detached' })
    const kept = (await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.body.innerHTML])')) as string
    assert.ok(!kept.includes(secret))
    await page.goBack()
    assert.equal(page.url().endsWith('/webhooks'), true, 'the way back leads to the list, and to no form')
    assert.deepEqual(faults, [])
  })

  it('shows what came back as text, a command without the signatures, and counts before it sends again', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto(`/console/webhooks/${id}/deliveries`)
    await signIn(page, stage.keeper)
    await page.locator('tr[data-row]').first().click()
    const panel = page.locator('aside.panel')
    await panel.getByText(markupAnswer).waitFor()
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await panel.getByRole('tab', { name: 'curl' }).click()
    const command = await panel.getByRole('region', { name: 'curl' }).innerText()
    assert.match(command, /^curl -X POST 'http:/)
    assert.ok(/webhook-id/i.test(command) && !/signature|sha256=/i.test(command), command)
    await page.getByRole('button', { name: 'Send many again…' }).click()
    // tests are left out
    await page.getByText('0 deliveries will be sent again.').waitFor()
    assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).isDisabled(), true)
    // just as many days as there may be
    const token = await stage.app.superToken()
    expectStatus(await stage.app.request('PUT', '/api/v1/settings', { token, body: { webhooks: { replayMaxDays: 7 } } }), 200)
    const counted = page.waitForResponse((answer) => answer.request().postDataJSON()?.from !== undefined)
    await page.getByRole('combobox', { name: 'Made in the last' }).click()
    await page.getByRole('option', { name: '7 days' }).click()
    assert.equal((await counted).status(), 200)
    assert.deepEqual(faults, [])
  })

  it('looks again at a delivery that is due, which nobody hears of when it is done', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const { kysely } = stage.app.open.service.database
    const set = (values: object) => kysely.updateTable('webhookDeliveries').set(values).where('webhookId', '=', id).execute()
    await set({ status: 'Retrying', nextAttemptAt: new Date(stage.app.clock.now().getTime() - 1000) })
    await page.goto(`/console/webhooks/${id}/deliveries`)
    await signIn(page, stage.keeper)
    await page.locator('tr[data-row]').first().click()
    const panel = page.locator('aside.panel')
    await panel.getByText('Retrying', { exact: false }).first().waitFor()
    await set({ status: 'Delivered', nextAttemptAt: null })
    await panel.getByText('Delivered', { exact: true }).waitFor()
    // once, however fast somebody clicks again; and not while it waits to leave
    const again = panel.getByRole('button', { name: 'Send again' })
    await again.dblclick()
    await page.getByText('1 delivery is sent again').waitFor()
    await panel.getByText('Pending', { exact: false }).first().waitFor()
    assert.equal(await again.getAttribute('aria-disabled'), 'true')
    assert.deepEqual(guest.conflicts, [])
    await set({ status: 'Failed', nextAttemptAt: null })
    // what was chosen stays until it is sent; nothing is done to all that match
    await addDelivery(stage.app, id, { status: 'Failed' })
    await addDelivery(stage.app, id, { status: 'Failed' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.locator('tr[data-row]').nth(2).waitFor()
    await page.locator('tr[data-row] input[type=checkbox]').first().check()
    const bar = page.locator('.selbar')
    await bar.getByText('1 selected').waitFor()
    assert.equal(await bar.getByRole('button', { name: /^Select all/ }).count(), 0)
    const ask = () => bar.getByRole('button', { name: 'Send again' }).click()
    await ask()
    await page.getByRole('dialog').getByText('1 delivery will be sent again.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await ask()
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await bar.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('is led by keys in Arabic: a delivery opens and closes, and the focus is back on its row', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await page.goto(`/console/webhooks/${id}/deliveries`)
    await signIn(page, stage.keeper)
    const row = page.locator('tr[data-row]').first()
    await row.focus()
    await page.keyboard.press('Enter')
    await page.locator('aside.panel h2', { hasText: 'admin.created' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('aside.panel').waitFor({ state: 'detached' })
    assert.equal(await row.evaluate((one) => one === one.ownerDocument.activeElement), true)
    assert.deepEqual(faults, [])
  })

  it('names the days of its statistics as the service counts them, also to the west of it', async () => {
    await using guest = await visit(stage.app.url, { ...english, timezoneId: 'America/Los_Angeles' })
    const { page } = guest
    const told = page.waitForResponse((answer) => /\/stats\?/.test(answer.url()))
    await page.goto(`/console/webhooks/${id}/statistics?range=7d`)
    await signIn(page, stage.keeper)
    const { series } = (await (await told).json()) as { series: { at: string }[] }
    await page.getByText('As a table').click()
    const days = await page.getByRole('rowheader').allInnerTexts()
    const name = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    assert.ok(days.length > 6)
    for (const [n, { at }] of series.entries()) assert.ok(days[n]?.endsWith(name.format(new Date(at))), `${days[n]} for ${at}`)
  })

  it('waits for the answer to a test for as long as the service does', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.clock.install()
    await page.goto(`/console/webhooks/${id}/deliveries`)
    await signIn(page, stage.keeper)
    const slow = Promise.withResolvers<void>()
    await page.route('**/test', async (route) => {
      await slow.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Send a test' }).click()
    const asked = page.waitForRequest('**/test')
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await asked
    await page.clock.fastForward(46_000)
    slow.resolve()
    await page.getByRole('dialog').getByText('HTTP 500').waitFor()
    assert.deepEqual(faults, [])
  })

  it('keeps what was typed when somebody else saved first, and shows both', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto(`/console/webhooks/${id}/settings`)
    await signIn(page, stage.keeper)
    await page.getByLabel('Description').fill('Mine')
    const token = await stage.app.superToken()
    const { status } = await stage.app.request('PUT', `/api/v1/webhooks/${id}`, { token, body: { description: 'Theirs' } })
    assert.equal(status, 200)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else changed this record meanwhile').waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('saved').waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Mine')
    assert.deepEqual(faults, [])
  })

  it('is no other than oneself who switches it off meanwhile: what is typed stays, and is saved', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults, conflicts } = guest
    await page.goto(`/console/webhooks/${id}/settings`)
    await signIn(page, stage.keeper)
    await page.getByLabel('Description').fill('Quiet')
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Switch off' }).click()
    await page.locator('.record-head').getByText('Off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/ saved$/)
      .or(page.getByText('Somebody else changed'))
      .first()
      .waitFor()
    assert.deepEqual(conflicts, [])
    const { json } = await stage.app.get(`/api/v1/webhooks/${id}`, { token: await stage.app.superToken() })
    assert.deepEqual([json.description, json.isActive], ['Quiet', false])
    await page.locator('.record-tabs').getByRole('link', { name: 'Deliveries' }).click()
    await page.locator('tr[data-row]').first().click()
    const again = page.locator('aside.panel').getByRole('button', { name: 'Send again' })
    await again.press('Enter')
    await page.getByText('The webhook is off: nothing is sent').waitFor()
    assert.equal(await again.getAttribute('aria-disabled'), 'true')
    assert.deepEqual(faults, [])
  })

  it('begins from what holds when its settings are opened again, not from what was read before', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto(`/console/webhooks/${id}/settings`)
    await signIn(page, stage.keeper)
    await page.getByLabel('Description').waitFor()
    await page.locator('.trail').getByRole('link', { name: 'Webhooks' }).click()
    await page.locator(`tr[data-row="${id}"]`).waitFor()
    const token = await stage.app.superToken()
    const { status } = await stage.app.request('PUT', `/api/v1/webhooks/${id}`, { token, body: { description: 'Told since' } })
    assert.equal(status, 200)
    await page.locator(`tr[data-row="${id}"]`).click()
    await page.locator('.record-tabs').getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Description').waitFor()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Told since')
    assert.deepEqual(faults, [])
  })

  it('says that one which comes back from the bin is off, at the undo and in the bin', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/webhooks')
    await signIn(page, stage.keeper)
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/ is back, and off$/).waitFor()
    await row.focus()
    await page.keyboard.press('Delete')
    await row.waitFor({ state: 'detached' })
    await page.locator('nav a[href$="/bin"]').click()
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByText('Told since is back, and off').waitFor()
    assert.deepEqual(faults, [])
  })
})
