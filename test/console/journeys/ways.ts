/** The two ways in which somebody goes each journey. */
import type { Page } from 'playwright-core'
import { ar } from '../../../console/src/i18n/ar.ts'
import { en } from '../../../console/src/i18n/en.ts'
import { wordsOf } from '../../../console/src/i18n/words.ts'
import { byKeyboard, byMouse, type Hand } from '../account/hand.ts'
import { arabic, english } from '../chromium.ts'

/** `mark` is for names and addresses of what is made on the way. `handOf` takes how many keys lead to the farthest place of a journey. */
export const ways = [
  { name: 'by mouse in English', mark: 'mouse', options: english, say: wordsOf('en', en).t, handOf: (): Hand => byMouse },
  {
    name: 'by keyboard in Arabic',
    mark: 'keys',
    options: arabic,
    say: wordsOf('ar', ar).t,
    handOf: (page: Page, mostTabs?: number): Hand => byKeyboard(page, mostTabs),
  },
] as const
