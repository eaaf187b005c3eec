/** A service that wants to be left alone for some seconds: whatever was asked says so, counts them down, and can be tried again then. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { barriers, skip, visit } from './chromium.ts'
import { openAs, password, type Scene, scene } from './scene.ts'

describe('too many requests', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const answer = { statusCode: 429, code: 'rate_limited', message: 'Too many requests.', errors: [], traceId: 'f'.repeat(32) }
  /** Refuses the first call of an address, for longer than it is looked at. @returns what tells how many there were */
  const refuseOnce = async (page: Page, address: string | RegExp) => {
    let calls = 0
    await page.route(address, async (route) => {
      calls += 1
      if (calls > 1) await route.continue()
      else await route.fulfill({ status: 429, headers: { 'retry-after': '59' }, json: answer })
    })
    return () => calls
  }
  const letTimePass = (page: Page) => page.clock.setFixedTime(Date.now() + 60_000)
  const open = async (page: Page, search: string) => {
    await openAs(page, `/console/admins?search=${search}`, stage.keeper)
    await page.locator('tr[data-row]').first().waitFor()
  }
  const choose = async (page: Page, act: string) => {
    await page.locator('tr[data-row] .act button').first().click()
    await page.getByRole('menuitem', { name: act }).click()
  }

  it('is said by a toast, which is heard once and counts down', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await refuseOnce(page, /\/deactivate$/)
    await open(page, 'person.1')
    await choose(page, 'Deactivate')
    const toast = page.getByRole('alert').filter({ hasText: 'Too many requests.' })
    await toast.locator('[aria-hidden=true]', { hasText: 'Try again in' }).waitFor()
    assert.deepEqual(await barriers(page), [])
    await letTimePass(page)
    await toast.locator('[aria-hidden=true]', { hasText: 'Try again in' }).waitFor({ state: 'detached' })
    await toast.getByText('Too many requests.').waitFor()
    // what finds records says the time as well
    await refuseOnce(page, /\/api\/v1\/search\?/)
    await page.keyboard.press('Control+k')
    await page.locator('[role=combobox]:focus').fill('person')
    await page.locator('.palette-foot [aria-hidden=true]', { hasText: 'Try again in' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('is no more said where somebody signs in when the time is over', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await refuseOnce(page, '**/auth/admin/login')
    await page.goto('/console/login')
    await page.locator('input[name=identifier]').fill(stage.keeper)
    await page.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    const told = page.getByRole('alert').filter({ hasText: 'Too many' })
    await told.locator('[aria-hidden=true]', { hasText: 'Try again in' }).waitFor()
    await letTimePass(page)
    await told.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.locator('button.me').waitFor()
  })

  it('keeps a dialog from asking again too early', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const calls = await refuseOnce(page, /\/block$/)
    await open(page, 'person.2')
    await choose(page, 'Block…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Left the company')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await dialog.getByText(/Too many requests\.\s+Try again in \d+ seconds\./).waitFor()
    await dialog.locator('button[type=submit]:disabled').waitFor()
    // Enter would send a form whose button is disabled nowhere
    await dialog.getByLabel('Reason').press('Control+Enter')
    assert.equal(calls(), 1)
    await letTimePass(page)
    await dialog.locator('button[type=submit]:enabled').click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(calls(), 2)
    assert.deepEqual(faults, [])
  })

  it('keeps the number of what matches away until it is counted again', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const calls = await refuseOnce(page, /\/bulk-delete-all$/)
    await open(page, 'person.')
    await page.getByLabel('Select all rows on this page').check()
    await page.getByRole('button', { name: /^Select all \d+ that match/ }).click()
    await page.locator('.selbar').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByRole('heading', { name: 'Not counted' }).waitFor()
    await dialog.getByText(/Too many requests\.\s+Try again in \d+ seconds\./).waitFor()
    const again = dialog.getByRole('button', { name: 'Try again' })
    await again.and(page.locator(':disabled')).waitFor()
    assert.deepEqual(await barriers(page), [])
    await letTimePass(page)
    await again.and(page.locator(':enabled')).click()
    await page.getByRole('heading', { name: /^Delete \d+ admins\?$/ }).waitFor()
    assert.equal(await dialog.getByRole('alert').count(), 0)
    assert.equal(calls(), 2)
    assert.deepEqual(faults, [])
  })
})
