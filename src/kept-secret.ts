import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#db/database.ts'
import { writeAtomically } from '#outside/atomic-file.ts'

/** The keys in the database can't be read without it, and a new one would not help. */
export class MissingMasterSecret extends Error {
  override readonly name = 'MissingMasterSecret'

  constructor(file: string) {
    super(
      `${file} is missing or empty, and the keys of the database beside it are wrapped with it: put it back, or set MASTER_SECRET to it`,
    )
  }
}

/** An empty file is what a start leaves that fails between making and writing it; as a secret it would protect nothing. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The master secrets that are there without making one, newest first: those given, or the one kept in the data directory; none where neither is. */
export function presentSecrets({
  masterSecrets,
  dataDirectory,
}: {
  masterSecrets: readonly string[]
  dataDirectory: string
}): readonly string[] {
  if (masterSecrets.length > 0) return masterSecrets
  const kept = read(join(dataDirectory, 'master-secret'))
  return kept === null ? [] : [kept]
}

/**
 * The embedded service's own master secret, made once and kept beside the database, readable by its owner only. On the disk before it is
 * used, name and all: keys that are wrapped with it outlast a power cut.
 * @param database open and migrated; whoever has it open holds the lock of the directory
 * @throws MissingMasterSecret when the database has keys and there is no secret
 */
export async function keptSecret(directory: string, database: Database): Promise<string> {
  const file = join(directory, 'master-secret')
  const kept = read(file)
  if (kept !== null) return kept
  const key = await database.kysely.selectFrom('keys').select('kid').limit(1).executeTakeFirst()
  if (key !== undefined) throw new MissingMasterSecret(file)
  const secret = randomBytes(32).toString('base64url')
  await writeAtomically(file, Buffer.from(`${secret}\n`))
  return secret
}
