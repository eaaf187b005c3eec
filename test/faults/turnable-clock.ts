/** A process whose time of day can be turned while it runs, as by an operator or by a time server. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { atEnd } from '../rig/cleanup.ts'

/** So often the process looks at how far its clock is turned. */
const lookMs = 20

/** Loaded before the service. What measures durations stays as it is: the monotonic clock of a system is never turned (POSIX.1-2017, clock_settime). */
const turnedClock = (file: string) => `
  import { readFileSync } from 'node:fs'
  const { Date: Real } = globalThis
  let [turnedMs, lookedMs] = [0, -Infinity]
  function now() {
    if (performance.now() - lookedMs > ${lookMs}) {
      lookedMs = performance.now()
      turnedMs = Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
    }
    return Real.now() + turnedMs
  }
  globalThis.Date = class Date extends Real {
    constructor(...given) { given.length === 0 ? super(now()) : super(...given) }
    static now() { return now() }
  }`

export interface TurnableClock {
  /** What a process is started with to have it. */
  readonly env: { readonly NODE_OPTIONS: string }
  /** Has the clock be so many milliseconds away from the right time, before it resolves. */
  turn(ms: number): Promise<void>
}

export function turnableClock(): TurnableClock {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-turned-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const [code, file] = [join(folder, 'turned.mjs'), join(folder, 'turned-ms')]
  writeFileSync(code, turnedClock(file))
  writeFileSync(file, '0')
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(code)}` },
    async turn(ms) {
      // in one step: it must not be read half written
      writeFileSync(`${file}.new`, String(ms))
      renameSync(`${file}.new`, file)
      await sleep(2 * lookMs)
    },
  }
}
