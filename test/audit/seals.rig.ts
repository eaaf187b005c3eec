/** Logs with seals, and the ways to tamper with them. */
import { type RawBuilder, sql } from 'kysely'
import { firstUuidAt, uuidOf, uuidv7 } from '#core/uuid.ts'
import type { EventName } from '#events/catalog.ts'
import { type EventFacts, emitAll, type Json } from '#events/emit.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { auditSeals } from '#events/seals/target.ts'
import { verifyLog } from '#events/seals/verify.ts'
import type { Bench } from '../jobs/bench.ts'
import { undone } from './undone.rig.ts'

/** Numbers between 0 and 1 that are the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const names: readonly EventName[] = ['admin.updated', 'auth.login.failed', 'role.created', 'tenant.updated']
const texts = ['', 'Amal', 'أمل حداد', '"quoted", \\ and\nmore', '😀', 'a'.repeat(300), '1e3']

export function randomJson(random: () => number, depth = 0): Json {
  const pick = Math.floor(random() * (depth > 2 ? 6 : 8))
  const plain: Json[] = [
    null,
    true,
    Math.floor(random() * 1e9),
    random() * 1e21,
    -random() / 1e9,
    texts[Math.floor(random() * texts.length)]!,
  ]
  if (pick < 6) return plain[pick]!
  const parts = Array.from({ length: Math.floor(random() * 4) }, () => randomJson(random, depth + 1))
  return pick === 6 ? parts : Object.fromEntries(parts.map((part, at) => [`${texts[at]}${Math.floor(random() * 30)}`, part]))
}

/** What a proof of a log that is as it was sealed answers, beside how many entries it looked at. */
export const whole = { erased: 0, firstBreak: null, nextSequence: null }

/** The id that comes right after another. */
export const idAfter = (id: string): string =>
  uuidOf(Buffer.from((BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0'), 'hex'))

export const chainOf = (tenantId: string | null) =>
  sql`(select id from audit_chains where tenant_id is not distinct from ${tenantId}::uuid)`

export function sealBench(bench: Bench) {
  const { service, database } = bench
  const db = database.kysely
  const fanOut = () => new FanOut(service, bench.log, { targets: [...fanOutTargets, auditSeals(service)], batchSize: 100 })
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(db))
  return {
    db,
    /** Logs so many events of all shapes, by and about whoever is named, and returns their ids in the order of the chain. */
    async log(tenantId: string | null, n: number, random = randomOf(n), facts: Partial<EventFacts> = {}): Promise<string[]> {
      const ids: string[] = []
      for (let left = n; left > 0; left -= 50) {
        const all = Array.from({ length: Math.min(50, left) }, () => ({
          tenantId,
          actor: { id: random() < 0.5 ? null : uuidv7(bench.clock.now()), kind: 'admin' as const, name: texts[Math.floor(random() * 3)]! },
          entityId: random() < 0.5 ? 'no id' : uuidv7(bench.clock.now()),
          entityName: random() < 0.5 ? null : 'A role',
          personName: texts[Math.floor(random() * 3)]!,
          data: { fact: randomJson(random), more: randomJson(random) },
          personData: { email: `${Math.floor(random() * 1e9)}@example.test` },
          changes: { name: { before: randomJson(random), after: randomJson(random) }, email: { before: 'a@b.test', after: 'c@d.test' } },
          ...facts,
        }))
        const name = names[Math.floor(random() * names.length)]!
        ids.push(...(await bench.transact((ctx) => emitAll(ctx, name, all))))
      }
      return ids
    },
    seal: () => fanOut().drain(),
    fanOut,
    verify: (tenantId: string | null, options = {}) => verifyLog(service, tenantId, { most: 100_000, ...options }),
    run,
    /** An entry that somebody puts into the log of a tenant beside the service, the same as one that is there but for its id. */
    added: (id: string, like: string) => sql`
      insert into events select e.* from events o, jsonb_populate_record(o, jsonb_build_object('id', ${id}::text)) e where o.id = ${like}::uuid`,
    /** Everything as it was before any of it was logged. */
    async forget() {
      for (const table of ['event_counts', 'security_log', 'outbox', 'poisoned_events', 'events', 'audit_seals', 'audit_chains'])
        await run(sql`delete from ${sql.table(table)}`)
      await run(sql`update audit_backfill set sealed_to = ${firstUuidAt(new Date(0))}::uuid`)
    },
    undone: <T>(change: RawBuilder<unknown> | readonly RawBuilder<unknown>[], look: () => Promise<T>) => undone(db, change, look),
    async seals(tenantId: string | null) {
      const { rows } = await sql<{ sequence: string; eventId: string; kind: string }>`
        select s.sequence, s.event_id, s.kind from audit_seals s join audit_chains c on c.id = s.chain_id
        where c.tenant_id is not distinct from ${tenantId}::uuid order by s.sequence`.execute(db)
      return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
    },
  }
}
