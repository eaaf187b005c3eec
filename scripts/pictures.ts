/**
 * Takes the pictures of the README from the platform of `npm run demo` (`npm run pictures`): each screen in the variant that its name says,
 * as a PNG of at most 150 kB in `docs/pictures/`. Needs Chromium and a built console.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { arabic, english, visit } from '../test/console/chromium.ts'
import { endAll } from '../test/rig/cleanup.ts'
import { runCommand, startService } from '../test/rig/service.ts'
import { pictures } from './pictures/list.ts'

const folder = join(import.meta.dirname, '../docs/pictures')
const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-pictures-'))
const env = { BCRYPT_COST: '4', RATE_LIMITS: 'off' }
const light = { ...english, colorScheme: 'light' } as const
const dark = { ...english, colorScheme: 'dark' } as const
const variants = { light, dark, arabic } as const

try {
  const { stdout } = await runCommand(['demo'], { dataDirectory, env })
  const found = (pattern: RegExp) => stdout.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined) ?? ''
  const password = found(/^demo password: (\S+)/)
  const owner = found(/^ {2}(\S+@\S+) +holds every permission/)
  await using service = await startService({ dataDirectory, env })
  mkdirSync(folder, { recursive: true })
  for (const { name, variant, address, act } of pictures) {
    await using guest = await visit(service.url, variants[variant])
    const { page } = guest
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/console${address}`)
    await page.locator('input[name=identifier]').fill(owner)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.waitForTimeout(400)
    const file = join(folder, `${name}.png`)
    const { size } = await sharp(await page.screenshot())
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(file)
    console.log(`${name}.png: ${Math.round(size / 1024)} kB`)
  }
} finally {
  await endAll()
  rmSync(dataDirectory, { recursive: true, force: true })
}
process.exit()
