/** What a page asks for and does not get: a screen is tried again when that is pressed, and what was refused comes when it is asked for anew. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { drawn } from './chromium.ts'

/** What begins the session and the shell goes on: without it there would be no screen. */
const ofShell = /\/(?:refresh|login|start|stream|stream-ticket)$/

/** In milliseconds of the page's own clock: the longest pause between two tries of one request. */
const pauseMs = 4000

/**
 * Loads an address of the visit, on a connection that breaks off for all that is asked for the screen. Time is turned on in the page: three
 * tries take seven seconds.
 *
 * @param settled waits until the screen is whole
 */
export async function failsAndIsTriedAgain(page: Page, address: string, settled: () => Promise<void>): Promise<void> {
  const broken = new Set<string>()
  const isOfScreen = (url: URL) => url.pathname.startsWith('/api/') && !ofShell.test(url.pathname)
  await page.clock.install()
  await page.route(isOfScreen, (route) => {
    broken.add(new URL(route.request().url()).pathname)
    return route.abort('connectionrefused')
  })
  await Promise.all([page.waitForEvent('requestfailed', (request) => isOfScreen(new URL(request.url()))), page.goto(address)])
  // that it loads is told
  await page.locator('main [aria-busy=true], main[aria-busy=true]').first().waitFor()
  const retry = page.locator('main .nothing', { has: page.locator('[role=alert]') }).getByRole('button', { name: 'Try again' })
  const end = Date.now() + 20_000
  while ((await retry.count()) === 0) {
    assert.ok(Date.now() < end, `${address}: no error is shown for ${[...broken].join(', ')}`)
    await page.clock.fastForward(pauseMs)
    await page.waitForTimeout(30)
  }
  await page.unroute(isOfScreen)
  for (let n = await retry.count(); n > 0; n = await retry.count()) {
    const asked = page.waitForRequest((request) => isOfScreen(new URL(request.url())), { timeout: 1500 })
    await retry.first().click()
    await asked
    if (n === 1) break
    await page.waitForTimeout(50)
  }
  await settled()
}

/** What the service refuses once, and takes up when it is asked again. */
export const refusal = {
  isSuccess: false,
  data: null,
  statusCode: 400,
  code: 'validation_failed',
  message: 'Not this time.',
  traceId: 'trace-4711',
}

/**
 * Has the service refuse what a page asks for at `url`.
 *
 * @returns what has the page ask for it anew, as it does when somebody comes back to it, and answers once `meanwhile` is done
 */
export async function refusedUntilAsked(page: Page, url: string): Promise<(meanwhile: () => Promise<void>) => Promise<void>> {
  await page.route(url, (route) => route.fulfill({ status: 400, json: refusal }))
  return async (meanwhile) => {
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
    await page.unroute(url)
    await page.route(url, async (route) => {
      await isDone
      await route.continue()
    })
    const asked = page.waitForRequest(url)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    await asked
    await drawn(page)
    await meanwhile()
    const answered = page.waitForResponse(url)
    done()
    await (await answered).finished()
    await drawn(page)
  }
}
