import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import type { Config } from './config.ts'

/** `migrate`: applies what the database lacks, and prints the name of each. */
export async function runMigrations(config: Config, print: (line: string) => void): Promise<void> {
  const log = createLogger({ level: 'error' })
  const database = await openDatabase({ url: config.databaseUrl, dataDirectory: config.dataDirectory, log })
  try {
    const { applied } = await migrate(database)
    for (const name of applied) print(`applied ${name}`)
    if (applied.length === 0) print('nothing to apply')
  } finally {
    await database.close()
  }
}
