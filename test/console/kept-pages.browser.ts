/** A visit goes on in the page of the one before, and finds nothing of it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../harness.ts'
import { skip, visit } from './chromium.ts'

const found = `[localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie, innerWidth]`
const nothing = [null, null, '', 1280]

describe('a visit after another', { skip }, () => {
  let app: TestApp
  let first: Page
  before(async () => {
    app = await startApp()
  })
  const come = async () => {
    const guest = await visit(app.url)
    await guest.page.goto('/console/login')
    await guest.page.locator('input[name=identifier]').waitFor()
    return guest
  }

  it('begins with nothing', async () => {
    await using guest = await come()
    first = guest.page
    assert.deepEqual(await first.evaluate(found), nothing)
    await first.evaluate(`localStorage.setItem('left', '1'); sessionStorage.setItem('left', '1'); document.cookie = 'left=1'`)
    await first.setViewportSize({ width: 390, height: 800 })
    assert.deepEqual(await first.evaluate(found), ['1', '1', 'left=1', 390])
  })

  it('finds nothing of it, in the same page', async () => {
    await using guest = await come()
    assert.ok(guest.page === first, 'it is the same page')
    assert.deepEqual(await guest.page.evaluate(found), nothing)
    await guest.page.route('**/never', (route) => route.abort())
  })

  it('has another page where something was changed that stays', async () => {
    await using guest = await come()
    assert.ok(guest.page !== first, 'it is another page')
  })
})
