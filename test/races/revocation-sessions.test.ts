import { equal, ok, rejects } from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Database, openDatabase } from '#db/database.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { isPostgresInstalled } from '../rig/postgres-install.ts'
import { faultProxy } from '../rig/proxy.ts'
import { everyRound } from '../rig/race.ts'
import { fillable, silent, startProcess } from '../sessions/live-state.ts'

/** After this no process may say yes. */
const boundMs = 1000

describe('live sessions on several processes', { skip: !isPostgresInstalled() && 'no PostgreSQL server is installed' }, () => {
  let url: string
  let hands: Awaited<ReturnType<typeof fillable>>
  let tenant: string

  async function open(address: string): Promise<Database> {
    const database = await openDatabase({ url: address, dataDirectory: null, log: silent })
    atEnd(() => database.close())
    return database
  }
  async function signedIn() {
    const accountId = await hands.addAccount(tenant, await hands.addRole(tenant, ['admins.view']))
    return { accountId, sessionId: await hands.addSession(accountId) }
  }

  before(async () => {
    url = (await throwawayPostgres()).url
    hands = await fillable(await open(url))
    tenant = await hands.addTenant([])
  })

  it('end within a second of the commit on a process that NOTIFY does not reach', async () => {
    const here = await startProcess(await open(url))
    const there = await startProcess({ ...(await open(url)), listen: async () => async () => {} })
    await everyRound(async () => {
      const { accountId, sessionId } = await signedIn()
      await there.sessions.find(sessionId)
      ok(!(there.sessions.find(sessionId) instanceof Promise), 'in memory there')
      await here.change('account', accountId, (db) =>
        db.updateTable('accounts').set({ isBlocked: true }).where('id', '=', accountId).execute(),
      )
      const committedMs = performance.now()
      equal(await here.sessions.find(sessionId), null, 'at once where it was done')
      await eventually('the other process to refuse', async () => {
        const askedMs = performance.now()
        const session = await there.sessions.find(sessionId)
        ok(session === null || askedMs - committedMs <= boundMs, 'a stale yes')
        return session === null
      })
    })
  })

  it('ask the database while the log cannot be read, and take neither tenants nor settings from memory then', async () => {
    const database = await open(url)
    let isLogAway = false as boolean
    const session: Database['session'] = (work) =>
      isLogAway
        ? Promise.reject(new Error('away'))
        : database.session((connection) => {
            const query = ((...parameters: Parameters<typeof connection.query>) => {
              if (isLogAway) throw new Error('away')
              return connection.query(...parameters)
            }) as typeof connection.query
            return work({ query })
          })
    const there = await startProcess({ ...database, session })
    const here = await startProcess(await open(url))
    const { accountId, sessionId } = await signedIn()
    await there.sessions.find(sessionId)
    isLogAway = true
    await eventually('freshness to end', () => !there.live.isFresh())
    ok(await there.sessions.find(sessionId), 'still alive, says the database')

    await here.change('settings', tenant, (db) => db.insertInto('tenantSettings').values({ tenantId: tenant, require2fa: true }).execute())
    equal((await there.sessions.find(sessionId))?.actor.requiresTwoFactorSetup, true)
    await here.change('settings', tenant, (db) => db.deleteFrom('tenantSettings').execute())

    const setTenant = (values: object) =>
      here.change('tenant', tenant, (db) => db.updateTable('tenants').set(values).where('id', '=', tenant).execute())
    await setTenant({ status: 'Suspended' })
    equal(await there.sessions.find(sessionId), null)
    await setTenant({ status: 'Active' })
    ok(await there.sessions.find(sessionId))
    await setTenant({ sessionsValidAfter: new Date() })
    equal(await there.sessions.find(sessionId), null)
    await setTenant({ sessionsValidAfter: null })

    await here.change('account', accountId, (db) =>
      db.updateTable('accounts').set({ isActive: false }).where('id', '=', accountId).execute(),
    )
    equal(await there.sessions.find(sessionId), null)
    isLogAway = false
    await eventually('freshness to return', () => there.live.isFresh())
    equal(await there.sessions.find(sessionId), null)
  })

  it('are refused with 503 when neither memory nor database can tell', async () => {
    const proxy = await faultProxy(url)
    const there = await startProcess(await open(proxy.through(url)))
    const { sessionId } = await signedIn()
    ok(await there.sessions.find(sessionId))
    proxy.mode('refuse')
    proxy.cut()
    await eventually('freshness to end', () => !there.live.isFresh())
    await rejects(async () => await there.sessions.find(sessionId), { status: 503, code: 'unavailable' })
    proxy.mode('pass')
    await eventually('the session to be known again', () => there.sessions.find(sessionId))
  })

  it('never outlive a block, however many read and write at once', async () => {
    const [here, there] = await Promise.all([startProcess(await open(url)), startProcess(await open(url))])
    await everyRound(async () => {
      const people = await Promise.all(Array.from({ length: 10 }, signedIn))
      let isOver = false as boolean
      const reading = [here, there].map(async (process) => {
        while (!isOver) {
          await Promise.all(people.map(async ({ sessionId }) => await process.sessions.find(sessionId)))
          // what is in memory answers without a turn of the event loop: nothing else would get one
          await setImmediate()
        }
      })
      await Promise.all(
        people.map(async ({ accountId, sessionId }) => {
          await here.change('account', accountId, (db) =>
            db.updateTable('accounts').set({ isBlocked: true }).where('id', '=', accountId).execute(),
          )
          equal(await here.sessions.find(sessionId), null)
        }),
      )
      await eventually('the other process to refuse all', async () => {
        const found = await Promise.all(people.map(async ({ sessionId }) => await there.sessions.find(sessionId)))
        return found.every((session) => session === null)
      })
      isOver = true
      await Promise.all(reading)
      for (const { sessionId } of people) equal(await there.sessions.find(sessionId), null)
    })
  })
})
