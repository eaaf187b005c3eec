/** What a page still holds after many changes of screen. */
import type { Service } from '../../test/rig/service.ts'
import { isFull } from '../options.ts'
import { median } from '../statistics.ts'
import { type Result, ratio } from '../table.ts'
import { superAt } from './scene.ts'

/** By the first ones everything is loaded that there is to load. */
const first = 20
const changes = isFull ? 200 : 60
const most = 1.2
/** Without V8's code, where anything that is kept for good would show. */
const mostOfOurs = 1.1
const title = `document.querySelector('main h1')?.innerText`
/** Another screen than before, with all that it loads. */
const isThere = `${title} !== undefined && ${title} !== before && document.querySelector('[aria-busy=true]') === null`

export async function measureHeap(service: Service): Promise<Result[]> {
  await using guest = await superAt(service, '/')
  const { page, watch } = guest
  const items = page.locator('nav.nav a')
  // they come with the permissions
  await page.locator('nav.nav a[href$="/admins"]').waitFor()
  const count = await items.count()
  const times: number[] = []
  // by its key: what the driver needs to find an item and to scroll to it lies in the same heap, and V8 makes code of that, too
  const press = async (item: number) => {
    await watch.evaluate(`document.querySelectorAll('nav.nav a')[${item}].focus()`)
    await page.keyboard.press('Enter')
  }
  const after = async (from: number, to: number): Promise<number> => {
    for (let n = from; n < to; n++)
      times.push(await watch.time({ from: 'click', before: title, until: isThere }, () => press((n + 1) % count)))
    return await watch.heap()
  }
  const [before, early] = [await after(0, first), await watch.compiled()]
  const [last, late] = [await after(first, changes), await watch.compiled()]
  return [
    {
      what: `heap after ${changes} changes of screen, of ${count} screens; bare: after ${first}`,
      ours: megabytes(last),
      bare: megabytes(before),
      value: ratio(last / before),
      target: `<= ${most.toFixed(2)}`,
      passes: last / before <= most,
    },
    {
      what: '  the same without what V8 makes of scripts, which it goes on making',
      ours: megabytes(last - late),
      bare: megabytes(before - early),
      value: ratio((last - late) / (before - early)),
      target: `<= ${mostOfOurs.toFixed(2)}`,
      passes: (last - late) / (before - early) <= mostOfOurs,
    },
    { what: '  a change, with what the screen loads', value: `${median(times).toFixed(0)} ms` },
  ]
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
