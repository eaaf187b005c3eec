/** What holds for every screen of the console, in both languages and themes and at every width. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type ScreenPath, screens } from '../../console/src/screens.ts'
import { arabic, barriers, english, overflow, skip, visit } from './chromium.ts'
import { type Scene, scene, signIn } from './scene.ts'

interface Proof {
  /** With what the address needs. */
  readonly address: string
  /** What is there when the screen is whole. */
  readonly ready: string
}

/** A screen that is in the table and not here does not compile. */
const proofs: Record<Exclude<ScreenPath, '/duty'>, Proof> = {
  '/login': { address: '/login', ready: 'input[name=identifier]' },
  '/forgot': { address: '/forgot', ready: 'input[type=email]' },
  '/reset': { address: '/reset#token=abc', ready: 'main button' },
  '/admins': { address: '/admins?sort=firstName', ready: 'tr[data-row]' },
}
const widths = [320, 390, 768, 1280]

describe('the screens of the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  async function open(page: Page, path: keyof typeof proofs): Promise<void> {
    const { address, ready } = proofs[path]
    await page.goto(`/console${address}`)
    if (screens[path].access !== 'everybody') {
      await page.waitForURL(/\/login\?returnTo=/)
      await signIn(page, stage.keeper)
    }
    await page.locator(ready).first().waitFor()
    // a page that loads is not the page
    await page.waitForFunction("document.querySelector('[aria-busy=true]') === null")
  }

  for (const path of Object.keys(proofs) as (keyof typeof proofs)[])
    for (const [variant, options] of Object.entries({ english, arabic }))
      it(`${path}, ${variant}: nobody is kept out, nothing is cut off, and its address leads there`, async () => {
        await using guest = await visit(stage.app.url, options)
        const { page, faults } = guest
        await open(page, path)
        const wanted = new URL(`/console${proofs[path].address}`, stage.app.url)
        assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, wanted.pathname + wanted.search)
        assert.equal(await page.locator('h1').count(), 1)
        const title = await page.title()
        assert.match(title, /^.+ · Tenantry$/)
        assert.equal(await page.locator('html').getAttribute('dir'), options === arabic ? 'rtl' : 'ltr')
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          assert.equal(await overflow(page), 0, `${path} at ${width}`)
          if (width !== 768) assert.deepEqual(await barriers(page), [], `${path} at ${width}`)
        }
        assert.deepEqual(faults, [])
      })

  for (const [path, needs] of Object.entries(screens))
    if ('permission' in needs)
      it(`${path} names the permission to whoever lacks it, and is not in their menu`, async () => {
        await using guest = await visit(stage.app.url)
        await guest.page.goto(`/console${path}`)
        await signIn(guest.page, stage.stranger)
        await guest.page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor()
        assert.ok((await guest.page.locator('main').innerText()).includes(needs.permission))
        assert.equal(await guest.page.locator(`nav a[href="/console${path}"]`).count(), 0)
        assert.deepEqual(await barriers(guest.page), [])
        assert.deepEqual(guest.faults, [])
      })

  it('an address that is none says so, and leads back', async () => {
    await using guest = await visit(stage.app.url)
    await guest.page.goto('/console/nothing/here')
    await guest.page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await guest.page.title(), 'This page does not exist · Tenantry')
    await guest.page.getByRole('link', { name: 'Go to the start' }).click()
    await guest.page.waitForURL(/\/console\/login/)
    assert.deepEqual(guest.faults, [])
  })
})
