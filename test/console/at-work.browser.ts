/** Somebody works with the console, by mouse or by keys alone. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { arabic, skip, visit } from './chromium.ts'
import { password, type Scene, scene, signIn, superAdmin } from './scene.ts'

describe('the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })
  const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

  it('says one sentence for a wrong password and for nobody, and lets in after', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await page.goto('/console')
    const said: string[] = []
    for (const name of [stage.keeper, 'nobody@harbour.example']) {
      await page.locator('input[name=identifier]').fill(name)
      await page.locator('input[name=password]').fill('not-the-Password-1')
      await page.locator('form button[type=submit]').click()
      await page.getByRole('alert').waitFor()
      said.push(await page.getByRole('alert').innerText())
      await page.reload()
    }
    assert.equal(said[0], said[1])
    await signIn(page, stage.keeper)
    await page.locator('nav a').first().waitFor()
    assert.equal(path(page), '/console/')
    assert.deepEqual(guest.faults, [])
  })

  it('leads after sign-in to addresses of its own only', async () => {
    for (const returnTo of [
      '//evil.example/',
      '/\\evil.example',
      'https://evil.example',
      '/../swagger',
      '/%2e%2e/swagger',
      'javascript:alert(1)',
    ]) {
      await using guest = await visit(stage.app.url)
      await guest.page.goto(`/console/login?returnTo=${encodeURIComponent(returnTo)}`)
      await signIn(guest.page, stage.keeper)
      await guest.page.locator('nav a').first().waitFor()
      assert.equal(path(guest.page), '/console/', returnTo)
      assert.deepEqual(guest.faults, [])
    }
  })

  it('asks for the workspace of a name without an address; empty is the platform', async () => {
    await using guest = await visit(stage.app.url)
    const { page } = guest
    await page.goto('/console')
    await page.locator('input[name=identifier]').fill(superAdmin.username)
    await page.locator('input[name=workspace]').fill('no-such-place')
    await page.locator('input[name=password]').fill(superAdmin.password)
    await page.locator('form button[type=submit]').click()
    await page.getByText('There is no workspace with this code.').waitFor()
    await page.locator('input[name=workspace]').fill('')
    await page.locator('form button[type=submit]').click()
    await page.locator('nav a').first().waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('is worked by keys alone, in Arabic: sign in, walk the rows, open one, close it, and sign out', async () => {
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await page.goto('/console/admins')
    await page.locator('input[name=identifier]:focus').waitFor()
    await page.keyboard.type(stage.keeper)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.locator('tr[data-row]').first().waitFor()
    for (let tabs = 0; tabs < 30 && !(await page.locator('tr[data-row]:focus').count()); tabs++) await page.keyboard.press('Tab')
    const second = await page.locator('tr[data-row]').nth(1).getAttribute('data-row')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.locator(`tr[data-row="${second}"][data-picked]`).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('open') === second)
    await page.locator('aside.panel .facts').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('aside.panel').waitFor({ state: 'detached' })
    await page.locator(`tr[data-row="${second}"]:focus`).waitFor()
    await page.locator('button.me').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/login$/)
    assert.deepEqual(faults, [])
  })
})
