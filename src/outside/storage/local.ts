import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ObjectStore } from '#core/object-store.ts'
import { writeAtomically } from '#outside/atomic-file.ts'

/** No segment may begin with a dot, so no key can name `..`, a file half written or the file that holds a content type. */
const keyPattern = /^[a-z0-9_-][a-z0-9._-]{0,199}(?:\/[a-z0-9_-][a-z0-9._-]{0,199})*$/

/**
 * Opens the store that `STORAGE_URL` names, as the configuration spells it: `file:///absolute/path`. Touches nothing yet. Throws an
 * `Error` for any other URL.
 */
export function openStorage(url: string): ObjectStore {
  if (!url.startsWith('file:/') || !URL.canParse(url)) throw new Error('the storage URL must be file:///absolute/path')
  return new LocalStore(fileURLToPath(url))
}

class LocalStore implements ObjectStore {
  readonly name = 'file'
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** The type is written first: an object is never seen without it. */
  async put(key: string, body: Buffer, contentType: string): Promise<void> {
    const path = this.#path(key)
    await writeAtomically(typePath(path), Buffer.from(contentType))
    await writeAtomically(path, body)
  }

  async get(key: string): Promise<{ body: Buffer; contentType: string } | null> {
    const path = this.#path(key)
    const body = await readIfThere(path)
    if (!body) return null
    const contentType = await readIfThere(typePath(path))
    return { body, contentType: contentType?.toString() ?? 'application/octet-stream' }
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key)
    await rm(path, { force: true })
    await rm(typePath(path), { force: true })
  }

  /** Writes and removes a file: a full or read-only disk is seen here, before a caller's upload is lost. */
  async check(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const probe = join(this.#root, `.${randomUUID()}.probe`)
    await writeAtomically(probe, Buffer.from('probe'))
    await rm(probe, { force: true })
  }

  #path(key: string): string {
    if (key.length > 1000 || !keyPattern.test(key)) throw new Error('malformed storage key')
    return join(this.#root, key)
  }
}

const typePath = (path: string) => join(dirname(path), `.${basename(path)}.type`)

/** A key that runs through a file or ends at a folder holds nothing either. */
async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
