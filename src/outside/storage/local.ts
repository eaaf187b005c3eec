import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ByteRange, ListedObject, ObjectFacts, ObjectStore } from '#core/object-store.ts'
import { writeAtomically } from '#outside/atomic-file.ts'
import { requireKey } from './keys.ts'
import { deleteUnfinishedIn, listFolder } from './local-folder.ts'

/** What is of this type needs no second file to say so. */
const plainType = 'application/octet-stream'

/** Objects as files below a folder, each with its type in a hidden file beside it. Touches nothing before it is used. */
export class LocalStore implements ObjectStore {
  readonly name = 'file'
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** The type is written first: an object is never seen without it. */
  async put(key: string, body: Buffer | AsyncIterable<Buffer>, contentType: string): Promise<void> {
    const path = this.#path(key)
    if (contentType !== plainType) await writeAtomically(typePath(path), Buffer.from(contentType))
    try {
      await writeAtomically(path, body)
    } catch (error) {
      if (contentType !== plainType) await rm(typePath(path), { force: true })
      throw error
    }
    if (contentType === plainType) await rm(typePath(path), { force: true })
  }

  async get(key: string): Promise<{ body: Buffer; contentType: string } | null> {
    const path = this.#path(key)
    const body = await ifThere(readFile(path))
    if (!body) return null
    return { body, contentType: await typeOf(path) }
  }

  /** Opened before it is answered: what is deleted afterwards is still read to its end. */
  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const file = await ifThere(open(this.#path(key), 'r'))
    if (!file) return null
    if ((await file.stat()).isFile()) return createReadStream('', { fd: file, highWaterMark: 256 * 1024, ...range })
    await file.close()
    return null
  }

  async facts(key: string): Promise<ObjectFacts | null> {
    const path = this.#path(key)
    const found = await ifThere(stat(path))
    return found?.isFile() ? { bytes: found.size, contentType: await typeOf(path) } : null
  }

  list(folder: string): AsyncIterable<readonly ListedObject[]> {
    return listFolder(this.#root, folder === '' ? '' : requireKey(folder))
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key)
    await rm(path, { force: true })
    await rm(typePath(path), { force: true })
  }

  async deleteUnfinished(before: Date): Promise<void> {
    await deleteUnfinishedIn(this.#root, before)
  }

  /** Writes and removes a file: a full or read-only disk is seen here, before a caller's upload is lost. */
  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const probe = join(this.#root, `.${randomUUID()}.probe`)
    await writeAtomically(probe, Buffer.from('probe'))
    await rm(probe, { force: true })
  }

  #path(key: string): string {
    return join(this.#root, requireKey(key))
  }
}

const typePath = (path: string) => join(dirname(path), `.${basename(path)}.type`)

async function typeOf(path: string): Promise<string> {
  return (await ifThere(readFile(typePath(path))))?.toString() ?? plainType
}

/** A key that runs through a file or ends at a folder holds nothing either. */
async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
