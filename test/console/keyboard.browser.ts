/** Whatever can be pressed is reached by the Tab key or by arrows, and the focus is never nowhere. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { skip, visit } from './chromium.ts'
import { type Scene, scene, signIn, superAdmin } from './scene.ts'
import { groupOf } from './scenes/people.ts'

/** Whatever can be pressed or typed into now: in the dialog where there is one. */
const all = `(() => {
  const root = document.querySelector('[role=dialog]') ?? document
  return [...root.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'file' && !one.closest('[inert], [aria-hidden=true]'))
})()`
/** One stop of the Tab key for all that is in it, which has keys of its own. */
const composites = '[role=tablist], [role=radiogroup], [role=treegrid], .mantine-InputWrapper-root'

describe('the keyboard', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  /** Cell by cell, as the arrows of a grid go. */
  const walk = async (page: Page, grid: Locator) => {
    await grid.locator('[data-cell][tabindex="0"]').focus()
    await page.keyboard.press('Control+Home')
    const lines = await grid.locator('[data-line]').evaluateAll((all) => all.map((line) => line.querySelectorAll('[data-cell]').length))
    assert.ok(lines.length > 3)
    for (const cells of lines) {
      for (let cell = 1; cell < cells; cell++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowDown')
    }
  }
  /** What no key reaches, by name. */
  const unreached = async (page: Page): Promise<string[]> => {
    await page.evaluate(`window.everything = ${all}; window.reached = new Set(); document.activeElement.blur()
      document.addEventListener('focusin', ({ target }) => window.reached.add(target))`)
    const count = Number(await page.evaluate('window.everything.length'))
    assert.ok(count > 3)
    // twice round: what comes in late, as the members of a group do, has stops of its own
    for (let tabs = 0; tabs < 2 * count + 10; tabs++) await page.keyboard.press('Tab')
    for (const grid of await page.locator('[role=grid]').all()) await walk(page, grid)
    const left = await page.evaluate(`window.everything.filter((one) => {
      const group = one.closest('${composites}')
      const isRadio = one.type === 'radio' && [...window.reached].some((other) => other.name === one.name)
      return !window.reached.has(one) && !isRadio && !(group && [...window.reached].some((other) => group.contains(other)))
    }).map((one) => one.getAttribute('aria-label') ?? one.innerText ?? one.outerHTML.slice(0, 80))`)
    return left as string[]
  }
  const settle = async (page: Page) => {
    await page.locator('#main h1').waitFor()
    await page.locator('#main [aria-busy=true]').first().waitFor({ state: 'detached' })
  }

  it('reaches whatever can be pressed on lists, records and forms', async () => {
    const group = await groupOf(stage)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.goto('/console/')
    await signIn(page, superAdmin.email, superAdmin.password)
    for (const place of [
      '/admins',
      '/tenants',
      '/audit',
      `/tenants/${stage.tenantId}`,
      `/tenants/${stage.tenantId}/settings`,
      `/tenants/${stage.tenantId}/branding`,
      `/tenants/${stage.tenantId}/permissions`,
      `/groups/${group}`,
      `/roles/${stage.roleId}`,
      '/me/preferences',
    ]) {
      await page.goto(`/console${place}`)
      await settle(page)
      assert.deepEqual(await unreached(page), [], place)
    }
    for (const place of ['/admins?do=new', '/roles?do=new', '/users?do=new']) {
      await page.goto(`/console${place}`)
      await page.getByRole('dialog').locator('form').waitFor()
      assert.deepEqual(await unreached(page), [], place)
    }
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
