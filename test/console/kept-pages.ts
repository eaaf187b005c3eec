/**
 * A page that a visit has left, for the next one of the same file that begins as it did. A new profile has a process that compiles the whole
 * console again: a visit of one list takes 1.9 s of processor time, and 1.2 s in a page whose process knows the scripts (load about 8).
 *
 * Nothing of the former visit may be left but the scripts that the browser keeps: where something was changed that outlives an address, a
 * route, a clock, a permission or a key that is held, it is closed, and where an answer is waited for that may bring a session.
 * What is taken away is what pages of ours keep: cookies and both storages. They keep no database; a test that makes one has to delete it.
 * The page is left, so what it does at its end is done, which a closed one does not: who leaves such a page opens another one first.
 */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page, Request } from 'playwright-core'

export interface Profile {
  readonly context: BrowserContext
  readonly page: Page
  /** Something was changed that stays until it is closed. */
  isChanged: boolean
  /** Asked, and not answered. */
  readonly open: Set<Request>
}

const lastingOfPage =
  'addInitScript addLocatorHandler emulateMedia exposeBinding exposeFunction route routeFromHAR routeWebSocket setContent setDefaultNavigationTimeout setDefaultTimeout setExtraHTTPHeaders'
const lastingOfContext =
  'addCookies addInitScript exposeBinding clearPermissions exposeFunction grantPermissions newCDPSession newPage route routeFromHAR routeWebSocket setDefaultNavigationTimeout setDefaultTimeout setExtraHTTPHeaders setGeolocation setOffline'
const lastingOfKeys = 'down'
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
  const profile: Profile = { context, page, isChanged: false, open: new Set() }
  const onCall = () => {
    profile.isChanged = true
  }
  noteCalls(context, lastingOfContext, onCall)
  noteCalls(page, lastingOfPage, onCall)
  noteCalls(page.clock, lastingOfClock, onCall)
  for (const one of [page.keyboard, page.mouse]) noteCalls(one, lastingOfKeys, onCall)
  return profile
}

/** Makes it what it was when it was new, or closes it. @param options what it was begun with */
export async function giveBack(profile: Profile, options: BrowserContextOptions): Promise<void> {
  const { context, page } = profile
  const isAlone = context.pages().length === 1 && context.pages()[0] === page
  // its cookie would come after all of them were taken away: it outlives the page
  const mayEnter = [...profile.open].some((request) => request.url().includes('/auth/'))
  if (profile.isChanged || mayEnter || !isAlone || page.url() === 'about:blank') return await context.close()
  try {
    await clean(profile, options)
  } catch {
    // its service is gone, or it no longer answers
    return await context.close()
  }
  profile.open.clear()
  const known = free.get(JSON.stringify(options)) ?? []
  free.set(JSON.stringify(options), [...known, profile])
}

async function clean({ context, page }: Profile, options: BrowserContextOptions): Promise<void> {
  for (const name of heard.split(' ')) for (const one of [context, page]) one.removeAllListeners(name)
  // it runs no script that could keep anything once it is taken away
  await page.goto('/health/live')
  await context.clearCookies()
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
