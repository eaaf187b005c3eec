/**
 * Leaves picture, DOM and requests of every page that a failed test had open, in `test-results/<file>/<test>/`, which the output names. A visit
 * that its test has done with stays until the runner says how the test ended: only then it is known whether somebody wants to see it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { root } from '../../scripts/tests/files.ts'
import { atEnd } from '../rig/cleanup.ts'
import { leave, onTestEnd, type TestEnd } from '../rig/test-ends.ts'
import { closeFree } from './kept-pages.ts'

interface Watched {
  readonly context: BrowserContext
  readonly faults: readonly string[]
  readonly requests: string[]
  /** For the next visit, or for good. */
  readonly giveBack: () => Promise<void>
  isDone: boolean
}

/** Not closed yet, the oldest first. */
const watched = new Set<Watched>()
const work = new Set<Promise<void>>()
/** A test that hangs is not held up for longer, in milliseconds. */
const pictureMs = 5000

/** What is typed into fields of passwords and codes is left out. */
const dom = `(() => {
  const copy = document.documentElement.cloneNode(true)
  for (const field of copy.querySelectorAll('input[type=password], input[autocomplete=one-time-code]')) field.removeAttribute('value')
  return '<!doctype html>' + copy.outerHTML
})()`

/** Values of parameters and what is behind the hash can be tokens and codes: their names alone are told. Headers and bodies are not. */
function told(request: Request, status: string): string {
  const url = new URL(request.url())
  const names = [...new Set(url.searchParams.keys())].map((name) => `${name}=…`).join('&')
  return `${new Date().toISOString()} ${request.method()} ${url.origin}${url.pathname}${names && `?${names}`} ${status}`
}

/** Watches what a visit asks for. @param giveBack what becomes of it when its test has passed @returns to be called where its test has done with it */
export function watch(context: BrowserContext, faults: readonly string[], giveBack: () => Promise<void>): () => Promise<void> {
  // a new visit of the same test, or the next test: nobody waits for what was done with
  const before = [...watched].filter(({ isDone }) => isDone)
  for (const one of before) begin(leftBehind(one))
  const one: Watched = { context, faults, requests: [], giveBack, isDone: false }
  watched.add(one)
  context.on('requestfinished', async (request) => {
    const answer = await request.response().catch(() => null)
    one.requests.push(told(request, String(answer?.status() ?? '')))
  })
  context.on('requestfailed', (request) => void one.requests.push(told(request, request.failure()?.errorText ?? 'failed')))
  // newest first: pages are closed before the service that they ask
  atEnd(async () => {
    await close(one)
    await Promise.all(work)
    await closeFree()
  })
  return async () => {
    one.isDone = true
    // outside of the runner nobody says how it ended
    if (!process.send) await close(one)
  }
}

function begin(what: Promise<void>): void {
  const kept = what.catch(() => {}).finally(() => work.delete(kept))
  work.add(kept)
}

async function leftBehind(one: Watched): Promise<void> {
  if (watched.delete(one)) await one.giveBack()
}

async function close(one: Watched): Promise<void> {
  if (watched.delete(one)) await one.context.close()
}

/** Resolves when what earlier tests have left is cleaned or closed. */
export const cleared = (): Promise<unknown> => Promise.all(work)

onTestEnd((end) => {
  const all = [...watched]
  const done = all.filter(({ isDone }) => isDone)
  // what is photographed belongs to the photographer, who closes it
  for (const one of done) watched.delete(one)
  begin(
    (async () => {
      if (!end.isPassed) await save(all, end)
      for (const one of done) await (end.isPassed ? one.giveBack() : one.context.close())
    })(),
  )
})

async function save(all: readonly Watched[], { file, name }: TestEnd): Promise<void> {
  const pages = all.flatMap((one) => one.context.pages().map((page) => ({ one, page })))
  if (pages.length === 0) return
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)
  const folder = join('test-results', basename(file).replace(/\.browser\.ts$/, ''), plain)
  mkdirSync(join(root, folder), { recursive: true })
  for (const [n, { one, page }] of pages.entries()) await savePage(page, one, join(root, folder, `page-${n + 1}`))
  leave(folder)
}

async function savePage(page: Page, { requests, faults }: Watched, place: string): Promise<void> {
  const lines = [page.url().replace(/[?#].*$/, ''), '', ...requests, '', ...faults]
  writeFileSync(`${place}.requests.txt`, `${lines.join('\n')}\n`)
  await page.screenshot({ path: `${place}.png`, timeout: pictureMs }).catch(() => {})
  const text = await Promise.race([
    page.evaluate<string>(dom).catch(() => ''),
    new Promise<string>((resolve) => setTimeout(resolve, pictureMs, '').unref()),
  ])
  writeFileSync(`${place}.html`, text)
}
