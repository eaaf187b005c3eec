import { deepEqual, equal, ok } from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { uuidv7 } from '#core/uuid.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { LiveLog, type RevocationBatch, writeRevocations } from '#db/live/revocations.ts'
import { migrate } from '#db/migrate.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { type ThrowawayPostgres, throwawayPostgres } from '../rig/postgres.ts'
import { isPostgresInstalled } from '../rig/postgres-install.ts'
import { faultProxy } from '../rig/proxy.ts'
import { everyRound, race } from '../rig/race.ts'

const silent = { info() {}, warn() {}, error() {} }

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url, dataDirectory: null, log: silent })
  atEnd(() => database.close())
  return database
}

/** A process as far as revocations go: a log of its own on connections of its own, and all that it was told. */
async function startProcess(database: Database) {
  const live = new LiveLog(database, silent)
  const told: RevocationBatch[] = []
  live.subscribe((batch) => void told.push(batch))
  await live.start()
  atEnd(() => live.stop())
  const subjects = () => told.flatMap((batch) => (batch === 'flush' ? [] : batch.map(({ subject }) => subject)))
  return { database, live, told, subjects, flushes: () => told.filter((batch) => batch === 'flush').length }
}

/** Deaf to NOTIFY, so that only its polling is left. */
const deaf = (database: Database): Database => ({ ...database, listen: async () => async () => {} })

describe('revocations between processes', { skip: !isPostgresInstalled() }, () => {
  let cluster: ThrowawayPostgres
  let url: string
  before(async () => {
    cluster = await throwawayPostgres()
    url = await cluster.createDatabase()
    const database = await open(url)
    await migrate(database)
  })

  it('loses no row that is committed late, while others with later ids and times are read', async () => {
    const readers = await Promise.all([startProcess(deaf(await open(url))), startProcess(await open(url))])
    const writer = await open(url)
    await everyRound(async () => {
      const slow = await Promise.all(Array.from({ length: 8 }, () => new pg.Client({ connectionString: url })))
      const ids: string[] = []
      const revocation = async (client: pg.Client) => {
        const id = uuidv7(new Date())
        ids.push(id)
        await client.query("insert into revocations (id, at, topic, subject) values ($1, now(), 'session', $1)", [id])
      }
      await race(
        slow.map((client, number) => async () => {
          await client.connect()
          await client.query('begin')
          await revocation(client)
          // over at least one turn of the readers for the last of them
          await sleep(number * 100)
          await client.query('commit')
          await client.end()
          const id = uuidv7(new Date())
          ids.push(id)
          await writeRevocations(writer.kysely, new Date(), [{ topic: 'session', subject: id }])
        }),
      )
      for (const reader of readers) {
        await eventually('every row to be read', () => ids.every((id) => reader.subjects().includes(id)))
        for (const id of ids) equal(reader.subjects().filter((subject) => subject === id).length, 1, 'applied once')
      }
    })
  })

  it('is not fresh from a second after the database stops answering until it was read again, and then knows what it missed', async () => {
    const proxy = await faultProxy(url)
    const reader = await startProcess(await open(proxy.through(url)))
    const writer = await open(url)
    equal(reader.live.isFresh(), true)
    proxy.mode('blackhole')
    await eventually('freshness to end', () => !reader.live.isFresh())
    const id = uuidv7(new Date())
    await writeRevocations(writer.kysely, new Date(), [{ topic: 'account', subject: id }])
    deepEqual(reader.subjects(), [])
    proxy.mode('pass')
    await eventually('freshness to return', () => reader.live.isFresh())
    deepEqual(reader.subjects(), [id], 'never fresh without what was committed meanwhile')
    equal(reader.flushes(), 1, 'nothing was missed, so only the first read flushed')
  })

  it('never calls itself fresh while it does not know what was committed more than a second ago', async () => {
    const reader = await startProcess(deaf(await open(url)))
    const writer = await open(url)
    await everyRound(async () => {
      const id = uuidv7(new Date())
      await writeRevocations(writer.kysely, new Date(), [{ topic: 'session', subject: id }])
      const committed = performance.now()
      await eventually('the revocation to be read', () => {
        const isKnown = reader.subjects().includes(id)
        ok(isKnown || performance.now() - committed <= 1000 || !reader.live.isFresh(), 'stale and says it is fresh')
        return isKnown
      })
    })
  })

  it('reads everything again when an application failed, and is not fresh until then', async () => {
    const reader = await startProcess(await open(url))
    let failures = 2
    let flushes = 0
    reader.live.subscribe((batch) => {
      if (failures-- > 0) throw new Error('cannot read')
      if (batch === 'flush') flushes++
    })
    await reader.live.committed([{ topic: 'role', subject: null }])
    equal(reader.live.isFresh(), false)
    await eventually('freshness to return', () => reader.live.isFresh())
    ok(flushes > 0)
  })

  it('flushes when the database was replaced by an older one', async () => {
    const older = await throwawayPostgres()
    const olderUrl = await older.createDatabase()
    const [first, second] = [await open(url), await open(olderUrl)]
    await migrate(second)
    // each is a transaction more than the older one ever had
    for (let i = 0; i < 50; i++) await writeRevocations(first.kysely, new Date(), [{ topic: 'settings', subject: null }])
    let current = first
    const session: Database['session'] = (work) => {
      const own = current
      return own.session((connection) => {
        const query = ((...parameters: Parameters<typeof connection.query>) => {
          if (own !== current) throw new Error('connection lost')
          return connection.query(...parameters)
        }) as typeof connection.query
        return work({ query })
      })
    }
    const reader = await startProcess({ ...deaf(first), session })
    equal(reader.flushes(), 1)
    current = second
    await eventually('the flush', () => reader.flushes() === 2)
  })

  it('turns a revocation of everything into a flush, here and elsewhere', async () => {
    const [here, there] = await Promise.all([startProcess(await open(url)), startProcess(await open(url))])
    const epoch = here.live.epoch
    await writeRevocations(here.database.kysely, new Date(), [{ topic: 'all', subject: null }])
    await here.live.committed([{ topic: 'all', subject: null }])
    ok(here.flushes() >= 2)
    ok(here.live.epoch > epoch)
    await eventually('the flush', () => there.flushes() >= 2)
  })
})
