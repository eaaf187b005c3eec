/** A visit goes on in the page of the one before, and finds nothing of it. Each test is a visit: their order is what is tried. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { skip, visit } from './chromium.ts'
import { fewPeople, openAs, type Scene, scene } from './scene.ts'

const found = `[localStorage.getItem('left'), sessionStorage.getItem('left'), document.cookie, innerWidth]`
const nothing = [null, null, '', 1280]
/** Outside the runner every page is closed. */
const isKept = process.send !== undefined

describe('a visit after another', { skip: skip || !isKept }, () => {
  let here: Scene
  let first: Page
  before(async () => {
    here = await scene({ people: fewPeople })
  })
  after(() => here.app.close())
  const come = async () => {
    const guest = await visit(here.app.url)
    assert.deepEqual(await guest.context.cookies(), [])
    await guest.page.goto('/console/login')
    await guest.page.locator('input[name=identifier]').waitFor()
    return guest
  }

  it('begins with nothing', async () => {
    await using guest = await come()
    first = guest.page
    assert.deepEqual(await first.evaluate(found), nothing)
    await openAs(first, '/console/', here.keeper)
    assert.notDeepEqual(await guest.context.cookies(), [], 'somebody is signed in')
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
    await guest.page.keyboard.down('Shift')
    first = guest.page
  })

  it('has another page where a key is held', async () => {
    await using guest = await come()
    assert.ok(guest.page !== first, 'it is another page')
  })

  it('is nobody, where the one before went while its session was on its way', async () => {
    for (let round = 0; round < 5; round++) {
      await using guest = await come()
      await openAs(guest.page, '/console/', here.keeper)
      await guest.page.evaluate(
        `void fetch('/api/v1/auth/admin/refresh', { method: 'POST', keepalive: true, headers: { 'content-type': 'application/json' }, body: '{}' })`,
      )
    }
    await using guest = await come()
    assert.deepEqual(guest.faults, [])
  })
})
