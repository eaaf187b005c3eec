/** Whatever can be pressed is reached by the Tab key or by arrows, and the focus is never nowhere. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { skip, visit } from './chromium.ts'
import { nothing, reach } from './reach.ts'
import { openAs, type Scene, scene, superAdmin } from './scene.ts'

describe('the keyboard', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  // every screen by its address is tried with the screens, every page for end users with those pages
  it('reaches whatever can be pressed in a form, and is seen there', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/login', stage.keeper)
    for (const place of ['/admins?do=new', '/roles?do=new', '/users?do=new']) {
      await page.goto(`/console${place}`)
      await page.getByRole('dialog').locator('form').waitFor()
      assert.deepEqual(await reach(page, null, 4), nothing, place)
    }
    assert.deepEqual(faults, [])
  })

  it('goes from a name to the password, wherever else a field comes up: nobody else can read what is typed then', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/login')
    await page.locator('input[name=identifier]:focus').waitFor()
    await page.keyboard.type(superAdmin.username)
    // it comes with a name, which may be one of a workspace
    await page.locator('input[name=workspace]').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type(superAdmin.password)
    assert.equal(await page.locator('input[name=workspace]').inputValue(), '')
    await page.keyboard.press('Enter')
    await page.locator('button.me').waitFor()
    assert.deepEqual(faults, [])
  })

  it('is at what a page is about by the link that skips the rest, which is seen when it has the focus', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/admins', stage.keeper)
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
    await openAs(page, '/console/admins?search=person', stage.keeper)
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
