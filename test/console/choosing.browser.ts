/** Somebody chooses by keys in a list that the service changes meanwhile. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { skip, type Visit, visit } from './chromium.ts'
import { openAs, password, type Scene, scene } from './scene.ts'
import { keeperToken, makeTemplate } from './scenes/messages.ts'

describe('what is chosen by keys', { skip }, () => {
  let stage: Scene
  let shipped: string
  before(async () => {
    stage = await scene()
    await makeTemplate(stage, 'About us')
    shipped = await makeTemplate(stage, 'Order shipped')
  })

  /** Requests whose address has `part` in it reach the service when `release` is called. */
  async function held({ page }: Visit, part: string) {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    await page.route(
      (url) => url.href.includes(part),
      async (route) => {
        ask()
        await promise
        await route.continue()
      },
    )
    return { asked, release }
  }

  /** The field of a mail's template, whose list is open. */
  async function atTemplates(page: Page) {
    await openAs(page, '/console/emails/compose', stage.keeper)
    const field = page.getByRole('combobox', { name: 'Template' })
    await field.focus()
    await page.getByRole('option', { name: 'About us' }).waitFor()
    return field
  }

  it('is the record that is marked, although another has come before it', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const field = await atTemplates(page)
    // a whole name is searched for as any part of it: it may stand behind the first that are shown
    await field.fill('About us')
    await page.getByRole('option', { name: 'Order shipped' }).waitFor({ state: 'detached' })
    await field.fill('')
    await page.getByRole('option', { name: 'Order shipped' }).waitFor()
    const search = await held(guest, 'search=order')
    await page.keyboard.type('order')
    await page.getByRole('option', { name: 'About us' }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await search.asked
    await makeTemplate(stage, 'Order another')
    search.release()
    await page.getByRole('option', { name: 'Order another' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    assert.equal(await field.inputValue(), 'Order shipped')
    assert.deepEqual(faults, [])
  })

  it('is nothing where the record that was marked is gone', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    const field = await atTemplates(page)
    const search = await held(guest, 'search=us')
    await page.keyboard.type('us')
    await page.getByRole('option', { name: 'Order shipped' }).waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await search.asked
    await stage.app.open.service.database.kysely
      .updateTable('messageTemplates')
      .set({ name: 'Of yours' })
      .where('name', '=', 'About us')
      .execute()
    search.release()
    await page.getByRole('option', { name: 'About us' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    assert.equal(await field.inputValue(), 'us')
    assert.match(page.url(), /compose$/)
  })

  it('stays where nothing is marked, and Enter sends the form', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, `/console/emails/compose?template=${shipped}`, stage.keeper)
    const field = page.getByRole('combobox', { name: 'Template' })
    await page.getByLabel('orderNumber').waitFor()
    await field.focus()
    await page.getByRole('option', { name: 'Order shipped' }).waitFor()
    const sent = page.waitForEvent('console', (message) => message.text() === 'sent')
    await page.evaluate(`document.querySelector('form').addEventListener('submit', () => console.log('sent'), { once: true })`)
    await page.keyboard.press('Enter')
    await sent
    assert.equal(await field.inputValue(), 'Order shipped')
  })

  it('is the record of the palette that is marked, although another has come before it', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await openAs(page, '/console/emails', stage.keeper)
    await page.getByRole('heading', { level: 1, name: /^E-mails/ }).waitFor()
    const search = await held(guest, 'q=person.')
    await page.keyboard.press('Control+k')
    await page.locator('[role=combobox]:focus').waitFor()
    await page.keyboard.type('person')
    await page.getByRole('option').nth(1).waitFor()
    await page.keyboard.type('.')
    await page.keyboard.press('ArrowDown')
    const marked = page.getByRole('option', { selected: true })
    const name = await marked.innerText()
    await search.asked
    const body = { email: 'person.new@harbour.example', firstName: 'Nora', lastName: 'New', roleId: stage.roleId, password }
    expectStatus(await stage.app.post('/api/v1/Admins', body, { token: await keeperToken(stage) }), 201)
    search.release()
    await page.getByRole('option', { name: 'Nora New' }).waitFor()
    assert.equal(await marked.innerText(), name)
  })
})
