/** The tree of tenants: how soon it stands there, and how smoothly it is scrolled from end to end. */
import type { Service } from '../../test/rig/service.ts'
import { median, percentile } from '../statistics.ts'
import type { Result } from '../table.ts'
import type { BenchTenant } from '../tenants.ts'
import { atMost, tried } from './lines.ts'
import { type Guest, superAt } from './scene.ts'

const most = { openMs: 300, frameMs: 50 }
const scrolls = 2
const row = (id: string) => `[data-row="${id}"]`
const isDrawn = (id: string) => `document.querySelector('${row(id)} .tree-link') !== null`

export async function measureTree(service: Service, tenants: readonly BenchTenant[]): Promise<Result[]> {
  const [root, ...nine] = tenants.filter(({ level }) => level < 2) as [BenchTenant, ...BenchTenant[]]
  const howMany = tenants.length.toLocaleString('en')
  await using guest = await superAt(service, '/')
  const opened = await tried(() => open(guest, root.id, nine))
  // from the last one up, so that each is in sight
  for (const { id } of nine.toReversed()) await guest.page.locator(`${row(id)} .twist`).click()
  const loading = await scroll(guest)
  const again: Frames[] = []
  for (let n = 0; n < scrolls; n++) again.push(await scroll(guest))
  if (again.some(({ rows }) => rows !== tenants.length)) throw new Error(`the tree has ${again[0]?.rows} rows, not ${howMany}`)
  return [
    atMost(
      `tree of ${howMany} tenants, from the press in the menu`,
      opened.map(({ tree }) => tree),
      most.openMs,
    ),
    atMost(
      '  a tenant in it is opened',
      opened.map(({ branch }) => branch),
      most.openMs,
    ),
    line('  longest frame from end to end, while they are loaded', [loading]),
    line('  when they are there', again),
  ]
}

/** On a page that was just loaded, where no answer is kept. */
async function open({ page, watch }: Guest, root: string, nine: readonly BenchTenant[]): Promise<{ tree: number; branch: number }> {
  await page.goto('/console/')
  const item = page.locator('nav a[href$="/tenants"]')
  await item.waitFor()
  const tree = await watch.time({ from: 'click', until: isDrawn(root) }, () => item.click())
  const until = nine.map(({ id }) => isDrawn(id)).join(' && ')
  const branch = await watch.time({ from: 'click', until }, () => page.locator(`${row(root)} .twist`).click())
  return { tree, branch }
}

interface Frames {
  readonly frames: readonly number[]
  readonly rows: number
}

const line = (what: string, times: readonly Frames[]): Result => {
  const value = median(times.map(({ frames }) => Math.max(...frames)))
  const all = times.flatMap(({ frames }) => frames).sort((a, b) => a - b)
  return {
    what,
    bare: `p99 ${percentile(all, 0.99).toFixed(0)} of ${all.length}`,
    value: `${value.toFixed(0)} ms`,
    target: `<= ${most.frameMs} ms`,
    passes: value <= most.frameMs,
  }
}

/** Five rows a frame, as a fast flick goes, from the top to where nothing comes any more. @returns how long each frame took, and how many tenants there are */
const scroll = ({ watch }: Guest): Promise<Frames> =>
  watch.evaluate(`new Promise((done) => {
    const box = document.querySelector('.tree-box')
    box.scrollTop = 0
    const frames = []
    let last
    const step = (now) => {
      if (last !== undefined) frames.push(now - last)
      last = now
      const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1
      const waits = box.querySelector('[data-row^="wait-"]') !== null
      if (isAtEnd && !waits) return done({ frames, rows: Number(box.querySelector('[role=treegrid]').getAttribute('aria-rowcount')) - 1 })
      // what is not there yet has to be seen, so that it comes
      if (!waits) box.scrollTop += 220
      requestAnimationFrame(step)
    }
    // the jump to the top is no part of it
    requestAnimationFrame(() => requestAnimationFrame(step))
  })`)
