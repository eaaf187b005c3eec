/**
 * The least that sends what is due to subscribers: a loop that claims rows, signs and posts them, and marks in one statement what has ended.
 * Fifty at a time, on one connection; nobody's turn, lock, log, count or retry.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'

const { DATABASE_URL: url = '', DATA_DIR: dataDirectory = null } = process.env
const places = 50
const gatherMs = 4
const agent = new Agent({ pipelining: 1 })

const claim = `update webhook_deliveries set lease_until = now() + interval '1 minute', fence = fence + 1 where id = any(array(
    select id from webhook_deliveries where status in ('Pending', 'Retrying') and lease_until is null and next_attempt_at <= now()
    order by next_attempt_at, id limit $1 for update skip locked
  )) returning id, webhook_id, event, body`
const mark = `update webhook_deliveries set status = 'Delivered', next_attempt_at = null, lease_until = null, attempt_number = 1,
    http_status = 200, delivered_at = now() where id = any($1::uuid[])`

let isOver = false
process.on('SIGTERM', () => {
  isOver = true
})
const database = await openDatabase({
  url: url || null,
  dataDirectory: url ? null : dataDirectory,
  log: createLogger({ level: 'silent' }),
})
await database.session(async (session) => {
  const { rows: hooks } = await session.query('select id, url from webhooks')
  const urlOf = new Map(hooks.map(({ id, url }) => [id as string, url as string]))
  let ended: string[] = []
  let running = 0
  let wake = () => {}
  const send = async ({ id, webhook_id: hook, event, body }: Record<'id' | 'webhook_id' | 'event' | 'body', string>) => {
    const signature = createHmac('sha256', 'a secret of the benchmark').update(body).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-webhook-id': id,
      'x-webhook-event': event,
      'x-webhook-signature': `sha256=${signature}`,
    }
    const answer = await request(urlOf.get(hook)!, { method: 'POST', headers, body, dispatcher: agent })
    await answer.body.text()
    running--
    if (answer.statusCode === 200) ended.push(id)
    wake()
  }
  while (!isOver || running > 0 || ended.length > 0) {
    const done = ended
    ended = []
    if (done.length > 0) await session.query(mark, [done])
    const { rows } = running < places && !isOver ? await session.query(claim, [places - running]) : { rows: [] }
    running += rows.length
    for (const row of rows) void send(row)
    const woken = new Promise<void>((done) => {
      wake = done
    })
    if (ended.length === 0) await Promise.race([woken, sleep(20)])
    // what ends together is marked together: many small statements would cost more than they bring
    await sleep(gatherMs)
  }
})
await database.close()
await agent.close()
process.exit(0)
