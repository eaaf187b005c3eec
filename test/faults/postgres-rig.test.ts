import { deepEqual, equal, rejects } from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { type ThrowawayPostgres, throwawayPostgres, withClient } from '../rig/postgres.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

describe('throwawayPostgres', () => {
  let cluster: ThrowawayPostgres
  before(async () => {
    cluster = await throwawayPostgres({ settings: { work_mem: '7MB' } })
  })

  it('takes the settings it is given and answers on its socket too', async () => {
    deepEqual(await rowsOf(cluster.url, 'show work_mem'), [{ work_mem: '7MB' }])
    deepEqual(await rowsOf(cluster.socketUrl, 'select 1 as one'), [{ one: 1 }])
  })

  it('keeps what was committed over a crash', async () => {
    const url = await cluster.createDatabase()
    await rowsOf(url, 'create table kept as select 42 as answer')
    await cluster.restart('immediate')
    deepEqual(await rowsOf(url, 'select answer from kept'), [{ answer: 42 }])
  })

  it('copies a template', async () => {
    const original = await cluster.createDatabase()
    await rowsOf(original, 'create table copied as select 1 as row')
    const copy = await cluster.createDatabase(new URL(original).pathname.slice(1))
    deepEqual(await rowsOf(copy, 'select row from copied'), [{ row: 1 }])
  })

  it('refuses connections while it is stopped', async () => {
    await cluster.stop()
    await rejects(rowsOf(cluster.url, 'select 1'), { code: 'ECONNREFUSED' })
    await cluster.start()
    deepEqual(await rowsOf(cluster.url, 'select 1 as one'), [{ one: 1 }])
  })

  it('answers nothing while it is frozen, on connections old and new, and everything afterwards', async () => {
    const open = new pg.Client({ connectionString: cluster.url })
    await open.connect()
    cluster.pause()
    const fresh = new pg.Client({ connectionString: cluster.url, connectionTimeoutMillis: 300 })
    await rejects(fresh.connect(), /timeout/)
    let answered = false
    const answer = open.query('select 1 as one').then(({ rows }) => {
      answered = true
      return rows
    })
    await rejects(new pg.Client({ connectionString: cluster.url, connectionTimeoutMillis: 300 }).connect(), /timeout/)
    equal(answered, false)
    cluster.resume()
    deepEqual(await answer, [{ one: 1 }])
    await open.end()
  })

  it('leaves nothing behind', async () => {
    const gone = await throwawayPostgres()
    const [row] = await rowsOf(gone.url, 'show data_directory')
    equal(existsSync(dirname(String(row?.data_directory))), true)
    await gone.remove()
    equal(existsSync(dirname(String(row?.data_directory))), false)
  })
})

describe('sharedPostgresDatabase', () => {
  it('migrates the template once, however many ask for it at the same time, and copies it', async () => {
    let migrations = 0
    const template = {
      key: `rig${process.pid}`,
      migrate: async (url: string) => {
        migrations += 1
        await rowsOf(url, 'create table migrated as select 1 as row')
      },
    }
    const databases = await Promise.all([1, 2, 3].map(() => sharedPostgresDatabase(template)))
    equal(migrations, 1)
    equal(new Set(databases.map(({ url }) => url)).size, 3)
    for (const { url } of databases) deepEqual(await rowsOf(url, 'select row from migrated'), [{ row: 1 }])
    await databases[0]!.drop()
    await rejects(rowsOf(databases[0]!.url, 'select 1'), { code: '3D000' })
  })

  it('leaves no template behind when the migration fails, so that the next one tries again', async () => {
    const key = `rigfails${process.pid}`
    const fails = { key, migrate: () => Promise.reject(new Error('no')) }
    await rejects(sharedPostgresDatabase(fails), /no/)
    const works = await sharedPostgresDatabase({ key, migrate: async () => {} })
    deepEqual(await rowsOf(works.url, 'select 1 as one'), [{ one: 1 }])
  })
})

async function rowsOf(url: string, sql: string) {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)
}
