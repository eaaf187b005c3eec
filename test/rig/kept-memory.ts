/**
 * The memory of embedded databases, used again by the next one of this process. A fresh one has no pages yet: that the system finds and
 * clears them, while PostgreSQL fills its buffers with zeros, is a third of what it takes to open a database.
 */

/** The types of node leave WebAssembly to those of a browser. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
    constructor(size: { initial: number; maximum: number })
  }
}
export type EngineMemory = WebAssembly.Memory

/** In pages of 64 kB, as PGlite asks for it. */
const size = { initial: 2048, maximum: 32_768 }
/** What a test with much in its database made larger than this is not kept; in bytes. */
const largest = 256 * 2 ** 20
const most = 2
const piece = 64 * 1024
const zeros = Buffer.alloc(piece)
const kept: EngineMemory[] = []

/** Memory that is all zeros. */
export const takeMemory = (): EngineMemory => kept.pop() ?? new WebAssembly.Memory(size)

/** Keeps what nobody uses any more. */
export function giveMemory(memory: EngineMemory): void {
  const bytes = Buffer.from(memory.buffer)
  if (kept.length === most || bytes.length > largest) return
  let end = bytes.length
  // behind the heap nothing was ever written, and to write there would give it pages
  while (end > 0 && bytes.subarray(end - piece, end).equals(zeros)) end -= piece
  bytes.fill(0, 0, end)
  kept.push(memory)
}
