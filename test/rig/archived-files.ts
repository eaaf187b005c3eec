/** Files of a database in memory, copied out of an archive in one piece. PGlite's own way writes them one by one and takes twice as long to open. */
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

/** A node of Emscripten's file system in memory (MEMFS). */
interface MemoryNode {
  node_ops: { mknod(parent: MemoryNode, name: string, mode: number, device: number): MemoryNode }
  contents: Uint8Array
  usedBytes: number
}

interface EmscriptenModule {
  readonly ENV: { readonly PGDATA: string }
  readonly FS: { mkdirTree(path: string): void; lookupPath(path: string): { node: MemoryNode } }
}

/** Memory that begins with what an archive holds, for one database. */
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
    // a file that grows moves elsewhere; what is written in place is this copy
    const copy = new Uint8Array(this.#archive.bytes)
    for (const { folder, name, mode, content } of this.#archive.entries) {
      const parent = folders.get(folder)!
      const node = parent.node_ops.mknod(parent, name, mode, 0)
      if (content === null) {
        folders.set(`${folder}/${name}`, node)
        continue
      }
      node.contents = copy.subarray(content.begin, content.end)
      node.usedBytes = node.contents.length
    }
  }
}
