/** Somebody at a page: by mouse, or by the keyboard alone. What can't be reached by it fails. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

export interface Hand {
  fill(field: Locator, text: string): Promise<void>
  press(button: Locator): Promise<void>
  tick(box: Locator): Promise<void>
}

export const byMouse: Hand = {
  fill: (field, text) => field.fill(text),
  press: (button) => button.click(),
  tick: (box) => box.check(),
}

const mostTabs = 40

/** @param page the one that has the keyboard */
export function byKeyboard(page: Page): Hand {
  const focus = page.locator(':focus')
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let n = 0; n < mostTabs; n++) {
      if ((await target.and(focus).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`not reached by ${mostTabs} tabs: ${target}`)
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
    tick: async (box) => {
      await reach(box)
      await page.keyboard.press('Space')
    },
  }
}
