/** A role with a hidden field is made in the console, and an admin who has it; who has it never learns an address of anybody. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { skip, visit } from '../chromium.ts'
import { password, type Scene, scene, signIn } from '../scene.ts'
import { ways } from './ways.ts'

const canary = 'harbour.example'

describe('an admin whose role may not see addresses', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  for (const { name, mark, options, say, handOf } of ways) {
    const own = `helper.${mark}@${canary}`

    it(`gets a role that somebody made in the console, with the field hidden, ${name}`, async () => {
      await using guest = await visit(stage.app.url, options)
      const { page, faults } = guest
      const hand = handOf(page, 41)
      const dialog = page.getByRole('dialog')
      const button = (text: string) => page.getByRole('button', { name: text, exact: true })
      const inDialog = (text: string) => dialog.getByRole('button', { name: text, exact: true })
      await page.goto('/console/roles?do=new')
      await signIn(page, stage.keeper, password, hand)
      const role = `Helpdesk ${mark}`
      await hand.fill(dialog.getByLabel(say('fact.name'), { exact: true }), role)
      await hand.press(inDialog(say('act.create')))
      await page.getByRole('heading', { level: 1, name: role }).waitFor()
      await dialog.waitFor({ state: 'detached' })
      for (const right of ['admins.view', 'admins.update']) await hand.press(page.locator(`[data-right="${right}"] .tick`))
      for (const right of ['admins.view', 'admins.update']) {
        await hand.press(page.locator(`[data-right="${right}"] .fields-button`))
        await hand.tick(dialog.getByLabel(say('rights.field.email'), { exact: true }))
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
      await hand.press(button(say('roles.review')))
      await hand.press(inDialog(say('act.save')))
      await dialog.waitFor({ state: 'detached' })
      await hand.press(page.locator('nav a[href="/console/admins"]'))
      await hand.press(button(say('new.admin')))
      await hand.fill(dialog.getByLabel(say('fact.firstName')), 'Hanna')
      await hand.fill(dialog.getByLabel(say('fact.lastName')), 'Help')
      await hand.fill(dialog.getByLabel(say('fact.email')), own)
      await hand.at(dialog.getByRole('combobox', { name: say('fact.role') }))
      // a whole name is what is chosen, and looks for nothing
      await page.keyboard.type(role.slice(0, -1))
      await page.getByRole('option', { name: role, exact: true }).waitFor()
      await page.getByRole('option').nth(1).waitFor({ state: 'detached' })
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
      await hand.fill(dialog.getByLabel(say('form.password')), password)
      await hand.press(inDialog(say('act.create')))
      await dialog.waitFor({ state: 'detached' })
      assert.deepEqual(faults, [])
    })

    it(`finds no address in any answer, on the page, in a tooltip or in what is copied, and sends none, ${name}`, async () => {
      await using guest = await visit(stage.app.url, options)
      const { page, faults, context } = guest
      const hand = handOf(page, 10)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const told: string[] = []
      const sent: string[] = []
      await page.goto('/console/admins')
      await signIn(page, own, password, hand)
      await page.locator('tr[data-row]').first().waitFor()
      // one's own address is one's own to know
      page.on('response', async (answer) => {
        const { pathname } = new URL(answer.url())
        if (pathname.startsWith('/api/') && !pathname.includes('/me') && !pathname.includes('stream'))
          told.push(await answer.text().catch(() => ''))
      })
      page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData() ?? ''))
      await page.goto('/console/admins?search=person&sort=firstName')
      await page.getByText(say('list.empty')).waitFor()
      await page.goto('/console/admins?search=Stranger')
      const row = page.locator('tr[data-row]').first()
      const hidden = say('fact.hidden')
      await row.getByText(hidden).waitFor()
      assert.equal(await page.getByRole('columnheader', { name: say('fact.email') }).count(), 0)
      await hand.press(row.locator('button[aria-haspopup=menu]'))
      await page.getByRole('menu').waitFor()
      assert.equal(await page.getByRole('menuitem', { name: say('act.copyEmail') }).count(), 0)
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await hand.press(row)
      const panel = page.locator('aside.panel')
      await panel.getByText(hidden).waitFor()
      const html = await page.evaluate('document.documentElement.outerHTML')
      assert.ok(!String(html).includes(canary))
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+c')
      assert.ok(!(await page.evaluate<string>('navigator.clipboard.readText()')).includes(canary))
      await hand.press(panel.getByRole('button', { name: say('act.edit') }))
      const form = page.getByRole('dialog')
      await hand.fill(form.getByLabel(say('fact.firstName')), `Samuel ${mark}`)
      assert.equal(await form.getByLabel(say('fact.email')).count(), 0)
      await hand.press(form.getByRole('button', { name: say('act.save') }))
      await form.waitFor({ state: 'detached' })
      assert.equal(sent.length, 1)
      assert.ok(!('email' in JSON.parse(sent[0] ?? '')))
      assert.ok(told.length > 3)
      assert.deepEqual(
        told.filter((text) => text.replaceAll(own, '').includes(canary)),
        [],
      )
      assert.ok((await page.getByText(hidden).count()) > 0)
      assert.deepEqual(faults, [])
    })
  }
})
