/**
 * A page that a visit has left, for the next one of the same file that begins as it did. A new profile has a process that compiles the whole
 * console again: a visit of one list takes 1.9 s of processor time, and 1.2 s in a page whose process knows the scripts (load about 8).
 *
 * Nothing of the former visit may be left: where something was changed that outlives an address, a route, a clock or a permission, it is closed.
 * What is taken away is what pages of ours keep: cookies and both storages. They keep no database; a test that makes one has to delete it.
 */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** Something was changed that stays until it is closed. */
  isChanged: boolean
}

const lastingOfPage =
  'addInitScript addLocatorHandler emulateMedia exposeBinding exposeFunction route routeWebSocket setContent setDefaultTimeout setExtraHTTPHeaders'
const lastingOfContext =
  'addCookies addInitScript exposeBinding exposeFunction grantPermissions newCDPSession newPage route routeWebSocket setDefaultTimeout setExtraHTTPHeaders setGeolocation setOffline'
const lastingOfClock = 'fastForward install pauseAt runFor setFixedTime setSystemTime'
/** The driver itself hears of others. */
const heard =
  'console dialog domcontentloaded download filechooser frameattached framedetached framenavigated load page pageerror popup request requestfailed requestfinished response weberror websocket worker'

/** Those of this file that are free, by what they were begun with. */
const free = new Map<string, Profile[]>()
const sessions = new WeakMap<Page, CDPSession>()

/** One for each page, which stays as long: what is asked of it is evaluated from outside, where the policy of the page does not reach. */
export async function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, known)
  return known
}

function noteCalls(target: object, names: string, onCall: () => void): void {
  const calls = target as Record<string, (...values: unknown[]) => unknown>
  for (const name of names.split(' ')) {
    const call = calls[name]!.bind(target)
    calls[name] = (...values) => {
      onCall()
      return call(...values)
    }
  }
}

/** One that is free and was begun with the same, else what `begin` makes. */
export async function takeProfile(options: BrowserContextOptions, begin: () => Promise<BrowserContext>): Promise<Profile> {
  const kept = free.get(JSON.stringify(options))?.pop()
  if (kept) return kept
  const context = await begin()
  const page = await context.newPage()
  await sessionOf(page)
  const profile = { context, page, isChanged: false }
  const onCall = () => {
    profile.isChanged = true
  }
  noteCalls(context, lastingOfContext, onCall)
  noteCalls(page, lastingOfPage, onCall)
  noteCalls(page.clock, lastingOfClock, onCall)
  return profile
}

/** Makes it what it was when it was new, or closes it. @param options what it was begun with */
export async function giveBack(profile: Profile, options: BrowserContextOptions): Promise<void> {
  const { context, page } = profile
  const isAlone = context.pages().length === 1 && context.pages()[0] === page
  if (profile.isChanged || !isAlone || page.url() === 'about:blank') return await context.close()
  try {
    await clean(profile, options)
  } catch {
    // its service is gone, or it no longer answers
    return await context.close()
  }
  const known = free.get(JSON.stringify(options)) ?? []
  free.set(JSON.stringify(options), [...known, profile])
}

async function clean({ context, page }: Profile, options: BrowserContextOptions): Promise<void> {
  for (const name of heard.split(' ')) for (const one of [context, page]) one.removeAllListeners(name)
  await context.clearCookies()
  // it runs no script that could keep anything once it is taken away
  await page.goto('/health/live')
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.mouse.move(0, 0)
  if (options.viewport) await page.setViewportSize(options.viewport)
  await (await sessionOf(page)).send('Page.resetNavigationHistory')
}

/** Closes what nobody took, before the service goes that it knows. */
export async function closeFree(): Promise<void> {
  const left = [...free.values()].flat()
  free.clear()
  for (const { context } of left) await context.close()
}
