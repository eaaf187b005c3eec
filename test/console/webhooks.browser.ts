/** Somebody sees to webhooks in the console. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { addDelivery, addWebhook } from '../webhooks/rig.ts'
import { barriers, skip, visit } from './chromium.ts'
import { openAs, type Scene, scene } from './scene.ts'

describe('webhooks in the console', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene()
  })

  it('says that deliveries could not be counted, and counts them again', async () => {
    const id = await addWebhook(stage.app, stage.tenantId)
    await addDelivery(stage.app, id)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await page.route('**/replay', (route) => route.fulfill({ status: 400, json: { code: 'validation_failed', message: 'Not now.' } }))
    await openAs(page, `/console/webhooks/${id}/deliveries`, stage.keeper)
    await page.getByRole('button', { name: 'Send many again' }).click()
    const dialog = page.getByRole('dialog')
    const again = dialog.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    assert.equal(await dialog.getByText('Counting').count(), 0)
    assert.deepEqual(await barriers(page), [])
    await page.unroute('**/replay')
    await again.click()
    await again.waitFor({ state: 'detached' })
    await dialog.getByText(/\d+ deliver/).waitFor()
    assert.deepEqual(faults, [])
  })
})
