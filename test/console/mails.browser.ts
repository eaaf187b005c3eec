/** Somebody writes mails to one and to many, and stops what has not left. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { AppError } from '#core/errors.ts'
import { fillAdmins } from '../admins/many.ts'
import { addFailedMail } from '../emails/rig.ts'
import { addRole } from '../groups/world.ts'
import { expectStatus } from '../harness.ts'
import { arabic, barriers, skip, visit } from './chromium.ts'
import { hostileName, openAs, password, type Scene, scene } from './scene.ts'
import { keeperToken, templateOf } from './scenes/messages.ts'

/** All but the keeper and the stranger. */
const people = 28
const ahead = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T09:30`

describe('mails in the console', { skip }, () => {
  let stage: Scene
  let templateId: string
  before(async () => {
    stage = await scene()
    templateId = await templateOf(stage)
  })
  const mailsOf = async (query: string) =>
    expectStatus(await stage.app.get(`/api/v1/emails?pageSize=100&${query}`, { token: await keeperToken(stage) }), 200).json.items as {
      to: string
      status: string
      subject: string
      scheduledAt: string | null
    }[]
  const pick = async (page: Page, label: string, typed: string, option: RegExp) => {
    await page.getByRole('combobox', { name: label }).fill(typed)
    await page.getByRole('option', { name: option }).first().click()
  }

  const isSent = (text: string | null): text is string => text !== null && !text.includes('"dryRun":true')

  it('counts all that match, reads as one of them, schedules as many as were counted, and cancels the batch', async () => {
    await using guest = await visit(stage.app.url, { locale: 'en-GB', timezoneId: 'Asia/Amman' })
    const { page, faults } = guest
    const { kysely } = stage.app.open.service.database
    await kysely.updateTable('accounts').set({ language: 'ar' }).where('firstName', '=', 'Yousef').execute()
    await openAs(page, '/console/emails', stage.keeper)
    await page.getByRole('button', { name: 'Write a mail' }).click()
    await pick(page, 'Template', 'Order', /^Order shipped$/)
    await page.getByLabel('orderNumber').fill('B-77')
    await page.getByRole('button', { name: 'All that match' }).click()
    await page.getByText('30 mails', { exact: true }).waitFor()
    const mail = page.frameLocator('iframe.mail-preview')
    await page.getByLabel('Name or address contains').fill('person.27')
    await page.getByText('1 mail', { exact: true }).waitFor()
    await mail.getByRole('heading', { name: `Hello ${hostileName}` }).waitFor()
    await mail.getByText('Order B-77 left today.').waitFor()
    assert.equal(await mail.locator('img').count(), 0)
    await page.getByLabel('Name or address contains').fill('person.')
    await page.getByText(`${people} mails`, { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'As it is read by' }).click()
    await page.getByRole('option', { name: 'ريم نجار' }).first().click()
    await mail.getByRole('heading', { name: 'Hello ريم' }).waitFor()
    // somebody who chose a language is written to in that one
    await page.getByRole('combobox', { name: 'As it is read by' }).click()
    await page.getByRole('option', { name: 'Yousef Qasim' }).first().click()
    await mail.getByText('طلبك B-77 في الطريق.').waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText('Say when.').waitFor()
    // what is due already would leave at once
    await page.getByLabel('Day and time').fill(ahead(-1))
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText('That time has passed.').waitFor()
    const at = ahead(3)
    await page.getByLabel('Day and time').fill(at)
    await page.getByRole('button', { name: 'High' }).click()
    assert.deepEqual(await barriers(page), [])
    await page.getByRole('button', { name: 'Schedule' }).click()
    const dialog = page.getByRole('dialog', { name: `Send ${people} mails?` })
    await dialog.waitFor()
    // whoever reads the question for longer than that is not taken at a word that has become another one
    const confirm = "document.querySelector('[role=dialog] .acts button:last-child').click()"
    await page.evaluate(`(() => { const { now } = Date; Date.now = () => now() + 432_000_000; ${confirm}; Date.now = now })()`)
    await page.getByText('That time has passed.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Schedule' }).click()
    await dialog.waitFor()
    // another one comes to match while the number is read
    const { app, tenantId, roleId } = stage
    const late = { email: 'person.99@harbour.example', firstName: 'Late', lastName: 'Comer', roleId, tenantId }
    expectStatus(await app.post('/api/v1/Admins', late, { token: await app.superToken() }), 201)
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    const anew = page.getByRole('dialog', { name: `Send ${people + 1} mails?` })
    await anew.getByText('The number has changed meanwhile.').waitFor()
    assert.equal((await mailsOf(`templateId=${templateId}`)).length, 0)
    await anew.getByRole('button', { name: 'Schedule' }).click()
    await page.waitForURL(/\/emails\?batch=[\w-]+$/)
    await page.getByRole('heading', { level: 1, name: `E-mails ${people + 1}` }).waitFor()
    const made = await mailsOf(`templateId=${templateId}`)
    assert.ok(made.every(({ scheduledAt, status }) => status === 'scheduled' && scheduledAt === new Date(`${at}+03:00`).toISOString()))
    await page.getByRole('button', { name: 'Cancel the batch' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the batch' }).click()
    await page.getByText(`${people + 1} mails cancelled`).waitFor()
    assert.ok((await mailsOf(`templateId=${templateId}`)).every(({ status }) => status === 'cancelled'))
    assert.deepEqual(faults, [])
  })

  it('sends one mail once, however often the answer is lost and somebody clicks again', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    let lost = 0
    await page.route('**/emails/send', async (route) => {
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await openAs(page, '/console/templates?search=Order', stage.keeper)
    await page.getByRole('button', { name: 'Actions for Order shipped' }).click()
    await page.getByRole('menuitem', { name: 'Write a mail with it' }).click()
    await page.waitForURL(new RegExp(`/emails/compose\\?template=${templateId}$`))
    await page.getByLabel('orderNumber').fill('C-1')
    await page.getByLabel('Another subject').fill('Only once')
    await pick(page, 'Name or address', 'stranger@harbour', /Sam Stranger/)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('The service can’t be reached. Check your connection and try again.').waitFor()
    await page.unroute('**/emails/send')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL(/\/emails\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { level: 1, name: 'Only once' }).waitFor()
    assert.ok(lost > 0)
    assert.equal((await mailsOf('search=Only%20once')).length, 1)
  })

  it('queues a batch once, too', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    let lost = 0
    let named = false
    await page.route('**/emails/send-bulk', async (route) => {
      if (!isSent(route.request().postData()) || lost > 3) return await route.continue()
      const { recipients } = route.request().postDataJSON() as { recipients: { to: string; recipientId?: string }[] }
      named = recipients.every(({ recipientId }) => recipientId !== undefined)
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await openAs(page, `/console/emails/compose?template=${templateId}`, stage.keeper)
    await page.getByLabel('orderNumber').fill('D-1')
    await page.getByLabel('Another subject').fill('Both of you')
    await pick(page, 'Name or address', 'stranger@harbour', /Sam Stranger/)
    await pick(page, 'Name or address', 'keeper@harbour', /Kim Keeper/)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 2 mails?' })
    while (!page.url().includes('batch=')) {
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await dialog.getByRole('alert').or(page.getByText('2 mails are on their way')).first().waitFor()
    }
    assert.ok(lost > 0)
    // who was chosen is meant, whoever else has that address
    assert.ok(named)
    assert.equal((await mailsOf('search=Both%20of%20you')).length, 2)
  })

  it('says so where its key is that of another mail, and not that the number changed', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    let isUsed = false
    await page.route('**/emails/send-bulk', async (route) => {
      const text = route.request().postData()
      if (isSent(text) && !isUsed) {
        isUsed = true
        const headers = { 'idempotency-key': route.request().headers()['idempotency-key'] ?? '' }
        const other = { ...JSON.parse(text), subject: 'Another of this key' }
        expectStatus(await stage.app.post('/api/v1/emails/send-bulk', other, { token: await keeperToken(stage), headers }), 202)
      }
      await route.continue()
    })
    await openAs(page, `/console/emails/compose?template=${templateId}`, stage.keeper)
    await page.getByLabel('orderNumber').fill('F-1')
    await pick(page, 'Name or address', 'stranger@harbour', /Sam Stranger/)
    await pick(page, 'Name or address', 'keeper@harbour', /Kim Keeper/)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 2 mails?' })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('alert').getByText('This Idempotency-Key was used for another request.').waitFor()
    assert.equal(await dialog.getByText('The number has changed meanwhile.').count(), 0)
  })

  it('goes to no typed address beside somebody whose address is hidden, and says so', async () => {
    const { app, tenantId } = stage
    const rights = ['emails.send', 'emails.external', 'emails.view', 'templates.view', 'admins.view']
    const roleId = await addRole(app, tenantId, rights, { 'admins.view': ['email'] })
    const email = 'masked@harbour.example'
    const made = { email, firstName: 'Mona', lastName: 'Masked', roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', made, { token: await app.superToken() }), 201)
    await using guest = await visit(app.url)
    const { page } = guest
    await openAs(page, `/console/emails/compose?template=${templateId}`, email)
    await page.getByLabel('orderNumber').fill('G-1')
    await pick(page, 'Name or address', 'Stranger', /Sam Stranger/)
    await page.getByText('1 mail', { exact: true }).waitFor()
    await pick(page, 'Name or address', 'out@elsewhere.example', /out@elsewhere/)
    const refusal = page.getByText('An address that you typed can’t stand beside people whose address is hidden from you.')
    await refusal.waitFor()
    assert.equal(await page.locator('.mail-count').count(), 0)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: /out@elsewhere/ }).click()
    await refusal.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog', { name: 'Send 1 mail?' }).waitFor()
  })

  it('says why one failed, and sends it again', async () => {
    const id = await addFailedMail(stage.app, stage.tenantId, { recipientAddress: stage.keeper })
    const old = await addFailedMail(stage.app, stage.tenantId, { recipientAddress: stage.keeper, content: null })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/emails?status=failed', stage.keeper)
    await page.locator(`tr[data-row="${old}"] td`).nth(1).click()
    const resend = page.locator('aside.panel').getByRole('button', { name: 'Send again' })
    await resend.and(page.locator('[aria-disabled=true][title="What it said is not kept."]')).waitFor()
    await page.locator(`tr[data-row="${id}"] td`).nth(1).click()
    await resend.and(page.locator(':not([title])')).waitFor()
    // once, however fast somebody clicks again
    await page.getByRole('button', { name: 'Send again' }).dblclick()
    await page.getByText('The mail waits to be sent again').waitFor()
    await page.locator('aside.panel').getByText('Queued', { exact: true }).waitFor()
    assert.deepEqual(guest.conflicts, [])
    await page.getByRole('button', { name: 'Day by day' }).click()
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /^Mails day by day/ })
      .waitFor()
    assert.deepEqual(faults, [])
  })

  it('is worked by keys alone in Arabic: to one, and cancelled', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const choose = async (label: string, typed: string, option: RegExp) => {
      await page.getByRole('combobox', { name: label }).focus()
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: option }).first().waitFor()
      await press('ArrowDown', 'Enter')
    }
    await openAs(page, '/console/emails', stage.keeper)
    await page.locator('tr[data-row]').first().waitFor()
    await press('n')
    await page.waitForURL(/\/emails\/compose$/)
    await choose('القالب', 'Order', /^Order shipped$/)
    await page.getByLabel('orderNumber').focus()
    await page.keyboard.type('E-9')
    await choose('الاسم أو العنوان', 'stranger@harbour', /Sam Stranger/)
    await page.getByRole('list', { name: 'الاسم أو العنوان' }).getByText('Sam Stranger').waitFor()
    await page.frameLocator('iframe.mail-preview').getByText('Hello Sam').waitFor()
    await page.getByRole('button', { name: 'عالية' }).focus()
    await press('Space', 'Control+Enter')
    await page.waitForURL(/\/emails\/[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: 'إلغاء هذه الرسالة' }).focus()
    await press('Enter')
    await page.getByText('أُلغيت رسالة واحدة').waitFor()
    await page.locator('.record-name').getByText('أُلغيت', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('says how many were left where a batch broke off, and counts those right who are left out by the thousand', async () => {
    const { app, tenantId, roleId } = stage
    const { database, renderer } = app.open.service
    const { ids } = await fillAdmins(app, { tenantId, role: async () => roleId }, 1510)
    await database.kysely.updateTable('accounts').set({ email: 'none' }).where('id', 'in', ids.slice(0, 1005)).execute()
    await using guest = await visit(app.url)
    const { page } = guest
    await openAs(page, `/console/emails/compose?template=${templateId}`, stage.keeper)
    await page.getByLabel('orderNumber').fill('H-1')
    await page.getByLabel('Another subject').fill('To thousands')
    await page.getByRole('button', { name: 'All that match' }).click()
    await page.getByLabel('Name or address contains').fill('bulk')
    await page.getByText('505 mails', { exact: true }).waitFor()
    await page.getByText('1,005 were left out').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 505 mails?' })
    await dialog.waitFor()
    const { ask } = renderer
    let asked = 0
    // in the second batch, whether or not the page is shown anew meanwhile
    const failing = async (...task: Parameters<typeof ask>) => {
      asked += 1
      if (asked === 1 + 500 + 3) throw new AppError(503, 'unavailable')
      return await ask.apply(renderer, task)
    }
    Object.assign(renderer, { ask: failing })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    Object.assign(renderer, { ask })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Only 500 of 505 mails were taken: 5 were left').waitFor()
    await page.waitForURL(/\/emails\?batch=[\w-]+$/)
    await page.getByRole('heading', { level: 1, name: 'E-mails 500' }).waitFor()
  })
})
