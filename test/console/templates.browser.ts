/** Somebody writes what mails look like. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { arabic, barriers, skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'
import { hostileMail, makeTemplate, templateOf } from './scenes/messages.ts'

describe('templates in the console', { skip }, () => {
  let stage: Scene
  let id: string
  before(async () => {
    stage = await scene()
    id = await templateOf(stage)
  })
  /** Gives one a code. */
  const codeOf = async (template: string, code: string) => {
    const body = { token: await stage.app.superToken(), body: { code } }
    expectStatus(await stage.app.request('PUT', `/api/v1/message-templates/${template}`, body), 200)
  }

  it('shows a mail with its styles while nothing in it runs, follows what is typed, and names the line of a fault', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.addInitScript("addEventListener('message', ({ data }) => { if (data === 'it ran') globalThis.itRan = true })")
    await openAs(page, `/console/templates/${await makeTemplate(stage, 'Hostile', hostileMail)}`, stage.keeper)
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
    // the last one that could be made stays, as the note beside it says
    await page.getByText(/^Line \d+ is not right yet: this is the text before/).waitFor()
    await mail.getByText('Typed just now').waitFor()
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
    await openAs(page, `/console/templates/${id}`, stage.keeper)
    const subject = page.getByLabel('Subject')
    await subject.fill('Mine {{ orderNumber }}')
    const token = await stage.app.superToken()
    const { status } = await stage.app.request('PUT', `/api/v1/message-templates/${id}`, { token, body: { subject: 'Theirs' } })
    assert.equal(status, 200)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else changed this record meanwhile').waitFor()
    const lines = page.getByRole('figure', { name: 'Subject' })
    assert.deepEqual(await lines.locator('del bdi, ins bdi').allInnerTexts(), ['Theirs', 'Mine {{ orderNumber }}'])
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Order shipped saved').waitFor()
    assert.equal(await subject.inputValue(), 'Mine {{ orderNumber }}')
    // a translation whose subject and HTML are gone is not dropped with its plain text, unsaid
    await page.getByRole('button', { name: 'Arabic', exact: true }).click()
    await page.getByRole('button', { name: 'Plain text', exact: true }).click()
    await page.locator('.cm-content').click()
    await page.keyboard.type('Plain')
    await page.getByRole('button', { name: 'HTML', exact: true }).click()
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await subject.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await subject.and(page.locator('[aria-invalid=true]')).waitFor()
    assert.deepEqual(faults, [])
  })

  it('is no other than oneself who switches it off meanwhile: what is typed stays, and is saved', async () => {
    const made = await makeTemplate(stage, 'Order delayed')
    await codeOf(made, 'order_delayed')
    await using guest = await visit(stage.app.url)
    const { page, faults, conflicts } = guest
    await openAs(page, `/console/templates/${made}`, stage.keeper)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Order is late')
    await page.getByRole('button', { name: 'Actions for Order delayed' }).click()
    // its code is of no mail of the service: nothing comes in its place
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).waitFor()
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.locator('.record-head').getByText('Off', { exact: true }).waitFor()
    const test = page.getByRole('button', { name: 'Send a test mail' })
    assert.equal(await test.getAttribute('aria-disabled'), 'true')
    await test.press('Enter')
    await page.getByText('Only a template that is active can be sent.').waitFor()
    await page.getByLabel('Subject').fill('Late')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Order is late saved').or(page.getByText('Somebody else changed')).first().waitFor()
    assert.deepEqual(conflicts, [])
    const { json } = await stage.app.get(`/api/v1/message-templates/${made}`, { token: await stage.app.superToken() })
    assert.deepEqual([json.name, json.subject, json.isActive], ['Order is late', 'Late', false])
    assert.deepEqual(faults, [])
  })

  it('begins from what holds when it is opened again, not from what was read before', async () => {
    const made = await makeTemplate(stage, 'Order lost')
    await codeOf(made, 'order_lost')
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/templates/${made}`, stage.keeper)
    await page.getByLabel('Subject').waitFor()
    await page.locator('.trail').getByRole('link', { name: 'Templates' }).click()
    const row = page.locator('tr[data-row]', { hasText: 'Order lost' })
    await row.waitFor()
    assert.equal(await row.getByText('Replaces built in').count(), 0)
    const body = { subject: 'Theirs', bodyHtml: '<p>Found again</p>' }
    const token = await stage.app.superToken()
    assert.equal((await stage.app.request('PUT', `/api/v1/message-templates/${made}`, { token, body })).status, 200)
    await row.click()
    await page.getByLabel('Subject').waitFor()
    assert.equal(await page.getByLabel('Subject').inputValue(), 'Theirs')
    await page.frameLocator('iframe.mail-preview').getByText('Found again').waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows line by line where two have changed a text, runs nothing of it, and keeps or takes what is chosen', async () => {
    const made = await makeTemplate(stage, 'Long letter', `\n${Array.from({ length: 40 }, (_, n) => `<p>Line ${n}</p>`).join('\n')}`)
    const path = `/api/v1/message-templates/${made}`
    const token = await stage.app.superToken()
    const read = async () =>
      (await stage.app.get(path, { token })).json as unknown as { bodyHtml: string; bodyText: string | null; name: string }
    const html = (await read()).bodyHtml
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await openAs(page, `/console/templates/${made}`, stage.keeper)
    const type = async (text: string) => {
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(text)
    }
    const overtake = async (body: object) => {
      assert.equal((await stage.app.request('PUT', path, { token, body })).status, 200)
      await page.keyboard.press('Control+Enter')
      await page.locator('.line-diff').first().waitFor()
    }
    const marked = async (place: number) =>
      await page
        .locator('.line-diff')
        .nth(place)
        .evaluate((one) => [...one.querySelectorAll('del, ins')].map((line) => line.querySelector('bdi')?.textContent))
    await type('\n<p>Mine</p>')
    const theirs = html.replace('<p>Line 5</p>', '<p onclick=alert(1)>Five</p>')
    await overtake({ bodyHtml: theirs, bodyText: 'Plain', name: 'Longer letter' })
    assert.deepEqual(await marked(0), ['<p onclick=alert(1)>Five</p>', '<p>Line 5</p>', '<p>Mine</p>'])
    // what only they changed, and stays theirs whichever is kept
    assert.deepEqual(await marked(1), ['Plain'])
    assert.ok((await page.locator('.line-diff').first().locator('p').count()) < 12)
    assert.deepEqual(await barriers(page), [])
    await page.setViewportSize({ width: 320, height: 700 })
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('row', { name: /Longer letter/ }).waitFor()
    await page.getByRole('button', { name: 'خذ قيمه' }).click()
    await page.locator('.cm-content').waitFor()
    assert.deepEqual([(await read()).bodyHtml, await page.getByRole('button', { name: 'حفظ' }).isDisabled()], [theirs, true])
    await type('\n<p>Mine again</p>')
    await overtake({ bodyHtml: html })
    await page.getByRole('button', { name: 'أبقِ قيمي' }).click()
    await page.locator('.cm-content').waitFor()
    const kept = await read()
    assert.deepEqual([kept.bodyHtml, kept.bodyText, kept.name], [`${theirs}\n<p>Mine again</p>`, 'Plain', 'Longer letter'])
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('Executing inline event handler violates')),
      [],
    )
  })

  it('writes an own one in the place of one that comes with the service', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/templates?search=locked', stage.keeper)
    await page.locator('tr[data-row]', { hasText: 'Built in' }).first().click()
    await page.getByRole('button', { name: 'Write your own' }).click()
    await page.getByRole('heading', { level: 1, name: 'Write your own' }).waitFor()
    await page.locator('.cm-content').waitFor()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL(/\/templates\/[0-9a-f-]{36}$/)
    assert.equal(await page.getByLabel('Writes the mail').inputValue(), 'account_locked')
    // the way back leads to the one that it was made from, and to no form
    await page.goBack()
    await page.getByRole('button', { name: 'Write your own' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
