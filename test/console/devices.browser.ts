/** Somebody with two devices: a session that is ended on one is over on the other, where nobody touches anything. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { enter, type Tenant, tenant, user } from './account/stage.ts'
import { skip, visit } from './chromium.ts'
import { signIn } from './scene.ts'

/** The live stream takes about one second; a machine that is busy may take longer. */
const soon = { timeout: 10_000 }
/** Ends the other session, at the page of sessions. */
const endOther = async (page: Page) => {
  await page.reload()
  await page.locator('.me-list li').nth(1).waitFor()
  await page.getByRole('button', { name: 'End', exact: true }).click()
}
const streamOf = (page: Page) => page.waitForResponse((response) => response.url().includes('/notifications/stream') && response.ok())

describe('two devices', { skip }, () => {
  let app: TestApp
  let shop: Tenant
  before(async () => {
    app = await startApp()
    shop = await tenant(app, 'Harbour', 'harbour')
  })

  it('a session of the console that one ends is to be begun again in place on the other', async () => {
    const { admin } = await tenantWithAdmin(app)
    await using here = await visit(app.url)
    await using there = await visit(app.url)
    await here.page.goto('/console/me/sessions')
    await signIn(here.page, admin.email, admin.password)
    await there.page.goto('/console/admins')
    const stream = streamOf(there.page)
    await signIn(there.page, admin.email, admin.password)
    await there.page.locator('tr[data-row]').first().waitFor()
    await stream
    await endOther(here.page)
    const dialog = there.page.getByRole('dialog')
    await dialog.locator('input[name=password]').waitFor(soon)
    // where they were, and nothing else is open
    assert.equal(new URL(there.page.url()).pathname, '/console/admins')
    await here.page.locator('.me-list li').nth(1).waitFor({ state: 'detached' })
    await here.page.reload()
    await here.page.locator('.me-list li', { hasText: 'This device' }).waitFor()
    assert.deepEqual([...here.faults, ...there.faults], [])
  })

  it('a session of an end user that one ends leads the other to sign-in, and back to where they were', async () => {
    const lina = await user(app, shop)
    await using here = await visit(app.url)
    await using there = await visit(app.url)
    await here.page.goto('/account/sessions?w=harbour')
    await enter(here.page, lina.email)
    await there.page.goto('/account/preferences?w=harbour')
    const stream = streamOf(there.page)
    await enter(there.page, lina.email)
    await stream
    await endOther(here.page)
    await there.page.waitForURL(/\/account\/sign-in\?w=harbour&returnTo=%2Faccount%2Fpreferences$/, soon)
    await enter(there.page, lina.email)
    assert.equal(new URL(there.page.url()).pathname, '/account/preferences')
    await here.page.reload()
    await here.page.locator('.me-list li', { hasText: 'This device' }).waitFor()
    assert.deepEqual([...here.faults, ...there.faults], [])
  })
})
