/** Whoever may not see all writes mails all the same, and learns nothing by it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { addRole } from '../groups/world.ts'
import { expectStatus } from '../harness.ts'
import { barriers, skip, visit } from './chromium.ts'
import { openAs, password, type Scene, scene } from './scene.ts'
import { keeperToken, templateOf } from './scenes/messages.ts'
import { withUsers } from './scenes/people.ts'

describe('mails of somebody who may not see all', { skip }, () => {
  let stage: Scene
  let templateId: string
  before(async () => {
    stage = await scene()
    templateId = await templateOf(stage)
  })
  const mailsOf = async (query: string) =>
    expectStatus(await stage.app.get(`/api/v1/emails?${query}`, { token: await keeperToken(stage) }), 200).json.items as { to: string }[]
  const pick = async (page: Page, label: string, typed: string, option: RegExp) => {
    await page.getByRole('combobox', { name: label }).fill(typed)
    await page.getByRole('option', { name: option }).first().click()
  }

  it('tells no address to whoever may not see it, and sends there all the same', async () => {
    const { app, tenantId } = stage
    const rights = ['emails.view', 'emails.send', 'templates.view', 'admins.view']
    const roleId = await addRole(app, tenantId, rights, { 'admins.view': ['email'] })
    const masked = { email: 'masked@harbour.example', firstName: 'Mona', lastName: 'Masked', roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', masked, { token: await app.superToken() }), 201)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    const said: string[] = []
    page.on('response', async (answer) => {
      if (/\/emails/.test(answer.url())) said.push(await answer.text().catch(() => ''))
    })
    await openAs(page, `/console/emails/compose?template=${templateId}`, masked.email)
    await page.getByLabel('orderNumber').fill('M-1')
    await page.getByLabel('Another subject').fill('Unseen')
    await pick(page, 'Name or address', 'Stranger', /Sam Stranger/)
    await page.getByText('Hidden from your role').waitFor()
    await page.getByText('1 mail', { exact: true }).waitFor()
    await page.frameLocator('iframe.mail-preview').getByRole('heading', { name: 'Hello Sam' }).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog', { name: 'Send 1 mail?' }).getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL(/\/emails\?batch=/)
    await page.locator('tr[data-row]', { hasText: 'Unseen' }).waitFor()
    const canary = stage.stranger
    assert.ok(said.length > 3 && said.every((text) => !text.includes(canary)))
    assert.ok(!(await page.content()).includes(canary))
    assert.deepEqual(
      (await mailsOf('search=Unseen')).map(({ to }) => to),
      [canary],
    )
    assert.deepEqual(faults, [])
  })

  it('is begun in the row of an admin or user, for who may send it and sees the address', async () => {
    const { app, tenantId } = stage
    await withUsers(stage)
    const writes = (page: Page) => page.getByRole('menuitem', { name: 'Write a mail' })
    const openMenu = async (page: Page, name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menu').waitFor()
    }
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins?search=stranger@harbour', stage.keeper)
    await openMenu(page, 'Sam Stranger')
    await writes(page).click()
    await page.waitForURL(/\/emails\/compose\?to=[\da-f-]{36}$/)
    const people = page.getByRole('list', { name: 'Name or address' })
    await people.getByText('stranger@harbour.example').waitFor()
    // nothing was typed: nobody is asked when they leave
    await page.locator('nav a', { hasText: 'Users' }).click()
    await page.locator('tr[data-row] .act button').first().click()
    await writes(page).click()
    await people.getByText('@shop.example').waitFor()
    assert.equal(await people.getByRole('listitem').count(), 1)
    assert.deepEqual(await barriers(page), [])
    await page.goto(`/console/emails/compose?to=${randomUUID()}`)
    await page.getByRole('combobox', { name: 'Template' }).waitFor()
    assert.equal(await people.count(), 0)
    const rights = ['admins.view', 'emails.view', 'templates.view']
    for (const [email, roleId] of [
      ['no.sender@harbour.example', await addRole(app, tenantId, rights)],
      ['masked.sender@harbour.example', await addRole(app, tenantId, [...rights, 'emails.send'], { 'admins.view': ['email'] })],
    ] as const) {
      const body = { email, firstName: 'No', lastName: 'Writer', roleId, tenantId, password }
      expectStatus(await app.post('/api/v1/Admins', body, { token: await app.superToken() }), 201)
      await using other = await visit(app.url)
      await openAs(other.page, '/console/admins?search=Sam', email)
      await openMenu(other.page, 'Sam Stranger')
      assert.equal(await writes(other.page).count(), 0, email)
    }
    assert.deepEqual(faults, [])
  })

  it('names the permission to whoever may send mails and see no template', async () => {
    const { app, tenantId } = stage
    const roleId = await addRole(app, tenantId, ['emails.send'])
    const sender = { email: 'sender@harbour.example', firstName: 'Sim', lastName: 'Sender', roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', sender, { token: await app.superToken() }), 201)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await openAs(page, '/console/emails/compose', sender.email)
    await page.getByText('It needs the permission templates.view.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).count(), 0)
    assert.deepEqual(faults, [])
  })

  it('is ready for the next one where somebody may send mails and see none', async () => {
    const { app, tenantId } = stage
    const roleId = await addRole(app, tenantId, ['emails.send', 'templates.view', 'admins.view'])
    const sender = { email: 'only.sends@harbour.example', firstName: 'Ona', lastName: 'Sender', roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', sender, { token: await app.superToken() }), 201)
    await using guest = await visit(app.url)
    const { page, faults } = guest
    await openAs(page, `/console/emails/compose?template=${templateId}`, sender.email)
    await page.getByLabel('orderNumber').fill('N-1')
    await pick(page, 'Name or address', 'stranger@harbour', /Sam Stranger/)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('1 mail is on its way').waitFor()
    await page.getByRole('list', { name: 'Name or address' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('orderNumber').inputValue(), '')
    assert.match(page.url(), /\/emails\/compose/)
    assert.deepEqual(faults, [])
  })
})
