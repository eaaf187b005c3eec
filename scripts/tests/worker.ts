/**
 * Runs one test file after the other in this process, as `pool.ts` names them: what they all import is loaded and compiled once.
 *
 * node's runner ends a run when its process has nothing left to do, which a process that waits for the next file never has. So a file of
 * ours is run beside each: its hook is the last of all, ends what the test file started, and then says that nothing is left.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { mock, run } from 'node:test'
import { dot, spec, type TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { endFile } from '../../test/rig/cleanup.ts'
import { takeLeft, testEnded } from '../../test/rig/test-ends.ts'
import { type FileResult, isHookOfFile, resultOf } from './file-result.ts'
import { root, testDatabase } from './files.ts'

/** The file to run, absolute, and whether every test of it is told as it ends. */
export interface Order {
  readonly file: string
  readonly isShort: boolean
}

export interface Answer extends FileResult {
  /** What the reporter makes of it, where nothing was told on the way. */
  readonly text: string
  /** This process has grown so large that another one should take its place. */
  readonly isWornOut: boolean
}

/** In bytes. */
const largestProcess = 1.5 * 2 ** 30

const folder = mkdtempSync(join(tmpdir(), 'tenantry-ends-'))
const cleanup = JSON.stringify(join(import.meta.dirname, '../../test/rig/cleanup.ts'))
const environment = { ...process.env }
const place = process.cwd()
let number = 0

/** Tells node's runner that nothing is left to do. */
const endRun = () => setImmediate(() => process.emit('beforeExit', 0))

async function runFile({ file, isShort }: Order): Promise<Answer> {
  number += 1
  const end = join(folder, `${number}.mjs`)
  writeFileSync(
    end,
    `import { after, it } from 'node:test'
import { endFile } from ${cleanup}
// of a file that throws while it is read node's runner runs what stands before that, and tells nothing
it('is read to its end', () => import(${JSON.stringify(pathToFileURL(file).href)}))
after(async () => {
  await endFile()
  setImmediate(() => process.emit('beforeExit'))
})
`,
  )
  // what it left when it failed before
  rmSync(join(root, 'test-results', basename(file, '.browser.ts')), { recursive: true, force: true })
  const events = run({ files: [file, end], isolation: 'none' })
  // a hook of the file itself that fails keeps those behind it from running, the one that ends the run among them
  events.on('test:fail', ({ nesting, details }) => {
    if (isHookOfFile(nesting, details)) void endFile().finally(endRun)
  })
  events.on('test:complete', ({ name, details: { passed, type } }) => {
    if (type !== 'suite') testEnded({ file: relative(root, file), name, isPassed: passed === true })
  })
  const result = resultOf(events, file, end, testDatabase(process.env.TEST_DATABASE))
  let text = ''
  const told = Readable.from(without(events, end))
  for await (const part of isShort ? told.compose(dot) : told.compose(new spec())) {
    if (isShort) text += part
    else process.stdout.write(part)
  }
  for (const place of takeLeft()) {
    const line = `ℹ picture, DOM and requests: ${place}\n`
    if (isShort) text += line
    else process.stdout.write(line)
  }
  // a clock that a test stopped goes on, environment and folder are as they were
  mock.reset()
  mock.timers.reset()
  Object.assign(process.env, environment)
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  process.chdir(place)
  return { ...result, text, isWornOut: process.memoryUsage().rss > largestProcess }
}

/** The events about everything but `file`, and without node's counts, which the run's last lines tell. */
async function* without(events: AsyncIterable<TestEvent>, file: string): AsyncGenerator<TestEvent> {
  for await (const event of events) {
    const isAbout = event.data !== undefined && 'file' in event.data && event.data.file === file
    if (!isAbout && event.type !== 'test:diagnostic') yield event
  }
}

// Every run listens to the process for what goes wrong outside of its tests.
process.setMaxListeners(0)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.on('message', async (order: Order) => process.send!(await runFile(order)))
process.on('disconnect', () => process.exit(1))
