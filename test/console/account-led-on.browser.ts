/** Whoever is signed in and opens the account with a `returnTo`: where they are led, and where they never are. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { verifiedDomain } from '../domains/proving.ts'
import { enter, pathOf, type Stage, stage, tenant } from './account/stage.ts'
import { skip, visit } from './chromium.ts'

const own = 'https://shop.harbour.example'
const foreign = 'https://shop.lakeside.example'

describe('the way on from the account', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
    const lakeside = await tenant(scene.app, 'Lakeside', 'lakeside')
    await verifiedDomain(scene.app, scene.tenant.id, new URL(own).host)
    await verifiedDomain(scene.app, lakeside.id, new URL(foreign).host)
  })
  const profile = (page: Page) => page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  const signedIn = async (page: Page) => {
    await page.goto('/account?w=harbour')
    await enter(page, scene.user.email)
  }

  it('is the one that the workspace of the account allows, whatever code the address has', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    const asked: string[] = []
    for (const shop of [own, foreign])
      await page.route(`${shop}/**`, (route) => {
        asked.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: '<h1>Shop</h1>' })
      })
    await signedIn(page)
    for (const w of ['lakeside', 'harbour', 'no-such-place']) {
      await page.goto(`/account?w=${w}&returnTo=${encodeURIComponent(`${foreign}/basket`)}`)
      await profile(page)
      assert.equal(pathOf(page), '/account', w)
    }
    for (const w of ['', 'w=lakeside&']) {
      await page.goto(`/account?${w}returnTo=${encodeURIComponent(`${own}/basket`)}`)
      await page.waitForURL(`${own}/basket`)
    }
    assert.deepEqual(asked, [`${own}/basket`, `${own}/basket`])
  })

  it('is not the one to the profile', async () => {
    await using guest = await visit(scene.app.url)
    const { page } = guest
    await signedIn(page)
    await page.goto('/account/password?w=harbour&returnTo=%2Fhealth')
    await page.getByRole('link', { name: 'Profile' }).click()
    await profile(page)
    assert.equal(pathOf(page), '/account?w=harbour')
  })
})
