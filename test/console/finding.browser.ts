/** Somebody types faster than the service answers, or chooses from a page to the next. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { skip, visit } from './chromium.ts'
import { openAs, type Scene, scene, superAdmin } from './scene.ts'

describe('what is searched for', { skip }, () => {
  let stage: Scene
  let harvest: string
  before(async () => {
    stage = await scene()
    const token = await stage.app.superToken()
    harvest = expectStatus(await stage.app.post('/api/v1/Tenants', { name: 'Harvest Foods' }, { token }), 201).json.id
  })
  const openTenants = async (page: Page) => {
    await openAs(page, '/console/admins', superAdmin.email, superAdmin.password)
    await page.locator('tr[data-row]').first().waitFor()
    await page.locator('aside .tenant-switch').click()
    const field = page.getByRole('textbox', { name: 'Search tenants' })
    await field.fill('har')
    await page.getByRole('region', { name: 'Found' }).getByText('Harbour Optics').waitFor()
    return field
  }
  /** Keys that come within one turn of the page, as of a quick hand. */
  const quickly = (text: string, more: object = {}) => `(() => {
    const field = document.activeElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)})
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return Promise.resolve().then(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...${JSON.stringify(more)} })))
  })()`

  it('is the tenant of the text that stands there when Enter is pressed', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openTenants(page)
    await page.evaluate(quickly('harvest'))
    await page.waitForURL(/within=/)
    assert.equal(new URL(page.url()).searchParams.get('within'), harvest)
    assert.deepEqual(faults, [])
  })

  it('is no tenant where more is typed, or something is being composed', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const field = await openTenants(page)
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await page.evaluate(quickly('harv'))
    await page.keyboard.type('x')
    await page.getByText('Nothing matches').waitFor()
    await field.press('Enter')
    assert.ok(!page.url().includes('within'))
    assert.equal(await field.inputValue(), 'harvx')
    assert.deepEqual(faults, [])
  })

  it('stays as it is typed, however long the pause; the way back and forth sets it', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    await page.locator('tr[data-row]').first().waitFor()
    const field = page.locator('input[type=search]')
    await field.focus()
    await page.keyboard.type('Kim ')
    await page.waitForURL(/search=Kim$/)
    await page.getByText('1–1 of 1').waitFor()
    await page.keyboard.type('Keeper')
    assert.equal(await field.inputValue(), 'Kim Keeper')
    await page.waitForURL(/search=Kim(\+|%20)Keeper$/)
    const holds = (text: string) => page.waitForFunction(`document.querySelector('input[type=search]').value === '${text}'`)
    await page.goBack()
    await holds('Kim')
    await page.goBack()
    await holds('')
    await page.goForward()
    await holds('Kim')
    await page.waitForURL(/search=Kim$/)
    assert.deepEqual(faults, [])
  })

  it('is chosen alone where the row that a range began at is on another page', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
    const rows = page.locator('tr[data-row]')
    await rows.first().waitFor()
    await rows.nth(2).focus()
    await page.keyboard.press('x')
    await page.locator('.selbar').getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText(/^26–\d+ of/).waitFor()
    await rows.nth(3).focus()
    await page.keyboard.press('Shift+X')
    await page.locator('.selbar').getByText('2 selected').waitFor()
    await rows.nth(1).focus()
    await page.keyboard.press('Shift+X')
    await page.locator('.selbar').getByText('4 selected').waitFor()
    assert.deepEqual(faults, [])
  })
})
