/** Whatever can be pressed is reached by the Tab key or by arrows, and the focus is never nowhere. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { pages } from '../../console/src/account/pages.ts'
import { screenAt } from '../../console/src/sitemap/screens.ts'
import { stage as accountStage, enter } from './account/stage.ts'
import { skip, type Visit, visit } from './chromium.ts'
import type { Proof, Tab } from './proofs/proof.ts'
import { proofs } from './proofs/proofs.ts'
import { reach } from './reach.ts'
import { type Scene, scene, signIn, superAdmin } from './scene.ts'

const nothing = { unreached: [], unseen: [] }

describe('the keyboard', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const settle = async (page: Page, ready: string) => {
    await page.locator(ready).first().waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  const atOf = async ({ address }: Proof | Tab) => `/console${typeof address === 'string' ? address : await address(stage)}`
  const all = Object.entries(proofs)
  const isOpen = ([path]: [string, Proof]) => screenAt(path)?.access === 'everybody'

  for (const who of ['nobody', 'keeper', 'superAdmin'] as const)
    it(`reaches whatever can be pressed on every screen, and is seen there, as ${who}`, async () => {
      const mine = all.filter((entry) => (isOpen(entry) ? 'nobody' : (entry[1].as ?? 'keeper')) === who)
      assert.ok(mine.length > 3)
      await using guest = await visit(stage.app.url)
      const { page, faults } = guest
      if (who !== 'nobody') {
        await page.goto('/console/login')
        await (who === 'keeper' ? signIn(page, stage.keeper) : signIn(page, superAdmin.email, superAdmin.password))
      }
      for (const [, proof] of mine)
        for (const one of [proof, ...(proof.tabs ?? [])]) {
          const at = await atOf(one)
          await page.goto(at)
          await settle(page, one.ready)
          // what is around every screen is tried with the first
          const within = one === mine[0]?.[1] || who === 'nobody' || (await page.locator('#main').count()) === 0 ? null : '#main'
          assert.deepEqual(await reach(page, within, within === null ? 1 : 0), nothing, at)
        }
      if (who === 'keeper')
        for (const place of ['/admins?do=new', '/roles?do=new', '/users?do=new']) {
          await page.goto(`/console${place}`)
          await page.getByRole('dialog').locator('form').waitFor()
          assert.deepEqual(await reach(page, null, 4), nothing, place)
        }
      assert.deepEqual(faults, [])
    })

  it('reaches whatever can be pressed on every page of end users, and is seen there', async () => {
    const { app, user } = await accountStage()
    await using guest = await visit(app.url)
    const { page, faults }: Visit = guest
    const of = (access: string) => Object.entries(pages).flatMap(([path, page]) => (page.access === access ? [path] : []))
    const tried = async (path: string) => {
      await page.goto(`/account${path.replace('$provider', 'google').replace(/^\/$/, '')}?w=harbour`)
      await settle(page, 'h1')
      assert.deepEqual(await reach(page), nothing, `/account${path}`)
    }
    for (const path of of('open')) await tried(path)
    await page.goto('/account/sign-in?w=harbour')
    await enter(page, user.email)
    for (const path of of('own')) await tried(path)
    assert.deepEqual(faults, [])
  })

  it('is at what a page is about by the link that skips the rest, which is seen when it has the focus', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/admins')
    await signIn(page, stage.keeper)
    await page.reload()
    await page.locator('tr[data-row]').first().waitFor()
    const link = page.locator('a.skip:focus')
    // the focus is at the heading of a page that was opened
    for (let n = 0; n < 60 && (await link.count()) === 0; n++) await page.keyboard.press('Shift+Tab')
    const box = await link.boundingBox()
    assert.ok(box && box.x >= 0 && box.y >= 0 && box.width > 20 && box.height > 10, JSON.stringify(box))
    await page.keyboard.press('Enter')
    await page.locator('#main:focus').waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('#main :focus').count(), 1)
    assert.deepEqual(faults, [])
  })

  it('is never nowhere: after a dialog, a deletion, another page and another screen', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    const somewhere = () => page.locator(':focus:not(body)').first().waitFor()
    await page.goto('/console/admins?search=person')
    await signIn(page, stage.keeper)
    const rows = page.locator('tr[data-row]')
    await rows.first().waitFor()
    const opener = page.getByRole('button', { name: 'New admin' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').locator('input:focus').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'New admin' }).waitFor()
    const id = await rows.nth(1).getAttribute('data-row')
    await rows.nth(1).focus()
    await page.keyboard.press('Delete')
    await page.locator(`tr[data-row="${id}"]`).waitFor({ state: 'detached' })
    await somewhere()
    const next = page.getByRole('button', { name: 'Next page' })
    await next.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/page=2/)
    await page.getByRole('button', { name: 'Next page' }).and(page.locator(':disabled, [aria-disabled=true]')).waitFor()
    await somewhere()
    await page.keyboard.press('[')
    await page.waitForURL((url) => !url.search.includes('page=2'))
    await somewhere()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.waitForURL(/\/console\/roles/)
    await page.locator('h1:focus').waitFor()
    assert.deepEqual(faults, [])
  })
})
