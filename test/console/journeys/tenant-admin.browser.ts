/** A role with a hidden field is made in the console; who has it never learns an address of anybody. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../../harness.ts'
import { skip, visit } from '../chromium.ts'
import { password, type Scene, scene, signIn } from '../scene.ts'

const canary = 'harbour.example'

describe('an admin whose role may not see addresses', { skip }, () => {
  let stage: Scene
  let helper = ''
  before(async () => {
    stage = await scene()
  })
  const hidden = (page: Page) => page.getByText('Hidden from your role')

  it('gets a role that somebody made in the console, with the field hidden', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/roles?do=new')
    await signIn(page, stage.keeper)
    await page.getByRole('dialog').getByLabel('Name').fill('Helpdesk')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Helpdesk' }).waitFor()
    for (const name of ['admins.view', 'admins.update']) await page.locator(`[data-right="${name}"] .tick`).click()
    for (const name of ['admins.view', 'admins.update']) {
      await page.locator(`[data-right="${name}"] .fields-button`).click()
      await page.getByLabel('E-mail', { exact: true }).check()
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const roleId = new URL(page.url()).pathname.split('/').at(-1)
    const body = { email: `helper@${canary}`, username: 'helper', firstName: 'Hanna', lastName: 'Help', roleId, password }
    const token = await stage.app.superToken()
    const made = expectStatus(await stage.app.post('/api/v1/Admins', { ...body, tenantId: stage.tenantId }, { token }), 201).json
    helper = made.id as string
    assert.deepEqual(faults, [])
  })

  it('finds no address in any answer, on the page, in a tooltip or in what is copied, and sends none', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults, context } = guest
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const told: string[] = []
    const sent: string[] = []
    await page.goto('/console/admins')
    await signIn(page, `helper@${canary}`)
    await page.locator('tr[data-row]').first().waitFor()
    // one's own address is one's own to know
    page.on('response', async (answer) => {
      const { pathname } = new URL(answer.url())
      if (pathname.startsWith('/api/') && !pathname.includes('/me') && !pathname.includes('stream'))
        told.push(await answer.text().catch(() => ''))
    })
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData() ?? ''))
    await page.goto('/console/admins?search=person&sort=firstName')
    await page.getByText('Nothing matches').waitFor()
    await page.goto('/console/admins?search=Stranger')
    const row = page.locator('tr[data-row]').first()
    await row.getByText('Hidden from your role').waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'E-mail' }).count(), 0)
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menu').waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Copy e-mail' }).count(), 0)
    await page.keyboard.press('Escape')
    await row.locator('td').nth(2).click()
    await page.locator('aside.panel').getByText('Hidden from your role').waitFor()
    const html = await page.evaluate('document.documentElement.outerHTML')
    assert.ok(!String(html).includes(canary))
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    assert.ok(!(await page.evaluate<string>('navigator.clipboard.readText()')).includes(canary))
    await page.locator('aside.panel').getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('First name').fill('Samuel')
    assert.equal(await form.getByLabel('E-mail').count(), 0)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    assert.equal(sent.length, 1)
    assert.ok(!('email' in JSON.parse(sent[0] ?? '')))
    assert.ok(told.length > 3)
    assert.deepEqual(
      told.filter((text) => text.replaceAll(`helper@${canary}`, '').includes(canary)),
      [],
    )
    assert.ok((await hidden(page).count()) > 0 && helper !== '')
    assert.deepEqual(faults, [])
  })
})
