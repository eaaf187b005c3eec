/** The journeys of mails and templates, each by mouse in English and by keyboard in Arabic; mails arrive at a real server. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addFailedMail } from '../../emails/rig.ts'
import { expectStatus } from '../../harness.ts'
import { type Mailbox, startMailbox } from '../../rig/mailbox.ts'
import { skip, visit } from '../chromium.ts'
import { password, type Scene, scene, signIn } from '../scene.ts'
import { keeperToken, makeTemplate } from '../scenes/messages.ts'
import { ways } from './ways.ts'

/** A time that is always ahead, and less than a year. */
const inThreeDays = () => `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T09:30`

describe('messages in the console', { skip }, () => {
  let stage: Scene
  let mailbox: Mailbox
  before(async () => {
    mailbox = await startMailbox()
    stage = await scene({ background: true, env: { MAIL_URL: mailbox.url } })
  })
  const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

  for (const { name, mark, options, say, handOf } of ways)
    it(`a mail is written to all that match, read as one of them, scheduled, cancelled, and another sent again, ${name}`, async () => {
      const title = `Harvest ${name}`
      const templateId = await makeTemplate(stage, title)
      await using guest = await visit(stage.app.url, options)
      const { page, faults } = guest
      const { keyboard } = page
      const hand = handOf(page, 150)
      const act = hand.press
      await page.goto('/console/emails')
      await signIn(page, stage.keeper, password, hand)
      await act(button(page, say('new.email')))
      const template = page.getByRole('combobox', { name: say('emails.template') })
      await hand.at(template)
      await keyboard.type(title.slice(0, -1))
      await page.getByRole('option', { name: title, exact: true }).waitFor()
      await page.getByRole('option').nth(1).waitFor({ state: 'detached' })
      for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key)
      await hand.at(page.getByLabel('orderNumber'))
      await keyboard.type('F-5')
      await act(button(page, say('compose.way.filter')))
      await hand.at(page.getByLabel(say('compose.search')))
      await keyboard.type('person.2')
      // 2, and 20 to 27
      await page.getByText(say('compose.count', { count: 9 }), { exact: true }).waitFor()
      const mail = page.frameLocator('iframe.mail-preview')
      const reader = page.getByRole('combobox', { name: say('compose.readAs') })
      await reader.waitFor()
      await act(reader)
      const last = page.getByRole('option').last()
      const who = await last.innerText()
      await keyboard.press('End')
      for (let n = 0; n < 10 && (await last.getAttribute('data-combobox-selected')) === null; n++) await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      await mail.getByRole('heading', { name: `Hello ${who.split(' ')[0]}` }).waitFor()
      await act(button(page, say('compose.when.later')))
      // a field of the browser's own, whose keys differ by system, and which takes years that no calendar has
      await page.getByLabel(say('compose.at')).fill('12026-11-25T10:30')
      await act(button(page, say('compose.schedule')))
      await page.getByText(say('compose.needTime')).waitFor()
      await page.getByLabel(say('compose.at')).fill(inThreeDays())
      await act(button(page, say('compose.schedule')))
      const dialog = page.getByRole('dialog', { name: say('compose.askTitle', { count: 9 }) })
      await act(button(dialog, say('compose.schedule')))
      await page.getByText(say('compose.toldScheduled', { count: 9 })).waitFor()
      await act(button(page, say('emails.cancelBatch')))
      await act(button(page.getByRole('dialog', { name: say('emails.cancelBatchTitle') }), say('emails.cancelBatch')))
      await page.getByText(say('emails.toldCancelled', { count: 9 })).waitFor()
      const query = `/api/v1/emails?templateId=${templateId}`
      const { items } = expectStatus(await stage.app.get(query, { token: await keeperToken(stage) }), 200).json
      assert.deepEqual(new Set(items.map(({ status }: { status: string }) => status)), new Set(['cancelled']))
      assert.equal(mailbox.mails.filter(({ html }) => html?.includes('F-5')).length, 0)
      const failed = await addFailedMail(stage.app, stage.tenantId, { recipientAddress: `${mark}@harbour.example` })
      await page.goto(`/console/emails/${failed}`)
      await act(button(page, say('emails.resend')))
      await page.getByText(say('emails.toldResent')).waitFor()
      await mailbox.waitFor(({ subject }) => subject === `Subject ${failed}`)
      assert.deepEqual(faults, [])
    })

  for (const { name, mark, options, say, handOf } of ways)
    it(`a mail of the service is written anew, mended at its line, saved against another, tried, and put back, ${name}`, async () => {
      await using guest = await visit(stage.app.url, options)
      const { page, faults } = guest
      const { keyboard } = page
      const hand = handOf(page, 150)
      const act = hand.press
      await page.goto('/console/templates?search=locked')
      await signIn(page, stage.keeper, password, hand)
      await act(page.locator('tr[data-row]', { hasText: say('templates.builtIn') }).first())
      await act(button(page, say('templates.override')))
      await page.locator('.cm-content').waitFor()
      await act(button(page, say('act.create')))
      await page.waitForURL(/\/templates\/[0-9a-f-]{36}$/)
      const id = new URL(page.url()).pathname.split('/').at(-1)
      assert.equal(await page.getByLabel(say('templates.code')).inputValue(), 'account_locked')
      // an error, named at its line, and taken back
      const editor = page.locator('.cm-content')
      await editor.waitFor()
      await hand.at(editor)
      await keyboard.press('Control+End')
      await keyboard.press('Enter')
      await keyboard.insertText('{% if %')
      await page
        .locator('[role=alert]', { hasText: say('templates.atLine', { line: '', message: '' }).trim().split(/\s|:/)[0] ?? '' })
        .waitFor()
      for (let n = 0; n < 7; n++) await keyboard.press('Backspace')
      await keyboard.insertText('<p>Our own words</p>')
      await page.frameLocator('iframe.mail-preview').getByText('Our own words').waitFor()
      await page.locator('[role=alert]').waitFor({ state: 'detached' })
      // somebody else is first
      const token = await keeperToken(stage)
      const theirs = { name: `Theirs ${name}` }
      expectStatus(await stage.app.request('PUT', `/api/v1/message-templates/${id}`, { token, body: theirs }), 200)
      await act(button(page, say('act.save')))
      await page.getByText(say('form.conflict')).waitFor()
      const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith(`/${id}`))
      await act(button(page, say('form.keepMine')))
      assert.equal((await kept).status(), 200)
      const saved = expectStatus(await stage.app.get(`/api/v1/message-templates/${id}`, { token }), 200).json
      assert.ok(saved.bodyHtml.includes('Our own words') || JSON.stringify(saved.translations).includes('Our own words'))
      // it arrives as it was saved
      await act(button(page, say('templates.test')))
      const dialog = page.getByRole('dialog', { name: say('templates.test') })
      const to = `${mark}.try@harbour.example`
      await hand.fill(dialog.getByLabel(say('templates.to')), to)
      await act(button(dialog, say('templates.testSend')))
      await page.getByText(say('templates.toldTest')).waitFor()
      const mail = await mailbox.waitFor(({ envelope }) => envelope.to.includes(to))
      assert.match(mail.html ?? '', /Our own words/)
      // and goes, so that the service's own is there again
      await act(page.locator('.record-acts button').last())
      const reset = page.getByRole('menuitem', { name: say('templates.reset') })
      await reset.waitFor()
      await act(reset)
      await page.waitForURL(/\/templates$/)
      expectStatus(await stage.app.get(`/api/v1/message-templates/${id}`, { token }), 404)
      assert.deepEqual(faults, [])
    })

  it('begins the Arabic subject of a template at its right, though a variable comes first', async () => {
    const id = await makeTemplate(stage, 'Subjects')
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await page.goto(`/console/templates/${id}`)
    await signIn(page, stage.keeper)
    const subject = page.getByRole('textbox', { name: 'Subject' })
    const direction = () => subject.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).direction)
    await page.getByRole('button', { name: 'Arabic', exact: true }).click()
    await subject.fill('{{ orderNumber }} في الطريق')
    assert.equal(await direction(), 'rtl')
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await page.getByRole('button', { name: 'Add a translation' }).click()
    assert.equal(await direction(), 'ltr')
  })
})
