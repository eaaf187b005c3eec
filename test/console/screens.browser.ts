/** What holds for every screen of the console, in both languages and themes and at every width. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type ScreenPath, screenAt, screens } from '../../console/src/sitemap/screens.ts'
import { arabic, barriers, english, overflow, skip, visit } from './chromium.ts'
import { proofs } from './proofs/proofs.ts'
import { type Scene, scene, signIn, superAdmin } from './scene.ts'

/** `/duty` and `/setup` are for nobody but who owes something (`sign-in.browser.ts`). `SCREENS=/tenants` tries those alone whose address begins so. */
const paths = (Object.keys(screens) as ScreenPath[]).filter(
  (path) => path !== '/duty' && path !== '/setup' && path.startsWith(process.env.SCREENS ?? ''),
)
/** The last is a window of 1280 at 200 %. */
const widths = [320, 390, 768, 1280, 1920, 640]
const usualRequests = 4

describe('the screens of the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const proofOf = (path: ScreenPath) => proofs[path] ?? assert.fail(`${path} has no proof`)
  const addressOf = async (path: ScreenPath) => {
    const { address } = proofOf(path)
    return `/console${typeof address === 'string' ? address : await address(stage)}`
  }
  const settled = async (page: Page, path: ScreenPath) => {
    await page.locator(proofOf(path).ready).first().waitFor()
    // a page that loads is not the page
    await page.waitForFunction("document.querySelector('[aria-busy=true]') === null")
  }
  const enter = (page: Page, path: ScreenPath) =>
    proofOf(path).as === 'superAdmin' ? signIn(page, superAdmin.email, superAdmin.password) : signIn(page, stage.keeper)

  for (const path of paths)
    for (const [variant, options] of Object.entries({ english, arabic }))
      it(`${path}, ${variant}: its address leads there, nobody is kept out, nothing is cut off`, async () => {
        await using guest = await visit(stage.app.url, options)
        const { page, faults } = guest
        const address = await addressOf(path)
        await page.goto(address)
        if (screenAt(path)?.access !== 'everybody') {
          await page.waitForURL(/\/login\?returnTo=/)
          await enter(page, path)
        }
        await settled(page, path)
        const wanted = new URL(address, stage.app.url)
        assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, wanted.pathname + wanted.search)
        assert.equal(await page.locator('h1').count(), 1)
        assert.match(await page.title(), /^.+ · Tenantry$/)
        assert.equal(await page.locator('html').getAttribute('dir'), options === arabic ? 'rtl' : 'ltr')
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          assert.equal(await overflow(page), 0, `${path} at ${width}`)
          if (width === 390 || width === 1280) assert.deepEqual(await barriers(page), [], `${path} at ${width}`)
        }
        await page.setViewportSize({ width: 1280, height: 800 })
        for (const opener of proofOf(path).opens ?? []) {
          await page.locator(opener).first().click()
          await page.locator('[role=menu], [role=dialog], aside.panel').first().waitFor()
          assert.deepEqual(await barriers(page), [], `${path} after ${opener}`)
          await page.keyboard.press('Escape')
          await page.locator('[role=menu], [role=dialog]').first().waitFor({ state: 'detached' })
        }
        assert.deepEqual(faults, [])
      })

  for (const path of paths)
    if (screenAt(path)?.access !== 'everybody')
      it(`${path} opens with few requests`, async () => {
        await using guest = await visit(stage.app.url)
        const { page } = guest
        await page.goto(await addressOf(path))
        await enter(page, path)
        await settled(page, path)
        const asked: string[] = []
        page.on('request', (request) => {
          const { pathname } = new URL(request.url())
          if (pathname.startsWith('/api/') && !pathname.endsWith('/stream')) asked.push(`${request.method()} ${pathname}`)
        })
        await page.reload()
        await settled(page, path)
        // the refresh of the session is before the screen
        const own = asked.filter((one) => !one.endsWith('/refresh') && !one.endsWith('/stream-ticket'))
        assert.ok(own.length <= (proofOf(path).requests ?? usualRequests), own.join(', '))
      })

  for (const path of paths) {
    const screen = screenAt(path)
    if (screen?.access === 'permission')
      it(`${path} names the permission to whoever lacks it, and is not in their menu`, async () => {
        await using guest = await visit(stage.app.url)
        await guest.page.goto(await addressOf(path))
        await signIn(guest.page, stage.stranger)
        await guest.page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor()
        assert.ok((await guest.page.locator('main').innerText()).includes(screen.permission))
        assert.equal(await guest.page.locator(`nav a[href="/console${path}"]`).count(), 0)
        assert.deepEqual(await barriers(guest.page), [])
        assert.deepEqual(guest.faults, [])
      })
  }

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
