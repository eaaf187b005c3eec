/** Somebody looks at what left by mail. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { barriers, skip, visit } from './chromium.ts'
import { hostileName, openAs, type Scene, scene } from './scene.ts'

describe('the list of mails', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
    const body = { email: 'new@harbour.example', firstName: hostileName, lastName: 'New', roleId: stage.roleId, tenantId: stage.tenantId }
    expectStatus(await stage.app.post('/api/v1/Admins', body, { token: await stage.app.superToken() }), 201)
  })

  it('shows a mail with its history, and of a mail of the service neither text nor password', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/emails?search=new%40harbour', stage.keeper)
    await page.locator('tr[data-row]', { hasText: 'new@harbour.example' }).first().locator('td').nth(1).click()
    const panel = page.locator('aside.panel')
    await panel.locator('.facts').waitFor()
    await panel.getByRole('tab').nth(1).click()
    await panel.getByText('Hidden from your role').or(panel.locator('.tab-panel p')).first().waitFor()
    await panel.getByRole('tab').nth(2).click()
    await panel.locator('.attempts li').first().waitFor()
    assert.deepEqual(await barriers(page), [])
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await page.keyboard.press('Escape')
    // a complaint is found in the list as one that came back
    await page.getByRole('button', { name: /^Came back or complained of \d/ }).waitFor()
    // those that the number counts, and not those of a whole year, or of what was looked for before
    await page.getByRole('button', { name: /^Failed \d/ }).click()
    await page.waitForURL(/status=failed/)
    const { searchParams } = new URL(page.url())
    assert.equal(searchParams.has('search'), false)
    const days = (stage.app.clock.now().getTime() - Date.parse(searchParams.get('from') ?? '')) / 86_400_000
    assert.ok(days > 28 && days < 31, page.url())
    await page.locator('.chip', { hasText: 'Made since' }).waitFor()
    assert.deepEqual(faults, [])
  })
})
