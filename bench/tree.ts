/** (f) `GET /api/v1/Tenants/tree` of ten thousand tenants, and what a change of one of them costs a process. */
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { ownDatabase } from './database.ts'
import { serverCore } from './processes.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'
import { type BenchTenant, fillTenants } from './tenants.ts'

const reads = 30
const warmUps = 10
const changes = 50
const most = { treeMs: 200, changeMs: 5 }

export async function measureTree(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  const start = () => startOurs({ databaseUrl, core: serverCore, env: { BCRYPT_COST: '4' } })
  {
    await using first = await start()
    await first.kill('SIGTERM')
  }
  const tenants = await fillTenants(databaseUrl)
  await using service = await start()
  const { accessToken } = await signIn(service, superAdmin)
  const { times, bytes } = await readTree(`${service.url}/api/v1/Tenants/tree`, accessToken)
  await service.kill('SIGTERM')
  const change = await measureChange(databaseUrl, tenants)
  return [
    atMost(`GET Tenants/tree of ${tenants.length.toLocaleString('en')} tenants, over HTTP`, median(times), most.treeMs),
    { what: '  the slowest of them', value: `${Math.max(...times).toFixed(0)} ms` },
    { what: '  its size', value: `${(bytes / 1e6).toFixed(1)} MB` },
    atMost('a changed tenant, until the tree in memory answers again', median(change), most.changeMs),
    { what: '  the slowest of them', value: `${Math.max(...change).toFixed(1)} ms` },
  ]
}

const atMost = (what: string, value: number, limit: number): Result => ({
  what,
  value: `${value.toFixed(1)} ms`,
  target: `<= ${limit} ms`,
  passes: value <= limit,
})

/** One read after the other, to its last byte. */
async function readTree(url: string, token: string): Promise<{ times: number[]; bytes: number }> {
  const times: number[] = []
  let bytes = 0
  for (let read = 0; read < warmUps + reads; read++) {
    const begin = performance.now()
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    bytes = (await reply.arrayBuffer()).byteLength
    if (reply.status !== 200) throw new Error(`the tree answered ${reply.status}`)
    if (read >= warmUps) times.push(performance.now() - begin)
  }
  return { times, bytes }
}

/** What every process does when it hears of a change: the row again from the database, and the first question after it. */
async function measureChange(databaseUrl: string, tenants: readonly BenchTenant[]): Promise<number[]> {
  const database = await openDatabase({ url: databaseUrl, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  try {
    const tree = await TenantTree.load(database)
    const root = tenants[0]!.id
    const times: number[] = []
    for (let change = 0; change < warmUps + changes; change++) {
      const { id } = tenants[(change * 7919) % tenants.length]!
      const begin = performance.now()
      await tree.apply([{ topic: 'tenant', subject: id }])
      if (!tree.isWithin(root, id)) throw new Error('the tree lost a tenant')
      if (change >= warmUps) times.push(performance.now() - begin)
    }
    return times
  } finally {
    await database.close()
  }
}
