/** Files of a database in memory, copied out of an archive in one piece. PGlite's own way writes them one by one and takes twice as long to open. */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { EmscriptenBuiltinFilesystem } from '@electric-sql/pglite/basefs'

interface Entry {
  readonly folder: string
  readonly name: string
  /** Kind and permissions, as `stat` tells them. */
  readonly mode: number
  /** Null for a folder. */
  readonly content: { readonly begin: number; readonly end: number } | null
}

export interface DatabaseArchive {
  readonly bytes: Uint8Array
  /** Each folder before what is in it. */
  readonly entries: readonly Entry[]
}

const block = 512
const kinds = { folder: 0o040000, file: 0o100000 }

/** What an uncompressed archive (ustar, POSIX.1-2017 `pax`) holds. */
export async function readArchive(blob: Blob): Promise<DatabaseArchive> {
  const bytes = Buffer.from(await blob.arrayBuffer())
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
      content: isFolder ? null : { begin: at + block, end: at + block + size },
    })
    at += block + Math.ceil(size / block) * block
  }
  return { bytes, entries }
}

const piece = 64 * 1024
const zeros = Buffer.alloc(piece)

/** Writes what an archive holds into a new folder on the disk. What is all zeros, as most of PostgreSQL's log is, takes no room there. */
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
    for (let at = content.begin; at < content.end; at += piece) {
      const part = bytes.subarray(at, Math.min(at + piece, content.end))
      if (!zeros.subarray(0, part.length).equals(part)) writeSync(file, part, 0, part.length, at - content.begin)
    }
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

  constructor(archive: DatabaseArchive) {
    super()
    this.#archive = archive
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
      node.stream_ops = copying(node.stream_ops, bytes)
    }
  }
}

/** What writes to a file, which first gives it a copy of its own where it still lies in `bytes`. One that grows or is cut moves by itself. */
function copying(usual: MemoryNode['stream_ops'], bytes: Uint8Array): MemoryNode['stream_ops'] {
  const write: Write = (file, ...more) => {
    if (file.node.contents.buffer === bytes.buffer) file.node.contents = new Uint8Array(file.node.contents)
    return usual.write(file, ...more)
  }
  return { ...usual, write }
}
