import { readFileSync } from 'node:fs'
import { versions } from 'node:process'
import { setFlagsFromString } from 'node:v8'

/**
 * V8's optimizing compiler takes 600 MB of memory, for a second, for one function of PGlite: PostgreSQL's interpreter of expressions.
 * Functions of more bytes than this stay with the baseline compiler, which needs six; no measurement found the interpreter slower for it.
 */
const longestOptimized = 100_000
/** The only V8 (that of Node 24) whose flags below are known to do it; elsewhere PGlite compiles itself, as it always did. */
const knownEngine = /^13\.6\./

/** The types of node leave WebAssembly to those of a browser. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
}

let compiled: WebAssembly.Module | null | undefined

/** PGlite's PostgreSQL, compiled once for all openings in this process; null where PGlite is to do it itself. */
export function engineModule(): WebAssembly.Module | null {
  compiled ??= knownEngine.test(versions.v8) ? compile() : null
  return compiled
}

/**
 * Every function is compiled when it is first called, but the long ones now, while the flags forbid them to ask for more: a function
 * that the baseline compiler made under `tier-up-filter` never asks to be optimized. All of it is synchronous, so that nothing else
 * is compiled under these flags.
 */
function compile(): WebAssembly.Module {
  const bytes = withHints(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
  const flags = ['experimental-wasm-compilation-hints', 'no-wasm-lazy-compilation', 'wasm-tier-up-filter=0']
  const presets = ['no-experimental-wasm-compilation-hints', 'wasm-lazy-compilation', 'wasm-tier-up-filter=-1']
  for (const flag of flags) setFlagsFromString(`--${flag}`)
  // from now on: what a collection of all garbage would throw away is compiled again without those flags
  setFlagsFromString('--no-flush-liftoff-code')
  try {
    return new WebAssembly.Module(bytes)
  } finally {
    for (const flag of presets) setFlagsFromString(`--${flag}`)
  }
}

const custom = 0
const functions = 3
const code = 10
const hintsName = 'compilationHints'
/** One byte for each function: when it is compiled, by which compiler first and by which at last (V8's compilation hints). */
const lazily = 0b00_00_01
const atOnceByBaseline = 0b01_01_10

/** The module with one section more, behind that of the functions (WebAssembly Core Specification, section 5.5). */
function withHints(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const reader = new Reader(bytes, 8)
  let behindFunctions = 0
  let hints: number[] = []
  while (reader.position < bytes.length) {
    const id = reader.byte()
    const end = reader.number() + reader.position
    if (id === functions) behindFunctions = end
    if (id === code)
      hints = Array.from({ length: reader.number() }, () => (reader.skipped() > longestOptimized ? atOnceByBaseline : lazily))
    reader.position = end
  }
  const content = Buffer.from([...sized(hintsName.length), ...Buffer.from(hintsName), ...sized(hints.length), ...hints])
  const section = Buffer.from([custom, ...sized(content.length)])
  return Buffer.concat([bytes.subarray(0, behindFunctions), section, content, bytes.subarray(behindFunctions)])
}

/** A number as LEB128 (section 5.2.2). */
function sized(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...sized(value >>> 7)]
}

class Reader {
  position: number
  readonly #bytes: Buffer

  constructor(bytes: Buffer, position: number) {
    this.#bytes = bytes
    this.position = position
  }

  byte(): number {
    return this.#bytes[this.position++] ?? 0
  }

  number(): number {
    let value = 0
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      more = byte >= 0x80
    }
    return value >>> 0
  }

  /** Passes over what its length stands before, and tells that. */
  skipped(): number {
    const length = this.number()
    this.position += length
    return length
  }
}
