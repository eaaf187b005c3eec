import { readdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ownerFile = /^\.tenantry-owner-[0-9a-f]{16}$/

/**
 * Makes the directory this service's own, by an empty file whose name tells whose it is. Two services in one directory must never remove each
 * other's backups, nor push them out of the seven that are kept.
 *
 * @param mark of the service, 16 hexadecimal digits: the same for ever, and after a restore, so that it goes on in its directory
 * @throws Error when the backups there are of another service, and what the file system throws
 */
export async function claimDirectory(directory: string, mark: string): Promise<void> {
  const own = `.tenantry-owner-${mark}`
  const owners = await ownersOf(directory)
  refuseOthers(directory, owners, own)
  if (owners.includes(own)) return
  await writeFile(join(directory, own), '', { mode: 0o600 })
  try {
    // of two that claim it at once each sees the other, and neither goes on
    refuseOthers(directory, await ownersOf(directory), own)
  } catch (error) {
    await unlink(join(directory, own))
    throw error
  }
}

const ownersOf = async (directory: string) => (await readdir(directory)).filter((name) => ownerFile.test(name))

function refuseOthers(directory: string, owners: readonly string[], own: string): void {
  const other = owners.find((name) => name !== own)
  if (other === undefined) return
  throw new Error(
    `${directory} holds the backups of another service (${other}): give each a BACKUP_DIR of its own; remove that file only when the other is gone`,
  )
}
