/**
 * Makes the pictures of the README, `docs/pictures/`, from the demo: `npm run pictures`, with Chromium installed.
 *
 * No check compares them: a font or a browser of another version draws other pixels. `test/pictures.test.ts` sees to it that each is shown,
 * is there, and is small.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { endAll } from '../test/rig/cleanup.ts'
import { runCommand, startService } from '../test/rig/service.ts'

const folder = join(import.meta.dirname, '../docs/pictures')
const mostBytes = 150_000

interface Shot {
  readonly name: string
  /** Below `/console`, of somebody who has signed in; else the whole address. */
  readonly path: string
  readonly isOpen?: true
  readonly look: { readonly locale: string; readonly colorScheme: 'light' | 'dark' }
  /** What is done before it is taken. */
  readonly prepare?: (page: Page) => Promise<void>
}

const light = { locale: 'en-GB', colorScheme: 'light' } as const
const dark = { locale: 'en-GB', colorScheme: 'dark' } as const
const arabic = { locale: 'ar', colorScheme: 'light' } as const

const shots: readonly Shot[] = [
  { name: 'dashboard', path: '/', look: light },
  { name: 'tenants', path: '/tenants', look: dark, prepare: openTree },
  { name: 'rights', path: '/roles', look: light, prepare: openRights },
  { name: 'audit', path: '/audit?action=admin.updated', look: dark, prepare: openEntry },
  { name: 'admins-ar', path: '/admins', look: arabic },
  { name: 'account', path: '/account/sign-in?w=harbour-optics', isOpen: true, look: light },
  { name: 'account-ar', path: '/account/register?w=harbour-optics', isOpen: true, look: { ...arabic, colorScheme: 'dark' } },
]

/** The stream of notifications stays open, so the network is never idle: a picture waits for what is loaded, and for what moves. */
const settled = () => sleep(2000)

/** Three levels, the second of them whole. */
async function openTree(page: Page): Promise<void> {
  for (const row of [1, 0, 1, 3]) {
    await page.locator('.tree-rows button.twist:not([data-open])').nth(row).click()
    await settled()
  }
}

async function openRights(page: Page): Promise<void> {
  await page.locator('tbody tr', { hasText: 'Support desk' }).locator('td').first().click()
}

async function openEntry(page: Page): Promise<void> {
  await page.locator('tbody tr').first().locator('td').first().click()
}

async function signIn(page: Page, path: string, { identifier, password }: { identifier: string; password: string }): Promise<void> {
  await page.goto(`/console/login?returnTo=${encodeURIComponent(path)}`)
  await page.locator('input[name=identifier]').fill(identifier)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((to) => !to.pathname.endsWith('/login'))
}

async function take(url: string, identifier: string, password: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  for (const { name, path, isOpen, look, prepare } of shots) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', baseURL: url, ...look })
    const page = await context.newPage()
    if (isOpen) await page.goto(path)
    else await signIn(page, path, { identifier, password })
    await page.locator('h1').first().waitFor()
    await page.mouse.move(0, 0)
    await settled()
    await prepare?.(page)
    await settled()
    const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
      .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
      .toBuffer()
    if (picture.length > mostBytes) throw new Error(`${name}: ${picture.length} bytes, at most ${mostBytes}`)
    writeFileSync(join(folder, `${name}.png`), picture)
    console.log(`${name}.png: ${picture.length} bytes`)
    await context.close()
  }
  await browser.close()
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-pictures-'))
const env = { BCRYPT_COST: '4' }
try {
  mkdirSync(folder, { recursive: true })
  const { exit, stdout, stderr } = await runCommand(['demo'], { dataDirectory, env })
  if (exit !== 0) throw new Error(stderr.join('\n'))
  const password = /^demo password: (\S+)/m.exec(stdout.join('\n'))?.[1] ?? ''
  const owner = /^ {2}(\S+@\S+)/m.exec(stdout.join('\n'))?.[1] ?? ''
  await using service = await startService({ dataDirectory, env })
  await take(service.url, owner, password)
} finally {
  await endAll()
  rmSync(dataDirectory, { recursive: true, force: true })
}
