import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file so that after any crash it is whole: the old content or the new one. The file is 0600 and missing folders are made
 * 0700. Its bytes and its name are on the disk when the promise resolves. Throws the error of the file system, and what a stream throws.
 */
export async function writeAtomically(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
  const folder = dirname(path)
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeSynced(temporary, content)
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary).catch(() => undefined)
    throw error
  }
  await syncFolders(folder, firstMade ? dirname(firstMade) : folder)
}

async function writeSynced(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name lasts only when the folder that holds it was synced, so every folder just made needs its parent synced too. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (folder === upTo || folder === dirname(folder)) return
  }
}
