/** Files of a database in memory, copied out of an archive in one piece. PGlite's own way writes them one by one and takes twice as long to open. */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs'
import { type EngineMemory, giveMemory, takeMemory } from './kept-memory.ts'

/** Where a file lies in its archive. */
interface Content {
  readonly begin: number
  readonly end: number
  /** Those parts of it that are not all zeros, as most of PostgreSQL's log is. */
  readonly parts: readonly { readonly begin: number; readonly end: number }[]
}

interface Entry {
  readonly folder: string
  readonly name: string
  /** Kind and permissions, as `stat` tells them. */
  readonly mode: number
  /** Null for a folder. */
  readonly content: Content | null
}

export interface DatabaseArchive {
  readonly bytes: Uint8Array
  /** Each folder before what is in it. */
  readonly entries: readonly Entry[]
}

const block = 512
const kinds = { folder: 0o040000, file: 0o100000 }

/** What an uncompressed archive (ustar, POSIX.1-2017 `pax`) holds. */
export function readArchive(bytes: Buffer): DatabaseArchive {
  const entries: Entry[] = []
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const field = (begin: number, length: number) => bytes.toString('latin1', at + begin, at + begin + length).replace(/\0.*$/s, '')
    const path = field(345, 155) + field(0, 100)
    const size = Number.parseInt(field(124, 12), 8)
    const isFolder = field(156, 1) === '5'
    const cut = path.lastIndexOf('/')
    entries.push({
      folder: path.slice(0, cut),
      name: path.slice(cut + 1),
      mode: (isFolder ? kinds.folder : kinds.file) | Number.parseInt(field(100, 8), 8),
      content: isFolder ? null : contentOf(bytes, at + block, at + block + size),
    })
    at += block + Math.ceil(size / block) * block
  }
  return { bytes, entries }
}

const piece = 64 * 1024
const zeros = Buffer.alloc(piece)

function contentOf(bytes: Buffer, begin: number, end: number): Content {
  const parts = Array.from({ length: Math.ceil((end - begin) / piece) }, (_, n) => begin + n * piece)
    .map((at) => ({ begin: at, end: Math.min(at + piece, end) }))
    .filter((part) => !zeros.subarray(0, part.end - part.begin).equals(bytes.subarray(part.begin, part.end)))
  return { begin, end, parts }
}

/** Writes what an archive holds into a new folder on the disk. What is all zeros takes no room there. */
export function writeArchived({ bytes, entries }: DatabaseArchive, directory: string): void {
  mkdirSync(directory, { mode: 0o700 })
  for (const { folder, name, content } of entries) {
    const path = join(directory, folder, name)
    if (content === null) {
      mkdirSync(path, { mode: 0o700 })
      continue
    }
    const file = openSync(path, 'wx', 0o600)
    ftruncateSync(file, content.end - content.begin)
    for (const { begin, end } of content.parts) writeSync(file, bytes, begin, end - begin, begin - content.begin)
    closeSync(file)
  }
}

interface OpenFile {
  readonly node: MemoryNode
}

type Write = (file: OpenFile, ...more: unknown[]) => number

/** A node of Emscripten's file system in memory (MEMFS). */
interface MemoryNode {
  node_ops: { mknod(parent: MemoryNode, name: string, mode: number, device: number): MemoryNode }
  stream_ops: { readonly write: Write }
  contents: Uint8Array
  usedBytes: number
}

interface EmscriptenModule {
  readonly ENV: { readonly PGDATA: string }
  readonly FS: { mkdirTree(path: string): void; lookupPath(path: string): { node: MemoryNode } }
}

/**
 * Memory that begins with what an archive holds, for one database. A file is read where the archive holds it, and copied when it is first
 * written: of a thousand files a database in a test writes some dozens.
 */
export class ArchivedFiles extends EmscriptenBuiltinFilesystem {
  readonly #archive: DatabaseArchive
  #memory: EngineMemory | undefined

  constructor(archive: DatabaseArchive) {
    super()
    this.#archive = archive
  }

  override async init(...parameters: Parameters<EmscriptenBuiltinFilesystem['init']>): ReturnType<EmscriptenBuiltinFilesystem['init']> {
    const { emscriptenOpts } = await super.init(...parameters)
    this.#memory = takeMemory()
    return { emscriptenOpts: { ...emscriptenOpts, wasmMemory: this.#memory } as typeof emscriptenOpts }
  }

  /** A database that has ended by itself is never closed, and its memory not used again. */
  override async closeFs(): Promise<void> {
    const memory = this.#memory
    this.#memory = undefined
    await super.closeFs()
    // PGlite lets the program end behind this, at once
    if (memory !== undefined) setImmediate(giveMemory, memory)
  }

  override async initialSyncFs(): Promise<void> {
    const { FS, ENV } = this.pg!.Module as unknown as EmscriptenModule
    FS.mkdirTree(ENV.PGDATA)
    const folders = new Map([['', FS.lookupPath(ENV.PGDATA).node]])
    const { bytes } = this.#archive
    for (const { folder, name, mode, content } of this.#archive.entries) {
      const parent = folders.get(folder)!
      const node = parent.node_ops.mknod(parent, name, mode, 0)
      if (content === null) {
        folders.set(`${folder}/${name}`, node)
        continue
      }
      node.contents = bytes.subarray(content.begin, content.end)
      node.usedBytes = node.contents.length
      node.stream_ops = copying(node.stream_ops, bytes, content)
    }
  }
}

/**
 * What writes to a file, which first gives it a copy of its own where it still lies in `bytes`. One that grows or is cut moves by itself.
 * What is zero there is not written in the copy, so that the system need not give it room.
 */
function copying(usual: MemoryNode['stream_ops'], bytes: Uint8Array, { begin, parts }: Content): MemoryNode['stream_ops'] {
  const write: Write = (file, ...more) => {
    if (file.node.contents.buffer === bytes.buffer) {
      const copy = new Uint8Array(file.node.contents.length)
      for (const part of parts) copy.set(bytes.subarray(part.begin, part.end), part.begin - begin)
      file.node.contents = copy
    }
    return usual.write(file, ...more)
  }
  return { ...usual, write }
}
