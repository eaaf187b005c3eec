import type { Dirent } from 'node:fs'
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedObject } from '#core/object-store.ts'
import { isKey } from './keys.ts'

const atOnce = 1000
/** As `writeAtomically` names what it has not finished. */
const unfinished = /^\..+\.tmp$/

/** Every object below a folder of a root; nothing where there is no such folder. */
export async function* listFolder(root: string, folder: string): AsyncGenerator<readonly ListedObject[]> {
  let found: ListedObject[] = []
  for await (const path of walk(root, folder)) {
    // hidden ones are ours too, but no objects
    if (!isKey(path)) continue
    const facts = await stat(join(root, path)).catch(() => null)
    // gone meanwhile
    if (!facts) continue
    found.push({ key: path, bytes: facts.size, modifiedAt: facts.mtime })
    if (found.length < atOnce) continue
    yield found
    found = []
  }
  if (found.length > 0) yield found
}

/** Takes away files half written that nobody has written to since then. */
export async function deleteUnfinishedIn(root: string, before: Date): Promise<void> {
  for await (const path of walk(root, '')) {
    if (!unfinished.test(path.slice(path.lastIndexOf('/') + 1))) continue
    const facts = await stat(join(root, path)).catch(() => null)
    if (facts && facts.mtime < before) await rm(join(root, path), { force: true })
  }
}

/** Paths of files from the root, read folder by folder: however many there are, only those of a few are held. */
async function* walk(root: string, folder: string): AsyncGenerator<string> {
  const waiting = [folder]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for await (const entry of entriesOf(join(root, at))) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile()) yield path
    }
  }
}

async function* entriesOf(path: string): AsyncGenerator<Dirent> {
  try {
    for await (const entry of await opendir(path)) yield entry
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
