/** Somebody at a page: by mouse, or by the keyboard alone. What can't be reached by it fails. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

export interface Hand {
  fill(field: Locator, text: string): Promise<void>
  press(button: Locator): Promise<void>
  tick(box: Locator): Promise<void>
  /** Has the focus there, and does nothing. */
  at(field: Locator): Promise<void>
}

export const byMouse: Hand = {
  fill: (field, text) => field.fill(text),
  press: (button) => button.click(),
  tick: (box) => box.check(),
  at: (field) => field.click(),
}

/** As many as the longest grid has. */
const mostLines = 200

/**
 * @param page the one that has the keyboard
 * @param mostTabs as many as there are stops on the longest page
 */
export function byKeyboard(page: Page, mostTabs = 40): Hand {
  const focus = page.locator(':focus')
  /** A grid is one stop, whose cells are gone along by arrows. */
  const goToCell = async (target: Locator) => {
    const isInLine = () => target.evaluate((one) => one.closest('[data-line]')?.contains(one.ownerDocument.activeElement))
    await page.keyboard.press('Control+Home')
    for (let n = 0; n < mostLines && !(await isInLine()); n++) await page.keyboard.press('ArrowDown')
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key)
      if ((await target.and(focus).count()) > 0) return
    }
    assert.fail(`not reached along the cells: ${target}`)
  }
  const reach = async (target: Locator) => {
    await target.waitFor()
    const [tag, role] = await target.evaluate((one) => [one.tagName, one.getAttribute('role')])
    const isCell = await target.evaluate((one) => one.hasAttribute('data-cell'))
    // what stands before the focus is behind who goes on: from the heading, all of the menu
    const isBefore = await target.evaluate((one) => {
      const { activeElement, body } = one.ownerDocument
      return activeElement !== body && (activeElement?.compareDocumentPosition(one) ?? 0) === one.DOCUMENT_POSITION_PRECEDING
    })
    let tab = isBefore ? 'Shift+Tab' : 'Tab'
    for (let n = 0; n < mostTabs; n++) {
      if ((await target.and(focus).count()) > 0) return
      if (isCell && (await page.locator('[data-cell]:focus').count()) > 0) return await goToCell(target)
      const isInTable = tag === 'TR' && (await page.locator('tr[data-row]:focus').count()) > 0
      // entries of a menu are gone along by arrows, and rows by a letter: the Tab key leaves both
      await page.keyboard.press(role === 'menuitem' ? 'ArrowDown' : isInTable ? 'j' : tab)
      // without a window there is no bar that the focus could go to behind the last frame: back, as one would then
      if ((await page.locator('body:focus, :root:not(:has(:focus)), iframe:focus').count()) > 0) tab = 'Shift+Tab'
    }
    assert.fail(`not reached by ${mostTabs} keys: ${target}`)
  }
  return {
    fill: async (field, text) => {
      await reach(field)
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    press: async (button) => {
      await reach(button)
      await page.keyboard.press('Enter')
    },
    at: reach,
    tick: async (box) => {
      await reach(box)
      await page.keyboard.press('Space')
    },
  }
}
