/** What holds for every screen of the console, in both languages and themes, at every width and by keys. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { screenAt } from '../../console/src/sitemap/screens.ts'
import { arabic, barriers, english, forget, goByRouter, skip, type Visit, visit } from './chromium.ts'
import { failsAndIsTriedAgain } from './failing.ts'
import type { Tab } from './proofs/proof.ts'
import { proofs } from './proofs/proofs.ts'
import { nothing, reach } from './reach.ts'
import { fewPeople, type Scene, scene, signIn, superAdmin } from './scene.ts'
import { whole } from './whole.ts'

const usualRequests = 4
/** For nobody but who owes something (`screens-duties.browser.ts`). */
export const ofDuties = ['/duty', '/setup']

type Who = 'keeper' | 'superAdmin'

/** @param table screens of an area or several; `SCREENS=/tenants` tries those alone whose address begins so */
export function sweep(table: Readonly<Record<string, unknown>>): void {
  const paths = Object.keys(table).filter((path) => !ofDuties.includes(path) && path.startsWith(process.env.SCREENS ?? ''))
  const closed = paths.filter((path) => screenAt(path)?.access !== 'everybody')
  let stage: Scene
  /** One each, which signs in once; `broken` turns the clock of its pages. */
  const visits = new Map<`${'arabic' | 'broken'} ${Who}`, Visit>()
  const proofOf = (path: string) => proofs[path] ?? assert.fail(`${path} has no proof`)
  const addresses = new Map<string, string>()
  /** Made once: an address may need a record. */
  const addressOf = async (path: string): Promise<string> => {
    const { address } = proofOf(path)
    const made = addresses.get(path) ?? `/console${typeof address === 'string' ? address : await address(stage)}`
    addresses.set(path, made)
    return made
  }
  const isInShell = (path: string) => ['permission', 'admin'].includes(screenAt(path)?.access ?? '')
  const settledAt = async (page: Page, ready: string) => {
    await page.locator(ready).first().waitFor()
    // a page that loads is not the page
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  const settled = (page: Page, path: string) => settledAt(page, proofOf(path).ready)
  const enter = (page: Page, who: Who) =>
    who === 'superAdmin' ? signIn(page, superAdmin.email, superAdmin.password) : signIn(page, stage.keeper)
  const isThere = async (page: Page, path: string) => {
    const wanted = new URL(await addressOf(path), stage.app.url)
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, wanted.pathname + wanted.search)
  }
  /** Signed in, where it is asked for the first time. */
  const visitOf = async (name: 'arabic' | 'broken', who: Who) => {
    const known = visits.get(`${name} ${who}`)
    if (known) return known
    const guest = await visit(stage.app.url, name === 'arabic' ? arabic : english)
    visits.set(`${name} ${who}`, guest)
    await guest.page.goto('/console/login')
    await enter(guest.page, who)
    return guest
  }
  let newcomer: Visit | undefined
  /** A browser that knows nobody: one for all, which forgets whom it knew, as each that is started compiles all of the console again. */
  const nobodyKnown = async () => {
    newcomer ??= await visit(stage.app.url, english)
    await forget(newcomer)
    newcomer.faults.length = 0
    return newcomer
  }
  const tried = new Set<Who>()
  /** Keys reach whatever can be pressed; in what is around every screen with the first alone. */
  const reached = async (page: Page, at: string, who: Who | 'nobody') => {
    const isAll = who === 'nobody' || !tried.has(who) || (await page.locator('#main').count()) === 0
    if (who !== 'nobody') tried.add(who)
    assert.deepEqual(await reach(page, isAll ? null : '#main', isAll ? 1 : 0), nothing, at)
  }
  /**
   * Each tab of a screen, by its own address: loaded in English, gone to from the one before in Arabic. Judged once in each language, at the
   * width that the other one leaves out.
   *
   * @param last what is looked at in each when all else was
   */
  const tabsOf = async (page: Page, path: string, dir: 'ltr' | 'rtl', last = async (_at: string) => {}) => {
    for (const { address, ready, clicks = [] } of proofOf(path).tabs ?? ([] as readonly Tab[])) {
      const at = `/console${typeof address === 'string' ? address : await address(stage)}`
      await (dir === 'ltr' ? page.goto(at) : goByRouter(page, at))
      await settledAt(page, ready)
      await whole(page, at, { dir, judged: [dir === 'ltr' ? 1280 : 390], isInShell: true })
      for (const one of clicks) {
        await page.locator(one).click()
        await settledAt(page, ready)
        assert.deepEqual(await barriers(page), [], `${at} after ${one}`)
      }
      await last(at)
    }
  }
  /** Whoever comes back to it is at its heading. The last of the menu asks the least; the first is the dashboard, which asks the most. */
  const headed = async (page: Page, path: string) => {
    await page.locator('.side nav a:not([aria-current])').last().click()
    await page.locator('h1:focus').waitFor()
    await page.goBack()
    await settled(page, path)
    await isThere(page, path)
    await page.locator('#main h1:focus').waitFor()
  }

  describe('the screens of the console', { skip }, () => {
    before(async () => {
      stage = await scene({ people: fewPeople })
    })
    after(async () => {
      for (const guest of visits.values()) await guest[Symbol.asyncDispose]()
      await newcomer?.[Symbol.asyncDispose]()
    })

    for (const path of paths)
      it(`${path}, English: its address leads there through sign-in, nobody is kept out, nothing is cut off`, async () => {
        const { page, faults } = await nobodyKnown()
        await page.goto(await addressOf(path))
        if (closed.includes(path)) {
          await page.waitForURL(/\/login\?returnTo=/)
          await enter(page, proofOf(path).as ?? 'keeper')
        }
        await settled(page, path)
        await isThere(page, path)
        await whole(page, path, { dir: 'ltr', judged: [390, 1280], isInShell: isInShell(path) })
        const openers = proofOf(path).opens ?? []
        // either way what was drawn for other widths is gone then
        if (isInShell(path)) await headed(page, path)
        else if (openers.length > 0) {
          await page.reload()
          await settled(page, path)
        }
        for (const opener of openers) {
          await page.locator(opener).first().click()
          await page.locator('[role=menu], [role=dialog], aside.panel').first().waitFor()
          assert.deepEqual(await barriers(page), [], `${path} after ${opener}`)
          await page.keyboard.press('Escape')
          await page.locator('[role=menu], [role=dialog]').first().waitFor({ state: 'detached' })
        }
        await tabsOf(page, path, 'ltr')
        assert.deepEqual(faults, [])
        if (!closed.includes(path) || proofOf(path).asksNothing) return
        const broken = await visitOf('broken', proofOf(path).as ?? 'keeper')
        broken.faults.length = 0
        await failsAndIsTriedAgain(broken.page, await addressOf(path), () => settled(broken.page, path))
        assert.deepEqual(
          broken.faults.filter((fault) => !/ERR_CONNECTION_REFUSED/.test(fault)),
          [],
        )
      })

    for (const path of paths)
      it(`${path}, Arabic: nobody is kept out, nothing is cut off, keys reach all, few requests by who is signed in`, async () => {
        const isClosed = closed.includes(path)
        const who = proofOf(path).as ?? 'keeper'
        const guest = isClosed ? await visitOf('arabic', who) : await visit(stage.app.url, arabic)
        guest.faults.length = 0
        const address = await addressOf(path)
        const asked: string[] = []
        const note = (request: Request) => {
          // what the page before still asked for is none of this one's
          if (request.isNavigationRequest()) asked.length = 0
          const { pathname } = new URL(request.url())
          // the session is begun again before the screen, and the live stream stays
          if (pathname.startsWith('/api/') && !/\/(?:refresh|stream|stream-ticket)$/.test(pathname)) asked.push(pathname)
        }
        guest.page.on('request', note)
        await guest.page.goto(address)
        await settled(guest.page, path)
        const most = proofOf(path).requests ?? usualRequests
        assert.ok(asked.length <= most, `${asked.length} of ${most}: ${asked.join(', ')}`)
        guest.page.off('request', note)
        await isThere(guest.page, path)
        await whole(guest.page, path, { dir: 'rtl', judged: [1280], isInShell: isInShell(path) })
        const byKeys = (at: string) => reached(guest.page, at, isClosed ? who : 'nobody')
        await byKeys(address)
        await tabsOf(guest.page, path, 'rtl', byKeys)
        assert.deepEqual(guest.faults, [])
        if (!isClosed) await guest[Symbol.asyncDispose]()
      })

    it('name the permission to whoever lacks it, and are not in their menu', async () => {
      await using guest = await visit(stage.app.url)
      const { page } = guest
      await page.goto('/console/login')
      await signIn(page, stage.stranger)
      for (const path of paths) {
        const screen = screenAt(path)
        if (screen?.access !== 'permission' || path === '/') continue
        await page.goto(await addressOf(path))
        await page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor()
        assert.ok((await page.locator('main').innerText()).includes(screen.permission), path)
        assert.equal(await page.locator(`nav a[href="/console${path}"]`).count(), 0)
      }
      assert.deepEqual(guest.faults, [])
    })
  })
}
