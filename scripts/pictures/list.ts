import type { Page } from 'playwright-core'

export interface Picture {
  /** Of the file in `docs/pictures/`. */
  readonly name: string
  readonly variant: 'light' | 'dark' | 'arabic'
  /** Below `/console`. */
  readonly address: string
  /** What is done before the picture is taken. */
  act?(page: Page): Promise<void>
}

/** What the README shows, in the order of the journey. */
export const pictures: readonly Picture[] = [
  { name: 'dashboard', variant: 'light', address: '/' },
  { name: 'tenants', variant: 'light', address: '/tenants' },
  {
    name: 'admins',
    variant: 'dark',
    address: '/admins?sort=firstName',
    async act(page) {
      await page.locator('tr[data-row]').nth(3).locator('td').nth(1).click()
      await page.locator('aside.panel .facts').waitFor()
    },
  },
  {
    name: 'role',
    variant: 'light',
    address: '/roles',
    async act(page) {
      await page.locator('tr[data-row]').first().locator('td').nth(1).click()
      await page.waitForURL(/\/roles\/[0-9a-f-]{36}/)
    },
  },
  {
    name: 'audit',
    variant: 'arabic',
    address: '/audit',
    async act(page) {
      await page.locator('tr[data-row]').nth(2).locator('td').nth(1).click()
      await page.locator('aside.panel').waitFor()
    },
  },
]
