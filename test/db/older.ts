/** A database as a former version left it. */
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { atEnd } from '../rig/cleanup.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

/** A fresh one of the kind that the tests run on, with the migrations up to that file; closed when the test file ends. */
export async function olderDatabase(upTo: string): Promise<Database> {
  const url = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
  const database = await openDatabase({ url, dataDirectory: null, log: { info() {}, warn() {}, error() {} } })
  atEnd(() => database.close())
  await migrate(database, undefined, { upTo })
  return database
}
