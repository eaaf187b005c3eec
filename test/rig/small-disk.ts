/** A disk that is soon full: a file system of a given size in memory, and a file that takes what is left of it. */
import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './cleanup.ts'

/** Only root mounts. */
export const mayMount = () => process.platform === 'linux' && process.getuid?.() === 0

export interface SmallDisk {
  readonly path: string
  /** Takes all that is left. */
  fill(): void
  /** Takes every file that can still be made, and next to no room. */
  fillFiles(): void
  /** Gives it back. */
  free(): void
}

/**
 * Mounts it; unmounted when the test file ends.
 *
 * @param files how many it takes; as many as there is room for unless given
 * @throws Error for anybody but root
 */
export function smallDisk(megabytes: number, files = 0): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'tenantry-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${files}`, 'tmpfs', path])
  chmodSync(path, 0o755)
  const unmount = () => {
    execFileSync('umount', ['-l', path], { stdio: 'ignore' })
    rmSync(path, { recursive: true, force: true })
  }
  atEnd(async () => unmount(), unmount)
  const ballast = join(path, 'ballast')
  const many = join(path, 'many')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (let size = 1024 * 1024; size >= 4096; ) {
          try {
            writeSync(file, Buffer.alloc(size))
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
            size /= 2
          }
        }
      } finally {
        closeSync(file)
      }
    },
    fillFiles() {
      mkdirSync(many)
      for (let file = 0; ; file++) {
        try {
          writeFileSync(join(many, String(file)), '')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
          throw error
        }
      }
    },
    free() {
      rmSync(ballast, { force: true })
      rmSync(many, { recursive: true, force: true })
    },
  }
}
