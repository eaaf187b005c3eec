/** Somebody says what the hosted pages of a tenant say in one language, by fields and as JSON. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { expectStatus } from '../harness.ts'
import { arabic, barriers, skip, type Visit, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'
import { branches } from './scenes/tenants.ts'

describe('words and themes of a tenant', { skip }, () => {
  let stage: Scene
  let token: string
  let below: string
  before(async () => {
    stage = await scene()
    token = await stage.app.superToken()
    below = (await branches(stage)).east
  })
  beforeEach(async () => {
    for (const id of [stage.tenantId, below]) await set({ loginBrandingJson: null, dashboardThemeJson: null }, id)
  })
  const set = async (body: object, id = stage.tenantId) =>
    expectStatus(await stage.app.request('PUT', `/api/v1/Tenants/${id}/settings`, { token, body }), 200)
  const settingsOf = async (id = stage.tenantId) =>
    expectStatus(await stage.app.get(`/api/v1/Tenants/${id}/settings`, { token }), 200).json as Record<string, string | null>
  const enter = async ({ page }: Visit, id = stage.tenantId) => {
    await openAs(page, `/console/tenants/${id}/branding`, stage.keeper)
    await page.locator('.brand-halves').waitFor()
  }
  const save = async (page: Page) => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await page.locator('.record-body').getByRole('button', { name: 'Save' }).click()
    await saved
  }
  const asJson = (page: Page) => page.getByLabel('Sign-in page, as JSON')
  const theme = (page: Page) => page.getByLabel('Theme for your own applications, as JSON')

  it('puts words and a colour where the hosted pages read them, keeps all else, and shows them in the preview', async () => {
    await set({ loginBrandingJson: '{"kept":[1.0,{"<b>":"</script>"}],"en":{"more":true}}' })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest)
    const preview = page.locator('.preview')
    await page.getByLabel('English headline').fill('Ahoy <i>you</i>')
    await preview.getByText('Ahoy <i>you</i>').waitFor()
    await page.getByLabel('Arabic headline').fill('أهلًا بكم')
    await page.getByRole('button', { name: 'Arabic', exact: true }).click()
    await preview.getByText('أهلًا بكم').waitFor()
    await page.getByRole('textbox', { name: 'Colour in the dark theme', exact: true }).fill('#3fd0a0')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    assert.equal(
      await preview.locator('.preview-button').evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).backgroundColor),
      'rgb(63, 208, 160)',
    )
    await save(page)
    assert.equal(
      (await settingsOf()).loginBrandingJson,
      '{"kept":[1.0,{"<b>":"</script>"}],"en":{"more":true,"headline":"Ahoy <i>you</i>"},"ar":{"headline":"أهلًا بكم"},"dark":{"primaryColor":"#3fd0a0"}}',
    )
    // a visitor reads them, as texts
    const visitor = await guest.page.context().newPage()
    const { code } = expectStatus(await stage.app.get(`/api/v1/Tenants/${stage.tenantId}`, { token }), 200).json as { code: string }
    await visitor.goto(`/account/sign-in?w=${code}`)
    await visitor.getByRole('heading', { level: 1, name: 'Ahoy <i>you</i>' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('says at the field what is no colour and no JSON, by its line, and sends neither', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1
    })
    const colour = page.getByRole('textbox', { name: 'Colour in the dark theme', exact: true })
    await colour.fill('red')
    await page.getByText('A colour is # and six digits').waitFor()
    const button = page.locator('.record-body').getByRole('button', { name: 'Save' })
    await button.click()
    assert.equal(await colour.evaluate((one) => one.matches(':focus[aria-invalid=true]')), true)
    await colour.fill('')
    await theme(page).fill('{\n  "radius": 4,\n}')
    await page.getByText('Line 3, column 1: “}” can’t stand here.').waitFor()
    await button.click()
    assert.equal(await theme(page).evaluate((one) => one.matches(':focus')), true)
    await theme(page).fill('{"__proto__": {}}')
    await page.getByText('Line 1, column 2: the name "__proto__" is not taken.').waitFor()
    await page.getByText('As JSON', { exact: true }).click()
    await asJson(page).fill('{"en": {"headline": "Hi"')
    await page.getByText('Line 1: it ends too early.').waitFor()
    assert.equal(await page.getByLabel('English headline').isDisabled(), true)
    await asJson(page).fill('{"en": {"headline": "Hi"}}\n')
    assert.equal(await page.getByLabel('English headline').inputValue(), 'Hi')
    // what the page can't know is said by the service, and found although it was closed
    await asJson(page).fill(`{"x": "${'x'.repeat(70_000)}"}`)
    await theme(page).fill('{"radius": 4}\n')
    await page.getByText('As JSON', { exact: true }).click()
    assert.equal(sent, 0)
    await button.click()
    await page.locator('.as-json[open] textarea[aria-invalid=true]').waitFor()
    await asJson(page).fill('{"en": {"headline": "Hi"}}\n')
    assert.deepEqual(await barriers(page), [])
    await save(page)
    assert.deepEqual(await settingsOf().then(({ loginBrandingJson, dashboardThemeJson }) => [loginBrandingJson, dashboardThemeJson]), [
      '{"en": {"headline": "Hi"}}',
      '{"radius": 4}',
    ])
    await page.waitForFunction("document.querySelector('.record-body button[type=submit]').disabled")
    assert.deepEqual(faults, [])
  })

  it('leaves JSON that was stored with space around it as it is when somebody only comes by', async () => {
    await set({ dashboardThemeJson: '{"radius": 4}\n' })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest)
    await theme(page).focus()
    await page.keyboard.press('Tab')
    const button = page.locator('.record-body').getByRole('button', { name: 'Save' })
    assert.equal(await button.isDisabled(), true)
    // what is typed is saved without it, whether or not the field was left, and nothing is to be saved then
    await theme(page).fill('{"radius": 5}\n')
    await page.keyboard.press('Control+Enter')
    await page.locator('.record-body button[type=submit]:disabled:not([data-loading])').waitFor()
    assert.deepEqual([(await settingsOf()).dashboardThemeJson, await theme(page).inputValue()], ['{"radius": 5}', '{"radius": 5}'])
    assert.deepEqual(faults, [])
  })

  it('goes on from what is inherited, which no word of its own takes away', async () => {
    await set({ loginBrandingJson: '{"en":{"headline":"Above","subtitle":"All of us"}}' })
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await enter(guest, below)
    const headline = page.getByLabel('English headline')
    assert.deepEqual([await headline.inputValue(), await headline.getAttribute('placeholder')], ['', 'Above'])
    await page.locator('.preview').getByText('Above').waitFor()
    await headline.fill('Below')
    assert.equal(await page.getByLabel('English text below it').inputValue(), 'All of us')
    await save(page)
    assert.equal((await settingsOf(below)).loginBrandingJson, '{"en":{"subtitle":"All of us","headline":"Below"}}')
    await page.getByText('As JSON', { exact: true }).click()
    await asJson(page).fill('')
    await save(page)
    assert.equal((await settingsOf(below)).loginBrandingJson, '{"en":{"headline":"Above","subtitle":"All of us"}}')
    assert.deepEqual(faults, [])
  })

  it('opens whatever JSON stands there, in Arabic by keys alone, and shows both texts of what two have said', async () => {
    await set({ loginBrandingJson: '[{"en":"</textarea><script>"}]', dashboardThemeJson: '"<img src=x onerror=alert(1)>"' })
    await using guest = await visit(stage.app.url, arabic)
    const { page, faults } = guest
    await enter(guest)
    await page.getByText('ليس كائنًا').waitFor()
    assert.equal(await page.getByLabel('العنوان بالعربية').isDisabled(), true)
    const summary = page.locator('.as-json summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('{}')
    await page.getByLabel('العنوان بالعربية').fill('مرحبًا')
    await set({ loginBrandingJson: '{"ar":{"headline":"سلام"}}' })
    await page.keyboard.press('Control+Enter')
    const lines = page.locator('.line-diff')
    await lines.locator('del', { hasText: 'سلام' }).waitFor()
    await lines.locator('ins', { hasText: 'مرحبًا' }).waitFor()
    const mine = page.getByRole('button', { name: 'أبقِ قيمي' })
    await mine.waitFor()
    assert.deepEqual(await barriers(page), [])
    const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().endsWith('/settings'))
    await mine.click()
    await (await kept).finished()
    await page.locator('.line-diff').waitFor({ state: 'detached' })
    assert.equal((await settingsOf()).loginBrandingJson, '{"ar":{"headline":"مرحبًا"}}')
    assert.deepEqual(faults, [])
  })
})
