// Plain JavaScript: what is loaded before it is compiled anew at each start, by a compiler that itself takes 18 MB and a tenth of a second.
import { statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Takes up the compiled code that an earlier start left in the data directory. Code that others may have planted must never run: the directory
 * and its folder belong to this account and are closed to every other. Where that is not so, or nothing was left, the start takes or makes
 * it later, when it has judged both (`compiledCodeFolder`).
 * @param dataDirectory as `DATA_DIR` says it
 */
export function takeUpCompiledCode(dataDirectory) {
  const folder = join(dataDirectory, 'compile-cache')
  if (isOnlyOurs(dataDirectory) && isOnlyOurs(folder)) enableCompileCache(folder)
}

function isOnlyOurs(directory) {
  try {
    const state = statSync(directory)
    // systems without accounts and modes say nothing of use
    return state.isDirectory() && state.uid === process.getuid?.() && (state.mode & 0o077) === 0
  } catch {
    return false
  }
}
