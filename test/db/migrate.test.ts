import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#db/database.ts'
import { ChangedMigration, migrate, NewerDatabase } from '#db/migrate.ts'
import { generateTables } from '../../scripts/generate-tables.ts'
import { type ThrowawayPostgres, throwawayPostgres, withClient } from '../rig/postgres.ts'
import { withoutPostgres } from '../rig/postgres-install.ts'
import { everyRound } from '../rig/race.ts'
import { emptyFiles, migratedDatabase, migratedFiles } from '../rig/snapshots.ts'
import { child, temporaryDirectory } from './children.ts'

const log = { info() {}, warn() {}, error() {} }

/** A folder of migrations with these files. */
function folderOf(files: Record<string, string>): { path: string; url: URL } {
  const path = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return { path, url: pathToFileURL(`${path}/`) }
}

const first = `create table a (n integer);\r\ninsert into a values (1); insert into a values (2);\n`
const second = `alter table a add column m integer not null default 5; create table b (n integer);`

const tablesOf = async (database: Database) =>
  (
    await sql<{
      name: string
    }>`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
      database.kysely,
    )
  ).rows.map(({ name }) => name)

/** @param openMigrated one that `migrate` has brought up to the code; it is called here unless given */
function behaviour(open: () => Promise<Database>, openMigrated?: () => Promise<Database>) {
  test('runs new files in order, each once', async () => {
    const database = await open()
    const { path, url } = folderOf({ '0001_first.sql': first })
    assert.deepEqual(await migrate(database, url), { applied: ['0001_first.sql'] })
    assert.deepEqual(await migrate(database, url), { applied: [] })
    writeFileSync(join(path, '0002_second.sql'), second)
    assert.deepEqual(await migrate(database, url), { applied: ['0002_second.sql'] })
    assert.deepEqual((await sql`select n, m from a order by n`.execute(database.kysely)).rows, [
      { n: 1, m: 5 },
      { n: 2, m: 5 },
    ])
    await database.close()
  })

  test('counts no table as empty, for plans of foreign keys that are made then are kept when it has thousands', async () => {
    const database = await (openMigrated ?? open)()
    await migrate(database)
    const { rows } = await sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and reltuples = 0`.execute(database.kysely)
    assert.deepEqual(rows, [])
    await database.close()
  })

  test('refuses a file that was changed, whatever else is new, but not other line ends', async () => {
    const database = await open()
    await migrate(database, folderOf({ '0001_first.sql': first }).url)
    await migrate(database, folderOf({ '0001_first.sql': first.replace('\r\n', '\n') }).url)
    const changed = folderOf({ '0001_first.sql': `${first} -- changed`, '0002_second.sql': second })
    await assert.rejects(migrate(database, changed.url), ChangedMigration)
    assert.deepEqual(await tablesOf(database), ['a', 'schema_migrations'])
    await database.close()
  })

  test('refuses a database that is newer than the code', async () => {
    const database = await open()
    await migrate(database, folderOf({ '0001_first.sql': first, '0002_second.sql': second }).url)
    await assert.rejects(migrate(database, folderOf({ '0001_first.sql': first }).url), (error) => {
      assert.ok(error instanceof NewerDatabase)
      assert.match(error.message, /0002_second\.sql/)
      return true
    })
    await database.close()
  })

  test('leaves nothing of a file that fails, and completes once it is mended', async () => {
    const database = await open()
    const { path, url } = folderOf({ '0001_first.sql': first, '0002_second.sql': `${second} select 1/0;` })
    await assert.rejects(migrate(database, url), { code: '22012', message: /0002_second\.sql/ })
    assert.deepEqual(await tablesOf(database), ['a', 'schema_migrations'])
    writeFileSync(join(path, '0002_second.sql'), second)
    assert.deepEqual(await migrate(database, url), { applied: ['0002_second.sql'] })
    assert.deepEqual(await tablesOf(database), ['a', 'b', 'schema_migrations'])
    await database.close()
  })
}

describe('migrations on the embedded database', () => {
  const open = async () => openDatabase({ url: null, dataDirectory: null, log, files: await emptyFiles() })
  behaviour(open, migratedDatabase)

  test('refuse a folder with a number twice or a name of another form', async () => {
    const database = await open()
    await assert.rejects(migrate(database, folderOf({ '0001_a.sql': '', '0001_b.sql': '' }).url), /0001_b\.sql/)
    await assert.rejects(migrate(database, folderOf({ '1_a.sql': '' }).url), /1_a\.sql/)
    await database.close()
  })
})

