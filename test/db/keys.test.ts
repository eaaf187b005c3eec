import { deepEqual, equal, match, notEqual, rejects, throws } from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Database, openDatabase } from '#db/database.ts'
import { keysToRetire, listKeys, retireKeys, rotateKey } from '#db/keys/key-rotation.ts'
import { KeyRing, WrongMasterSecret } from '#db/keys/keys.ts'
import { migrate } from '#db/migrate.ts'
import { atEnd } from '../rig/cleanup.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { withoutPostgres } from '../rig/postgres-install.ts'
import { everyRound, race } from '../rig/race.ts'
import { migratedDatabase } from '../rig/snapshots.ts'

const silent = { info() {}, warn() {}, error() {} }
const secret = 'a master secret for tests, of 32 bytes or more'
const newerSecret = 'another master secret for tests, also long enough'
const now = new Date('2026-03-01T12:00:00Z')
const hour = 3_600_000
const later = (ms: number) => new Date(now.getTime() + ms)
const kids = (keyring: KeyRing) => keyring.accessKeys().map(({ kid }) => kid)
const tenant = '018f0000-0000-7000-8000-000000000001'

describe('the key ring', () => {
  let database: Database
  before(async () => {
    database = await migratedDatabase()
    atEnd(() => database.close())
  })

  it('makes what is missing once, and the next process reads the same', async () => {
    const first = await KeyRing.open(database, [secret], now)
    const second = await KeyRing.open(database, [secret], now)
    equal(first.accessKeys().length, 1)
    deepEqual(second.accessKeys(), first.accessKeys())
    equal(second.opaqueIds.encode('tenant', tenant), first.opaqueIds.encode('tenant', tenant))
    deepEqual(second.lookupHash('code', '123456'), first.lookupHash('code', '123456'))
    equal(second.openSecret(first.sealSecret('JBSWY3DP', 'totp:1'), 'totp:1'), 'JBSWY3DP')
    deepEqual((await listKeys(database)).map(({ purpose }) => purpose).sort(), ['access_token', 'audit_mac', 'opaque_id', 'stored_secret'])
  })

  it('tells a wrong master secret at start, and a short one', async () => {
    await rejects(KeyRing.open(database, [newerSecret], now), WrongMasterSecret)
    await rejects(KeyRing.open(database, ['short'], now), /32 bytes/)
    await rejects(KeyRing.open(database, [], now), /no master secret/)
  })

  it('never opens a secret in another place, nor one that was changed', async () => {
    const keyring = await KeyRing.open(database, [secret], now)
    const sealed = keyring.sealSecret('JBSWY3DP', 'totp:1')
    throws(() => keyring.openSecret(sealed, 'totp:2'))
    throws(() => keyring.openSecret(sealed.slice(0, -4) + 'AAAA', 'totp:1'))
    equal(sealed.includes('JBSWY3DP'), false)
  })

  it('keeps the parts of a lookup hash apart', async () => {
    const keyring = await KeyRing.open(database, [secret], now)
    notEqual(keyring.lookupHash('code', 'ab', 'c').toString('hex'), keyring.lookupHash('code', 'a', 'bc').toString('hex'))
    equal(keyring.lookupHash('code').length, 32)
  })

  it('seals cursors for one place, and opens them on every process and after any rotation', async () => {
    const keyring = await KeyRing.open(database, [secret], now)
    const sealed = keyring.sealCursor('position', 'list of T')
    notEqual(keyring.sealCursor('position', 'list of T'), sealed)
    await rotateKey(database, keyring, 'stored_secret', later(500), 10)
    const other = await KeyRing.open(database, [secret], now)
    for (const ring of [keyring, other]) {
      equal(ring.openCursor(sealed, 'list of T'), 'position')
      equal(ring.openCursor(sealed, 'list of S'), null)
      equal(ring.openCursor(`${sealed.slice(0, -4)}AAAA`, 'list of T'), null)
      equal(ring.openCursor('anything', 'list of T'), null)
    }
    equal(other.openCursor(keyring.sealCursor('position', 'list of T'), 'list of T'), 'position')
    throws(() => keyring.openSecret(sealed, 'list of T'), 'a cursor is no secret of ours')
  })

  it('wraps again under the newest master secret, after which the old one opens nothing and nothing is lost', async () => {
    const before = await KeyRing.open(database, [secret], now)
    const sealed = before.sealSecret('JBSWY3DP', 'totp:1')
    await KeyRing.open(database, [newerSecret, secret], now)
    await rejects(KeyRing.open(database, [secret], now), WrongMasterSecret)
    const after = await KeyRing.open(database, [newerSecret], now)
    deepEqual(after.accessKeys(), before.accessKeys())
    equal(after.openSecret(sealed, 'totp:1'), 'JBSWY3DP')
    equal(after.opaqueIds.encode('group', tenant), before.opaqueIds.encode('group', tenant))
    await KeyRing.open(database, [secret, newerSecret], now)
  })

  it('lets a rotated key sign only after it was told, and keeps the old one to verify', async () => {
    const keyring = await KeyRing.open(database, [secret], now)
    const other = await KeyRing.open(database, [secret], now)
    const [old] = kids(keyring)
    const same = keyring.accessKeys()
    await keyring.reload()
    equal(keyring.accessKeys(), same, 'the same array until a key comes or goes')

    const rotation = rotateKey(database, keyring, 'access_token', later(1000), 300)
    let told: string[] = []
    while (told.length < 2) {
      await other.apply([{ topic: 'keys', subject: null }])
      told = kids(other)
    }
    const { kid } = await rotation
    deepEqual(told, [old, kid], 'the other process verifies with it before anybody signs with it')
    deepEqual(kids(keyring), [kid, old])
  })

  it('retires access keys two hours after a newer one signs, and not before', async () => {
    const keyring = await KeyRing.open(database, [secret], now)
    const [newest] = kids(keyring)
    equal(await retireKeys(database, keyring, later(1000 + 2 * hour)), 0)
    equal(kids(keyring).length, 2)
    deepEqual(await keysToRetire(database), { count: 1, after: later(1000 + 2 * hour) })
    equal(await retireKeys(database, keyring, later(1001 + 2 * hour)), 1)
    deepEqual(kids(keyring), [newest])
    equal(await keysToRetire(database), null)
    equal(await retireKeys(database, keyring, later(1000 * hour)), 0, 'the one that signs stays for ever')
  })

  it('keeps every key of stored secrets readable and refuses to rotate that of opaque ids', async () => {
    const keyring = await KeyRing.open(database, [secret], now)
    const sealed = keyring.sealSecret('JBSWY3DP', 'totp:1')
    const { kid } = await rotateKey(database, keyring, 'stored_secret', later(5000), 0)
    match(keyring.sealSecret('x', 'y'), new RegExp(`^v1\\.${kid}\\.`))
    await retireKeys(database, keyring, later(1000 * hour))
    equal((await KeyRing.open(database, [secret], now)).openSecret(sealed, 'totp:1'), 'JBSWY3DP')
    await rejects(rotateKey(database, keyring, 'opaque_id', now, 0), /never rotates/)
  })
})

describe('key rings of processes that start together', { skip: withoutPostgres() }, () => {
  it('end with the same keys', async () => {
    const cluster = await throwawayPostgres()
    const databases = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ url: cluster.url, dataDirectory: null, log: silent })),
    )
    for (const database of databases) atEnd(() => database.close())
    await migrate(databases[0]!)
    await everyRound(async () => {
      await databases[0]!.kysely.deleteFrom('keys').execute()
      const rings = await race(databases.map((database) => () => KeyRing.open(database, [secret], now)))
      for (const ring of rings) {
        deepEqual(ring.accessKeys(), rings[0]!.accessKeys())
        equal(ring.opaqueIds.encode('tenant', tenant), rings[0]!.opaqueIds.encode('tenant', tenant))
        equal(ring.openSecret(rings[0]!.sealSecret('text', 'place'), 'place'), 'text')
      }
    })
  })
})
