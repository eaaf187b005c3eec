/** What somebody waits for who looks for admins: the list after sign-in, its next page, and the palette. */
import type { Service } from '../../test/rig/service.ts'
import { password, superAdmin } from '../servers.ts'
import type { Result } from '../table.ts'
import { atMost, tried, tries } from './lines.ts'
import { type Guest, guestAt, superAt } from './scene.ts'

const most = { emptyMs: 1000, fullMs: 600, pageMs: 300, paletteMs: 200 }
const firstRow = `document.querySelector('tr[data-row]')?.dataset.row`
const isQuiet = `document.querySelector('.table-box')?.getAttribute('aria-busy') === 'false'`

export async function measurePeople(service: Service, howMany: string): Promise<Result[]> {
  const signIns = await tried(() => measureSignIn(service))
  return [
    atMost(
      'sign-in to the filled list, empty cache',
      signIns.map(([empty]) => empty),
      most.emptyMs,
    ),
    atMost(
      '  with a full one',
      signIns.map(([, full]) => full),
      most.fullMs,
    ),
    atMost(`next page of ${howMany} admins`, await measureNextPage(service), most.pageMs),
    atMost(`palette over ${howMany} admins, from the last key`, await measurePalette(service), most.paletteMs),
  ]
}

/** From the press of the button, so with the hash of the password. @returns with an empty cache, then with what the first left in it */
async function measureSignIn(service: Service): Promise<readonly [number, number]> {
  await using guest = await guestAt(service, '/admins')
  const empty = await signInTime(guest)
  await guest.context.clearCookies()
  await guest.page.goto('/console/admins')
  await guest.page.locator('input[name=identifier]').waitFor()
  return [empty, await signInTime(guest)]
}

async function signInTime({ page, watch }: Guest): Promise<number> {
  await page.locator('input[name=identifier]').fill(superAdmin.identifier)
  await page.locator('input[name=password]').fill(password)
  return await watch.time({ from: 'click', until: `${firstRow} !== undefined && ${isQuiet}` }, () =>
    page.locator('form button[type=submit]').click(),
  )
}

async function measureNextPage(service: Service): Promise<number[]> {
  await using guest = await superAt(service, '/admins')
  const { page, watch } = guest
  await page.locator('tr[data-row]').first().waitFor()
  return await tried(() =>
    watch.time({ from: 'click', before: firstRow, until: `${firstRow} !== before && ${isQuiet}` }, () =>
      page.locator('.foot button').last().click(),
    ),
  )
}

/** Other letters each time, so that nothing is there already. What was found for fewer of them does not count. */
async function measurePalette(service: Service): Promise<number[]> {
  await using guest = await superAt(service, '/admins')
  const { page, watch } = guest
  await page.locator('tr[data-row]').first().waitFor()
  const isFound = `document.querySelector('[id^="palette-admin-"]') !== null && !document.querySelector('.palette-foot').innerText.startsWith('Searching')`
  return await tried(async (n) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type(`person${n + tries}`)
    const took = await watch.time({ from: 'keydown', until: isFound }, () => page.keyboard.press('7'))
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    return took
  })
}
