/** An owner makes a webhook, sees why it fails, mends it, sends again what was missed, and changes its secret; the receiver is a real one. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { expectStatus } from '../../harness.ts'
import { eventually } from '../../rig/ports.ts'
import { type ReceivedWebhook, startReceiver } from '../../rig/receiver.ts'
import { skip, visit } from '../chromium.ts'
import { password, type Scene, scene, signIn } from '../scene.ts'
import { webhookOf } from '../scenes/messages.ts'
import { ways } from './ways.ts'

/** What the receiver says of the address that it had once. */
const moved = 'This hook has moved to /hook/v2'
const missed = 3

describe('the owner of a webhook', { skip }, () => {
  let stage: Scene
  before(async () => {
    stage = await scene({ background: true })
  })
  const hire = async (name: string) => {
    const { app, roleId, tenantId } = stage
    const body = { email: `${name}@harbour.example`, firstName: name, lastName: 'New', roleId, tenantId, password }
    expectStatus(await app.post('/api/v1/Admins', body, { token: await app.superToken() }), 201)
  }
  const idsOf = (all: readonly ReceivedWebhook[]) => new Set(all.map(({ headers }) => headers['webhook-id']))

  for (const { name, mark, options, say, handOf } of ways)
    it(`makes one, sees why it fails, mends it, sends again what was missed and changes the secret, ${name}`, async () => {
      const { app } = stage
      const receiver = await startReceiver((request, response) =>
        request.url === '/hook/v2' ? response.writeHead(204).end() : response.writeHead(500).end(moved),
      )
      const { received } = receiver
      const cameTo = (path: string) => received.filter((one) => one.path === path)
      await using guest = await visit(app.url, options)
      const { page, faults } = guest
      const hand = handOf(page, 120)
      const button = (text: string) => page.getByRole('button', { name: text, exact: true })
      const dialog = page.getByRole('dialog')
      const inDialog = (text: string) => dialog.getByRole('button', { name: text, exact: true })
      /** Takes the secret out of the dialog that shows it, and sees that it is nowhere when that is gone. */
      const keptSecret = async () => {
        const shown = dialog.locator('.secret .cut')
        await shown.waitFor()
        const secret = (await shown.innerText()).trim()
        assert.match(secret, /^whsec_/)
        await page.keyboard.press('Escape')
        assert.equal(await inDialog(say('webhooks.done')).isDisabled(), true)
        await hand.tick(dialog.getByLabel(say('webhooks.secretKept')))
        await hand.press(inDialog(say('webhooks.done')))
        await dialog.waitFor({ state: 'detached' })
        const left = (await page.evaluate(
          'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.body.innerHTML])',
        )) as string
        assert.ok(!left.includes(secret) && !page.url().includes(secret))
        return secret
      }

      await page.goto('/console/webhooks')
      await signIn(page, stage.keeper, password, hand)
      await hand.press(page.locator('.head').getByRole('button', { name: say('webhooks.new') }))
      await hand.fill(dialog.getByLabel(say('webhooks.url')), receiver.url)
      await hand.fill(dialog.getByRole('searchbox', { name: say('webhooks.findEvent') }), 'admin.created')
      await hand.tick(dialog.getByRole('checkbox', { name: 'admin.created' }))
      await hand.press(inDialog(say('act.create')))
      const first = await keptSecret()
      await page.waitForURL(/\/webhooks\/[\w-]+\/deliveries$/)

      for (let n = 0; n < missed; n++) await hire(`${mark}-${n}`)
      await eventually('the first attempts', () => cameTo('/hook').length === missed)
      // once more by itself, so that five minutes are left until the next time
      app.clock.turn(80_000)
      await eventually('the second attempts', () => cameTo('/hook').length === 2 * missed)
      const ids = idsOf(received)
      assert.equal(ids.size, missed)
      const rows = page.locator('tr[data-row]')
      await hand.press(button(say('webhooks.reload')))
      await rows.nth(missed - 1).waitFor()
      await hand.press(rows.first())
      await page.locator('aside.panel .attempts li', { hasText: moved }).first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('aside.panel').waitFor({ state: 'detached' })

      await hand.press(page.locator('.record-tabs a[href$="/settings"]'))
      await hand.fill(page.getByLabel(say('webhooks.url')), `${receiver.url}/v2`)
      await hand.press(button(say('act.save')))
      await page
        .getByText(say('told.saved', { name: '' }).trim())
        .first()
        .waitFor()
      assert.equal(cameTo('/hook/v2').length, 0)

      await hand.press(page.locator('.record-tabs a[href$="/deliveries"]'))
      await hand.press(button(say('webhooks.replayMany')))
      await dialog.getByText(say('webhooks.replayCount', { count: 0 })).waitFor()
      await hand.tick(dialog.getByLabel(say('webhooks.delivery.Retrying')))
      await dialog.getByText(say('webhooks.replayCount', { count: missed })).waitFor()
      await hand.press(inDialog(say('webhooks.replay')))
      await dialog.waitFor({ state: 'detached' })
      await eventually('what was missed', () => cameTo('/hook/v2').length >= missed)
      assert.equal(cameTo('/hook/v2').length, missed)
      assert.deepEqual(idsOf(cameTo('/hook/v2')), ids)
      await hand.press(button(say('webhooks.reload')))
      await page
        .locator('tr[data-row]', { hasText: say('webhooks.delivery.Delivered') })
        .nth(missed - 1)
        .waitFor()

      await hand.press(page.locator('.record-tabs a[href$="/secret"]'))
      await hand.press(button(say('webhooks.rotate')))
      await hand.press(inDialog(say('webhooks.rotateNow')))
      const second = await keptSecret()
      assert.notEqual(second, first)
      await hire(`${mark}-last`)
      await eventually('what is signed by both', () => received.length === 3 * missed + 1)
      // the new one first, and the one before for the day in which both sign
      const { body, headers } = received.at(-1)!
      const signed = [second, first].map((secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
      assert.equal(headers['x-webhook-signature'], signed.join(','))
      assert.deepEqual(faults, [])
    })

  it('finds out that a secret was changed where the answer was lost, and changes it no second time', async () => {
    const id = await webhookOf(stage)
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    let changes = 0
    const [reads, secrets] = [`**/api/v1/webhooks/${id}`, '**/rotate-secret']
    await page.route(secrets, async (route) => {
      changes += 1
      await route.fetch()
      await page.route(reads, (read) => read.abort())
      await route.abort()
    })
    await page.goto(`/console/webhooks/${id}/secret`)
    await signIn(page, stage.keeper)
    const shown = page.locator('.secret code')
    const hint = await shown.innerText()
    await page.getByRole('button', { name: 'Change the secret…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await page.unroute(reads)
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('The secret was changed, but the answer was lost.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await shown.and(page.getByText(hint)).waitFor({ state: 'detached' })
    await page.getByText('The one before signs as well until').waitFor()
    assert.equal(changes, 1)
    assert.ok(
      faults.every((fault) => /ERR_FAILED/.test(fault)),
      faults.join(),
    )
  })
})
