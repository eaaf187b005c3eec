/** Registration on a bad network: what is typed stays, and what may be done is said. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Stage, stage } from './account/stage.ts'
import { drawn, skip, visit } from './chromium.ts'

describe('registration on a bad network', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
  })

  it('shows no fields before it is known which workspace is meant', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await page.clock.install()
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/public/sign-in', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/account/register')
    await page.locator('.login[aria-busy=true]').waitFor()
    // more than it would wait for a first answer
    await page.clock.runFor(2_000)
    await drawn(page)
    assert.equal(await page.locator('input').count(), 0)
    answer()
    await page.getByText('Which workspace').waitFor()
    assert.deepEqual(guest.faults, [])
  })

  it('says where it could not be asked for, and asks again', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    const refusal = {
      isSuccess: false,
      data: null,
      statusCode: 400,
      code: 'validation_failed',
      message: 'Not this time.',
      traceId: 'trace-4711',
    }
    await page.route('**/public/sign-in', (route) => route.fulfill({ status: 400, json: refusal }))
    await page.goto('/account/register')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.locator('input').count(), 0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Which workspace').waitFor()
    assert.deepEqual(guest.faults, [])
  })
})
