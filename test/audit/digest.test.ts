/** What a seal is made of: one text for one entry, whoever wrote it and however a database spells it. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { fannedColumns } from '#events/fan-out-target.ts'
import { canonicalJson, entryDigest, personDigest, type SealedEvent, writtenEntry } from '#events/seals/digest.ts'
import { keyedDigest } from '#events/seals/hmac.ts'
import { openBench } from '../jobs/bench.ts'

const key = Buffer.alloc(32, 7)
const event: SealedEvent = {
  id: '019a0000-0000-7000-8000-000000000001',
  tenantId: '019a0000-0000-7000-8000-000000000002',
  type: 'role.created',
  actorId: null,
  actorKind: 'system',
  onBehalfOfId: null,
  entityType: 'Role',
  entityId: 'a "role",\nand more',
  entityName: 'أمل 😀',
  outcome: 'success',
  isLogged: true,
  data: { b: [1, 0.1, 1e21, 1e-7, -1.5, 123456789012345680000], aa: { z: null, a: true }, é: '\u2028', 10: 'x', 9: 'y' },
  changes: {},
  person: { actorName: 'Amal', ipAddress: '127.0.0.1' },
  personSalt: Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
  traceId: 'trace',
  parentTraceId: null,
  createdAt: new Date('2026-03-29T01:30:00.123Z'),
}
/** Of an entry that is sealed already these must never change: every chain there is would be broken. */
const known = {
  entry: 'd8a9693f2b4dee949b6d0451ff401a9ceb11620397f2ab05a1a15baf14992c35',
  person: '466595fc595bab04f7bfb6a56771c82a58c90ccfdf66371b86ced3f30a3fed6f',
  left: '04766a392722dd4ed0a65ced308e974422ea5940a7b0e2a9974cb883f4b22ea6',
}
const digestsOf = (of: SealedEvent) => ({
  entry: entryDigest(writtenEntry(of)),
  person: personDigest(writtenEntry(of), key),
  left: personDigest(writtenEntry({ ...of, personSalt: null }), key),
})

describe('the digest of an entry', () => {
  it('is that of its form', () => {
    assert.equal(
      canonicalJson(event.data),
      '{"10":"x","9":"y","aa":{"a":true,"z":null},"b":[1,0.1,1e+21,1e-7,-1.5,123456789012345680000],"é":"\u2028"}',
    )
    assert.equal(canonicalJson([-0, 1.0, '', {}, []]), '[0,1,"",{},[]]')
    assert.deepEqual(digestsOf(event), known)
  })

  it('is the same when it was written and read, whatever the time zone, the spelling of numbers and the order of properties', async () => {
    const { database } = await openBench()
    await sql`
      insert into events (id, tenant_id, type, actor_kind, entity_type, entity_id, entity_name, outcome, data, changes, person, person_salt, trace_id,
        created_at)
      values (${event.id}, ${event.tenantId}, ${event.type}, 'system', ${event.entityType}, ${event.entityId}, ${event.entityName}, 'success',
        ${'{"9":"y","10":"x","é":"\u2028","b":[1.00,1e-1,1000000000000000000000,0.00000010,-15e-1,123456789012345680000.0],"aa":{"a":true,"z":null}}'}::jsonb,
        '{}', ${'{"ipAddress":"127.0.0.1","actorName":"Amal"}'}::jsonb, ${event.personSalt}, 'trace', ${event.createdAt})`.execute(
      database.kysely,
    )
    for (const zone of ['UTC', 'Asia/Kathmandu', 'Europe/Berlin']) {
      const read = await database.transaction(async (tx) => {
        await sql`set local timezone = ${sql.lit(zone)}`.execute(tx)
        await sql`set local extra_float_digits = -15`.execute(tx)
        return await tx.selectFrom('events').select(fannedColumns).where('id', '=', event.id).executeTakeFirstOrThrow()
      })
      assert.deepEqual(digestsOf(read), known, zone)
    }
  })

  it('differs with every column', () => {
    const others: Partial<SealedEvent> = {
      tenantId: null,
      type: 'role.deleted',
      actorId: event.id,
      actorKind: 'user',
      onBehalfOfId: event.id,
    }
    const more: Partial<SealedEvent> = {
      entityType: null,
      entityId: null,
      entityName: '',
      outcome: 'failure',
      isLogged: false,
      traceId: null,
    }
    const rest: Partial<SealedEvent> = { data: {}, changes: { a: 1 }, parentTraceId: 'trace', createdAt: new Date(0) }
    const all = Object.entries({ ...others, ...more, ...rest })
    const digests = new Set(all.map(([name, value]) => entryDigest(writtenEntry({ ...event, [name]: value }))))
    assert.equal(digests.size, fannedColumns.length - 3, 'of all but id, person and salt')
    assert.ok(!digests.has(known.entry))
  })
})

describe('an HMAC by its two hashes', () => {
  it('is that of Node', () => {
    for (const keyBytes of [0, 16, 32, 64, 65, 100]) {
      const key = randomBytes(keyBytes)
      for (const text of ['', 'a', 'é😀\ud800\u0000', 'a'.repeat(64), '€'.repeat(1365), '€'.repeat(1366), 'a'.repeat(100_000), 'a'])
        assert.equal(keyedDigest(key, text), createHmac('sha256', key).update(text).digest('hex'))
    }
  })
})
