/**
 * Lets events happen at a given pace without any request to the service, as changes that another process makes: the row of an event and its
 * place in the outbox, in one statement. In a process of its own.
 */
import pg from 'pg'
import { uuidv7 } from '#core/uuid.ts'

export interface EventsPlan {
  readonly databaseUrl: string
  readonly perSecond: number
  readonly seconds: number
  /** Of these in turn the newest `admin.updated` is what happens again. */
  readonly tenantIds: readonly string[]
}

async function run({ databaseUrl, perSecond, seconds, tenantIds }: EventsPlan): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `select distinct on (tenant_id) * from events where type = 'admin.updated' and tenant_id = any($1::uuid[]) order by tenant_id, id desc`,
    [tenantIds],
  )
  const columns = Object.keys(rows[0])
  const statement = {
    name: 'event',
    text: `with written as (
        insert into events (${columns.join(', ')})
        select ${columns.map((name) => (name === 'id' ? '$1::uuid' : name === 'created_at' ? 'clock_timestamp()' : name)).join(', ')}
        from events where id = $2 returning id
      ) insert into outbox (event_id) select id from written`,
  }
  const start = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    const earlyMs = start + (n * 1000) / perSecond - performance.now()
    if (earlyMs > 0) await new Promise((done) => setTimeout(done, earlyMs))
    await client.query({ ...statement, values: [uuidv7(new Date()), rows[n % rows.length].id] })
  }
  await client.end()
  return perSecond * seconds
}

process.on('message', (plan: EventsPlan) => void run(plan).then((count) => process.send!(count)))
process.send!('ready')
