/** Whether what is cut keeps its beginning: a text that runs the other way than its line would lose that, and keep its end. */
import type { Page } from 'playwright-core'

/**
 * In each text that ends in dots, the letters in sight must be the first ones. A letter counts as in sight when more than half of it lies in
 * the box. Evaluated in the page.
 */
const look = `[...document.querySelectorAll('*')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.getClientRects().length > 0)
  .filter((one) => { const { textOverflow, overflowX } = getComputedStyle(one); return textOverflow === 'ellipsis' && overflowX !== 'visible' })
  .filter((box) => {
    const { left, right } = box.getBoundingClientRect()
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    let isCut = false
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (let at = 0; at < text.length; at++) {
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const letter = range.getBoundingClientRect()
        if (letter.width === 0 || /\\s/.test(text.data[at])) continue
        const middle = (letter.left + letter.right) / 2
        const isSeen = middle > left && middle < right
        if (isSeen && isCut) return true
        isCut ||= !isSeen
      }
    return false
  })
  .map((one) => one.outerHTML.slice(0, 200))`

/** What has lost its beginning, as it stands in the page. */
export const cutAtFront = (page: Page): Promise<string[]> => page.evaluate(look) as Promise<string[]>
