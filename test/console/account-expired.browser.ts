/** A password that expires under an open page of an end user, whose token is good for some minutes still. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { setAccount } from '../auth/people.ts'
import { enter, fresh, password, type Stage, stage, user } from './account/stage.ts'
import { skip, visit } from './chromium.ts'

const stream = '**/notifications/stream'

describe('a password that expires meanwhile', { skip }, () => {
  let scene: Stage
  before(async () => {
    scene = await stage()
  })
  const asked = (page: Page) => page.getByRole('heading', { name: 'Choose a new password' })
  /** Nothing is heard of what happens to the account. */
  const enterUnheard = async (page: Page, email: string) => {
    await page.route(stream, () => undefined)
    await page.goto('/account?w=harbour')
    await enter(page, email)
  }
  const change = async (page: Page) => {
    await page.locator('input[name=current]').fill(password)
    await page.locator('input[name=new]').fill(fresh)
    await page.locator('form button[type=submit]').click()
  }

  it('is asked for when the live stream is opened anew, which goes on when it was changed', async () => {
    const { app, tenant } = scene
    const lina = await user(app, tenant)
    await using guest = await visit(app.url)
    const { page } = guest
    const { promise: isOwing, resolve: owe } = Promise.withResolvers<void>()
    await page.route(
      stream,
      async (route) => {
        await isOwing
        // a connection that breaks off
        await route.fulfill({ contentType: 'text/event-stream', body: ': \n\n' })
      },
      { times: 1 },
    )
    const opened = page.waitForRequest(stream)
    await page.goto('/account?w=harbour')
    await enter(page, lina.email)
    await opened
    await setAccount(app, lina.id, { mustChangePassword: true })
    owe()
    await asked(page).waitFor()
    const again = page.waitForResponse((answer) => answer.url().includes('/notifications/stream') && answer.ok())
    await change(page)
    await page.getByLabel('First name').waitFor()
    await again
    assert.deepEqual(guest.faults, [])
  })

  it('is asked for in place of a page that the service refuses until then, and once more when it expires again', async () => {
    const { app, tenant } = scene
    const lina = await user(app, tenant)
    await using guest = await visit(app.url)
    const { page } = guest
    await enterUnheard(page, lina.email)
    await setAccount(app, lina.id, { mustChangePassword: true })
    await page.getByRole('link', { name: 'Sessions' }).click()
    await asked(page).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await change(page)
    await page.locator('.me-here').waitFor()
    await page.route(stream, () => undefined)
    await setAccount(app, lina.id, { mustChangePassword: true })
    await page.getByRole('link', { name: 'Linked accounts' }).click()
    await asked(page).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    assert.deepEqual(guest.faults, [])
  })

  it('is asked for after an act that the service refuses until then', async () => {
    const { app, tenant } = scene
    const lina = await user(app, tenant)
    await using guest = await visit(app.url)
    const { page } = guest
    // a session more, to end it
    await enterUnheard(page, lina.email)
    await page.context().clearCookies()
    await enterUnheard(page, lina.email)
    await page.getByRole('link', { name: 'Sessions' }).click()
    await page.getByRole('button', { name: 'End', exact: true }).waitFor()
    await setAccount(app, lina.id, { mustChangePassword: true })
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await asked(page).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    assert.deepEqual(guest.faults, [])
  })
})
