/** What holds for every page that is open and whole: what it is called, where its parts are, that nothing is cut off or keeps anybody out. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { barriers, overflow } from './chromium.ts'
import { cutAtFront } from './cut.ts'

/** 640 is a window of 1280 at 200 %. The last is what every page of a visit begins with. */
const widths = [320, 390, 640, 768, 1920, 1280]

interface Rules {
  readonly dir: 'ltr' | 'rtl'
  /** Widths at which axe judges. */
  readonly judged: readonly number[]
  /** Whether the shell is around it: its bar and its menu. */
  readonly isInShell: boolean
}

/** @param name of the page, for what is told when it fails */
export async function whole(page: Page, name: string, { dir, judged, isInShell }: Rules): Promise<void> {
  assert.equal(await page.locator('h1').count(), 1, `${name}: one heading`)
  assert.match(await page.title(), /^.+ · .+$/)
  assert.equal(await page.locator('html').getAttribute('dir'), dir)
  assert.equal(await page.locator('main').count(), 1, `${name}: one main`)
  assert.equal(await page.locator('main h1').count(), 1, `${name}: the heading is in the main part`)
  if (isInShell) assert.deepEqual(await landmarks(page), ['banner', 'navigation', 'main#main'], `${name}: landmarks`)
  // what points along the line of text points the other way
  assert.deepEqual(await page.evaluate(turned), dir === 'rtl' ? [] : await page.evaluate(pointing), `${name}: icons that are not mirrored`)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    assert.equal(await overflow(page), 0, `${name} at ${width}`)
    if (width === 1280 || width === 390) assert.deepEqual(await cutAtFront(page), [], `${name} at ${width}`)
    if (judged.includes(width)) assert.deepEqual(await barriers(page), [], `${name} at ${width}`)
  }
}

/** Icons with a direction, each as it is drawn. */
const pointing = `[...document.querySelectorAll('.icon.flips')].map((one) => one.outerHTML.slice(-120))`
const turned = `[...document.querySelectorAll('.icon.flips')].filter((one) => !/^matrix\\(-1,/.test(getComputedStyle(one).transform)).map((one) => one.outerHTML.slice(-120))`

/** Those of the shell that are there. */
async function landmarks(page: Page): Promise<string[]> {
  const places = { banner: '.rest > header.bar', navigation: '.side nav[aria-label]', 'main#main': '.rest > main#main' }
  const found: string[] = []
  for (const [name, place] of Object.entries(places)) if ((await page.locator(place).count()) === 1) found.push(name)
  return found
}
