/** Somebody who is signed in proves their address by the link of the mail, which opens a page of its own. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setAccount } from '../auth/people.ts'
import { codeFor } from '../users/rig.ts'
import { enter, type Stage, stage, type Tenant, tenant, user } from './account/stage.ts'
import { skip, visit } from './chromium.ts'

describe('an address that is proved by a link', { skip }, () => {
  let scene: Stage
  let lakeside: Tenant
  before(async () => {
    scene = await stage()
    lakeside = await tenant(scene.app, 'Lakeside', 'lakeside')
  })

  it('of who is signed in leads to their account, and the tab that asked for the mail shows it on the way back', async () => {
    const { app } = scene
    const lina = await user(app, scene.tenant)
    await setAccount(app, lina.id, { emailVerifiedAt: null })
    await using guest = await visit(app.url)
    const { page, context } = guest
    await page.goto('/account?w=harbour')
    await enter(page, lina.email)
    await page.locator('.own-fact a').first().click()
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.locator('.note[data-tone=blue]').waitFor()
    const link = await context.newPage()
    const code = await codeFor(app, lina.id, 'email_verification')
    await link.goto(`/account/verify?w=harbour#email=${encodeURIComponent(lina.email)}&code=${code}`)
    await link.locator('form button[type=submit]').click()
    const proved = '.own-fact >> nth=0 >> text="Confirmed"'
    await link.locator(proved).waitFor()
    assert.equal(new URL(link.url()).pathname, '/account')
    await page.getByRole('link', { name: 'To your profile' }).click()
    await page.locator(proved).waitFor()
    assert.deepEqual(guest.faults, [])
  })

  for (const whose of ['somebody else', 'the same person in another workspace'])
    it(`of ${whose} than is signed in leads to sign-in`, async () => {
      const { app } = scene
      const isElsewhere = whose !== 'somebody else'
      const other = isElsewhere ? await user(app, lakeside, { email: scene.user.email }) : await user(app, scene.tenant)
      await setAccount(app, other.id, { emailVerifiedAt: null })
      await using guest = await visit(app.url)
      const { page } = guest
      await page.goto('/account?w=harbour')
      await enter(page, scene.user.email)
      await page.goto(`/account/verify?w=${isElsewhere ? 'lakeside' : 'harbour'}`)
      await page.locator('input[name=email]').fill(other.email)
      await page.getByRole('button', { name: 'Send a code' }).click()
      await page.locator('.note[data-tone=blue]').waitFor()
      await page.locator('input[name=code]').fill(await codeFor(app, other.id, 'email_verification'))
      await page.getByText('You can sign in now').waitFor()
      assert.deepEqual(guest.faults, [])
    })
})
