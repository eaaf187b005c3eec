/** Somebody writes what mails look like. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { skip, visit } from './chromium.ts'
import { type Scene, scene, signIn } from './scene.ts'
import { hostileMail, makeTemplate, templateOf } from './scenes/messages.ts'

describe('templates in the console', { skip }, () => {
  let stage: Scene
  let id: string
  before(async () => {
    stage = await scene()
    id = await templateOf(stage)
  })

  it('shows a mail with its styles while nothing in it runs, follows what is typed, and names the line of a fault', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.addInitScript("addEventListener('message', ({ data }) => { if (data === 'it ran') globalThis.itRan = true })")
    await page.goto(`/console/templates/${await makeTemplate(stage, 'Hostile', hostileMail)}`)
    await signIn(page, stage.keeper)
    const mail = page.frameLocator('iframe.mail-preview')
    const heading = mail.locator('h1')
    await heading.waitFor()
    assert.equal(await heading.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).color), 'rgb(1, 2, 3)')
    assert.equal(await mail.locator('script').count(), 0)
    assert.equal(await mail.locator('[onerror]').count(), 0)
    const editor = page.locator('.cm-content')
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('<p>Typed just now</p>')
    await mail.getByText('Typed just now').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('{% if %')
    await page.getByText(/^Line \d+: This is not valid Liquid/).waitFor()
    assert.equal(await page.evaluate('globalThis.itRan === true'), false)
    // the browser tells of each handler that the policy of the preview refuses
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('Executing inline event handler violates')),
      [],
    )
  })

  it('saves what was changed, and shows both texts when somebody else did first', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto(`/console/templates/${id}`)
    await signIn(page, stage.keeper)
    const subject = page.getByLabel('Subject')
    await subject.fill('Mine {{ orderNumber }}')
    const token = await stage.app.superToken()
    const { status } = await stage.app.request('PUT', `/api/v1/message-templates/${id}`, { token, body: { subject: 'Theirs' } })
    assert.equal(status, 200)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else changed this record meanwhile').waitFor()
    await page.getByRole('cell', { name: 'Theirs', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Order shipped saved').waitFor()
    assert.equal(await subject.inputValue(), 'Mine {{ orderNumber }}')
    assert.deepEqual(faults, [])
  })

  it('writes an own one in the place of one that comes with the service', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/templates?search=locked')
    await signIn(page, stage.keeper)
    await page.locator('tr[data-row]', { hasText: 'Built in' }).first().click()
    await page.getByRole('button', { name: 'Write your own' }).click()
    await page.getByRole('heading', { level: 1, name: 'Write your own' }).waitFor()
    await page.locator('.cm-content').waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/templates\/[0-9a-f-]{36}$/)
    assert.equal(await page.getByLabel('Writes the mail').inputValue(), 'account_locked')
    assert.deepEqual(faults, [])
  })
})
