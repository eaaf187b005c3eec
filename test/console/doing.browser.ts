/** An address that says `do=` opens no form for whoever may not do it, on whatever screen. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Screen } from '../../console/src/sitemap/screen.ts'
import { screens } from '../../console/src/sitemap/screens.ts'
import { addRole } from '../groups/world.ts'
import { expectStatus } from '../harness.ts'
import { skip, visit } from './chromium.ts'
import { proofs } from './proofs/proofs.ts'
import { openAs, password, type Scene, scene, superAdmin } from './scene.ts'
import { keeperToken } from './scenes/messages.ts'
import { withUsers } from './scenes/people.ts'

const all = Object.entries<Screen>(screens)

describe('an address that says what is to be done', { skip }, () => {
  let stage: Scene
  let views: readonly string[]
  const viewer = 'viewer@harbour.example'
  before(async () => {
    stage = await scene()
    await withUsers(stage)
    const token = await stage.app.superToken()
    const start = expectStatus(await stage.app.get('/api/v1/Admins/me/start', { token: await keeperToken(stage) }), 200).json
    views = (start.permissions as string[]).filter((name) => name.endsWith('.view'))
    const roleId = await addRole(stage.app, stage.tenantId, views)
    const body = { email: viewer, firstName: 'Vera', lastName: 'Viewer', roleId, tenantId: stage.tenantId, password }
    expectStatus(await stage.app.post('/api/v1/Admins', body, { token }), 201)
  })
  const addressOf = async (path: string, more: string) => {
    const { address } = proofs[path] ?? assert.fail(`${path} has no proof`)
    const at = typeof address === 'string' ? address : await address(stage)
    return `/console${at}${at.includes('?') ? '&' : '?'}${more}`
  }
  const settled = async (page: Page) => {
    await page.locator('#main h1').waitFor()
    await page.locator('#main [aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  /** The dialog of the keys comes in its turn, after any form that is on its way; a form that is there keeps it away. */
  const noForm = async (page: Page, path: string) => {
    await settled(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1, `${path} opens a form`)
  }

  it('opens no form for who may only look', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/me/profile', viewer)
    const seen = all.filter(([, screen]) => screen.access === 'permission' && views.includes(screen.permission))
    assert.ok(seen.length > 15)
    let edited = 0
    for (const [path] of seen) {
      await page.goto(await addressOf(path, 'do=new'))
      await noForm(page, path)
      assert.notEqual(await page.locator('h1').innerText(), 'You may not see this page')
      const row = page.locator('[data-row]').first()
      const id = (await row.count()) > 0 ? await row.getAttribute('data-row') : null
      if (id === null) continue
      edited += 1
      await page.goto(await addressOf(path, `do=edit&open=${id}`))
      await noForm(page, path)
    }
    assert.ok(edited > 3, `only ${edited} rows to edit`)
    assert.deepEqual(faults, [])
  })

  it('opens no form over an admin whom nobody changes', async () => {
    const { id } = (await stage.app.signIn(stage.stranger, password)).user
    await stage.app.open.service.database.kysely.updateTable('accounts').set({ isProtected: true }).where('id', '=', id).execute()
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, `/console/admins?open=${id}&do=edit`, stage.keeper)
    await page.waitForURL((url) => !url.searchParams.has('do'))
    await noForm(page, '/admins')
    assert.deepEqual(faults, [])
  })

  it('opens the form for who may', async () => {
    await using guest = await visit(stage.app.url)
    const { page, faults } = guest
    await openAs(page, '/console/me/profile', superAdmin.email, superAdmin.password)
    const makers = all.filter(([, { makes }]) => makes?.some(({ to }) => to === undefined))
    assert.ok(makers.length > 5)
    for (const [path] of makers) {
      await page.goto(await addressOf(path, 'do=new'))
      await page.getByRole('dialog').waitFor()
    }
    assert.deepEqual(faults, [])
  })
})
