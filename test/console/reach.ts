/** Tabs through a page, and compares with all that can be pressed or typed into there. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** Whatever can be pressed or typed into now: in the dialog where there is one. `within` is set before. */
const all = `(() => {
  const root = document.querySelector('[role=dialog]') ?? within ?? document
  return [...root.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.type !== 'file' && !one.closest('[inert], [aria-hidden=true]'))
})()`
/** One stop of the Tab key for all that is in it, which has keys of its own. */
const composites = '[role=tablist], [role=radiogroup], [role=treegrid], .mantine-InputWrapper-root:not(.mantine-PasswordInput-root)'
/** What the focus may change: of the thing itself, of what it stands in, and of what stands in its place, as the box of a hidden input does. */
const look = `(one) => [one, one.parentElement, one.parentElement?.parentElement, one.firstElementChild, one.nextElementSibling].map((part) => {
  if (!part) return ''
  const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(part)
  return outlineStyle === 'none' || parseFloat(outlineWidth) === 0 ? boxShadow + borderColor : outlineWidth + outlineColor + boxShadow + borderColor
}).join(' ')`
const begin = (within: string | null) => `(() => {
  const within = document.querySelector(${JSON.stringify(within)})
  const look = ${look}
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.innerText ?? one.outerHTML.slice(0, 80)
  if (within) within.focus()
  else document.activeElement.blur()
  const found = { everything: ${all}, reached: new Set(), unseen: new Set(), nameOf, plain: null, look }
  const plain = new Map(found.everything.map((one) => [one, look(one)]))
  found.plain = plain
  window.found?.end()
  const note = ({ target }) => {
    found.reached.add(target)
    if (plain.get(target) === look(target)) found.unseen.add(target)
  }
  document.addEventListener('focusin', note)
  found.end = () => document.removeEventListener('focusin', note)
  window.found = found
  return found.everything.length
})()`
const left = `(() => {
  const { everything, reached, nameOf } = window.found
  const groups = new Set([...reached].map((one) => one.closest('${composites}')).filter(Boolean))
  const radios = new Set([...reached].filter(({ type }) => type === 'radio').map(({ name }) => name))
  return everything.filter((one) => {
    const isGone = !one.isConnected || one.disabled
    const isGrouped = groups.has(one.closest('${composites}')) || (one.type === 'radio' && radios.has(one.name))
    return !isGone && !reached.has(one) && !isGrouped
  }).map(nameOf)
})()`
/** Some draw it a moment later, as the editor does: they get it once more, and the time. */
const unseen = `(async () => {
  const { unseen, plain, look, nameOf } = window.found
  const left = []
  for (const one of unseen) {
    if (!one.isConnected) continue
    one.blur()
    one.focus()
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (plain.get(one) === look(one)) left.push(nameOf(one))
  }
  return left
})()`
/** After so many keys it is looked whether all was reached. */
const batch = 15

export interface Reach {
  /** What no key reaches, by name. */
  readonly unreached: readonly string[]
  /** What looks with the focus as it does without. */
  readonly unseen: readonly string[]
}

/** All is reached, and seen. */
export const nothing: Reach = { unreached: [], unseen: [] }

/**
 * @param within a place that takes the focus, in which alone it is looked: all of the page, or the dialog, when there is none
 * @param least so many things there must be, or the page was not there
 */
export async function reach(page: Page, within: string | null = null, least = 1): Promise<Reach> {
  const count = Number(await page.evaluate(begin(within)))
  assert.ok(count >= least, `${count} things to press on ${page.url()}`)
  const leftOver = () => page.evaluate<string[]>(left)
  // twice round: what comes in late, as the members of a group do, has stops of its own
  for (let tabs = 0; tabs < 2 * count + 10; tabs++) {
    await page.keyboard.press('Tab')
    if (tabs % batch === batch - 1 && (await leftOver()).length === 0) break
  }
  for (const grid of await page.locator('[role=grid]').all()) if ((await leftOver()).length > 0) await walk(page, grid)
  return { unreached: await leftOver(), unseen: await page.evaluate<string[]>(unseen) }
}

/** Cell by cell, as the arrows of a grid go: in Arabic to the left. */
async function walk(page: Page, grid: Locator): Promise<void> {
  await grid.locator('[data-cell][tabindex="0"]').focus()
  await page.keyboard.press('Control+Home')
  const lines = await grid.locator('[data-line]').evaluateAll((every) => every.map((line) => line.querySelectorAll('[data-cell]').length))
  assert.ok(lines.length > 3)
  const onward = (await page.locator('html').getAttribute('dir')) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  for (const cells of lines) {
    for (let cell = 1; cell < cells; cell++) await page.keyboard.press(onward)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
  }
}