const migrator = `
  import { openDatabase } from '#db/database.ts'
  import { migrate } from '#db/migrate.ts'
  const [url, folder] = process.argv.slice(1)
  const database = await openDatabase({ url, dataDirectory: null, log: console })
  console.log('applied ' + (await migrate(database, new URL(folder))).applied.join(' '))
  await database.close()`

describe('migrations on PostgreSQL', { skip: withoutPostgres() }, () => {
  let server: ThrowawayPostgres
  before(async () => {
    server = await throwawayPostgres()
  })

  behaviour(async () => openDatabase({ url: await server.createDatabase(), dataDirectory: null, log }))

  test('several processes at once: one works, all end well', async () => {
    // every file fails when it runs twice, and the first takes long enough to be met
    const { url: folder } = folderOf({ '0001_first.sql': `select pg_sleep(0.3); ${first}`, '0002_second.sql': second })
    await everyRound(async () => {
      const url = await server.createDatabase()
      const processes = [1, 2, 3].map(() => child(migrator, url, folder.href))
      const codes = await Promise.all(processes.map(({ ended }) => ended))
      assert.deepEqual(codes, [0, 0, 0], processes.map((process) => process.errors()).join('\n'))
      assert.deepEqual(processes.flatMap(({ lines }) => lines).sort(), ['applied ', 'applied ', 'applied 0001_first.sql 0002_second.sql'])
    })
  })

  test('a process that is killed on the way leaves whole files, and the next one completes', async () => {
    const { path, url: folder } = folderOf({ '0001_first.sql': first, '0002_second.sql': `${second} select pg_sleep(60);` })
    const url = await server.createDatabase()
    const killed = child(migrator, url, folder.href)
    await withClient(server.url, async (client) => {
      const asleep = `select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(60)%' and wait_event = 'PgSleep'`
      while ((await client.query(asleep)).rows[0].n === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      killed.process.kill('SIGKILL')
      await killed.ended
      // the server notices a vanished client only when it next writes to it; an administrator or a restart is quicker
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
    })
    const database = await openDatabase({ url, dataDirectory: null, log })
    writeFileSync(join(path, '0002_second.sql'), second)
    assert.deepEqual(await migrate(database, folder), { applied: ['0002_second.sql'] })
    assert.deepEqual(await tablesOf(database), ['a', 'b', 'schema_migrations'])
    await database.close()
  })

  test('no time limit ends a migration or the wait for another', async () => {
    const database = await openDatabase({ url: await server.createDatabase(), dataDirectory: null, log })
    const limits = await database.session(async (session) => {
      const limit = (name: string) => `current_setting('${name}')`
      const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
      return (await session.query(`select array[${names.map(limit).join(', ')}] as limits`)).rows[0].limits
    })
    assert.deepEqual(limits, ['0', '0', '0'])
    await database.close()
  })

  test('the real files run, and make the same tables as on the embedded database', async () => {
    const [embedded, postgres] = [
      await openDatabase({ url: null, dataDirectory: null, log, files: await emptyFiles() }),
      await openDatabase({ url: await server.createDatabase(), dataDirectory: null, log }),
    ]
    const files = readdirSync(new URL('../../src/db/migrations/', import.meta.url)).sort()
    for (const database of [embedded, postgres]) assert.deepEqual((await migrate(database)).applied, files)
    assert.deepEqual(await tablesOf(postgres), await tablesOf(embedded))
    await embedded.close()
    await postgres.close()
  })
})

test('the generated types say what the columns are', async () => {
  const text = await generateTables(await migratedFiles())
  assert.match(text, /^ {4}status: Generated<'Active' \| 'Inactive' \| 'Suspended' \| 'Cancelled'>$/m)
  assert.match(text, /^ {4}parentId: string \| null$/m)
  assert.match(text, /^ {4}fields: string\[\]$/m)
  assert.match(text, /^ {4}hash: Buffer$/m)
  assert.match(text, /^ {4}person: Json \| null$/m)
  assert.doesNotMatch(text, /eventsDefault|schemaMigrations/)
})
