/** A real Chromium, whose pages may neither complain nor ask another host. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { atEndOfAll } from '../rig/cleanup.ts'
import { cleared, watch } from './evidence.ts'
import { giveBack, sessionOf, takeProfile } from './kept-pages.ts'

/** Draws and runs pages as the whole browser does, without what shows them in a window: a quarter less work. */
const shell = '/usr/bin/chromium-headless-shell'
const whole = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']
/** `TEST_BROWSER=whole` leaves the shell out: what people use is seen, too. */
const program = (process.env.TEST_BROWSER === 'whole' ? whole : [shell, ...whole]).find((path) => existsSync(path))
/** Why browser tests don't run here; false where they do. */
export const skip = program === undefined && 'Chromium is not installed'

const flags = '--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync'.split(' ')
/** Tenants' own domains are on loopback as everything is. */
const hosts = '--host-resolver-rules=MAP *.tenants.example 127.0.0.1'
/** A refusal that a test asks for is no fault of the page, but the browser tells of each. */
const refusals = /^Failed to load resource: the server responded with a status of 4\d\d/

export const english = { locale: 'en-GB', colorScheme: 'light' } as const
export const arabic = { locale: 'ar', colorScheme: 'dark' } as const

let launched: Promise<Browser> | undefined

/** One for all files of this process, as each visit has a profile that knows nothing: to start it takes a second of processor time. */
function launch(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: program ?? '', args: [...flags, hosts] }).then((browser) => {
    browser.once('disconnected', () => {
      launched = undefined
    })
    atEndOfAll(() => browser.close())
    return browser
  })
  return launched
}

export interface Visit extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** What pages of this visit complained about. */
  readonly faults: string[]
  /** What the service refused because somebody else was first: method and path. */
  readonly conflicts: string[]
}

/** A browser that knows nobody: everything that its pages write to the console is noted, and every request to another host. */
export async function visit(url: string, options: BrowserContextOptions = english): Promise<Visit> {
  const begun: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options, baseURL: url }
  await cleared()
  const profile = await takeProfile(begun, async () => {
    const made = await (await launch()).newContext(begun)
    made.setDefaultTimeout(60_000)
    return made
  })
  const { context, page } = profile
  const faults: string[] = []
  context.on('console', (message) => {
    if (!refusals.test(message.text())) faults.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`))
  context.on('request', (request) => {
    profile.open.add(request)
    const to = new URL(request.url())
    if (to.origin === url) return
    // what the browser keeps of another origin is not taken away
    profile.isChanged = true
    if (to.protocol.startsWith('http')) faults.push(`asked ${to.origin}`)
  })
  for (const name of ['requestfinished', 'requestfailed'] as const)
    context.on(name as 'requestfinished', (request) => profile.open.delete(request))
  const conflicts: string[] = []
  context.on('response', (answer) => {
    if (answer.status() === 409) conflicts.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
  })
  const done = watch(context, faults, () => giveBack(profile, begun))
  return { context, page, faults, conflicts, [Symbol.asyncDispose]: done }
}

/** The browser knows nobody any more, as one that was just started. */
export async function forget({ context, page }: Pick<Visit, 'context' | 'page'>): Promise<void> {
  await context.clearCookies()
  if (page.url() !== 'about:blank') await page.evaluate('localStorage.clear(); sessionStorage.clear()')
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Every rule is tried. What holds is not told, nor where in the page a fault is: to make up its path takes longer than to find it. */
const options = JSON.stringify({
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  selectors: false,
  ancestry: false,
  // the preview of a mail runs no script, so nothing of axe is there to be asked
  iframes: false,
})
const judge = `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ').slice(0, 300)))`

/** What axe finds wrong (WCAG 2.0 to 2.2, A and AA). It is evaluated from outside: the policy of the page would not let it in. */
export async function barriers(page: Page): Promise<string[]> {
  const session = await sessionOf(page)
  const evaluated = async (expression: string) =>
    (await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value
  // half a megabyte of source, which a page keeps until it is loaded anew
  if ((await evaluated('typeof axe')) === 'undefined') await evaluated(`${axe};0`)
  return (await evaluated(judge)) as string[]
}

/** Waits until the page has drawn what it was told before. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth') as Promise<number>

/**
 * Has the router of the page that is open go to another address, which loads nothing anew, and waits until what is there is shown. For an
 * address that is loaded elsewhere; no form is open that would ask before it is left.
 */
export async function goByRouter(page: Page, address: string): Promise<void> {
  await page.evaluate(`new Promise((there, failed) => {
    setTimeout(() => failed(new Error('the router does not come to rest')), 20_000)
    history.pushState({}, '', ${JSON.stringify(address)})
    const look = () => {
      const { status, location, resolvedLocation } = __TSR_ROUTER__.state
      if (status === 'idle' && resolvedLocation?.href === location.href) there()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(() => requestAnimationFrame(look))
  })`)
}
