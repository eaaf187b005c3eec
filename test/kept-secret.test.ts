/** The embedded service's own master secret: made once, whole on the disk before a key is wrapped with it, and never replaced after that. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#db/database.ts'
import { keptSecret, MissingMasterSecret } from '#kept-secret.ts'
import { atEnd } from './rig/cleanup.ts'
import { migratedFiles } from './rig/snapshots.ts'

describe('the kept secret', () => {
  let database: Database
  let directory: string
  const file = () => join(directory, 'master-secret')
  before(async () => {
    const log = { info() {}, warn() {}, error() {} }
    database = await openDatabase({ url: null, dataDirectory: null, log, files: await migratedFiles() })
    atEnd(() => database.close())
  })
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'tenantry-secret-'))
    atEnd(async () => rmSync(directory, { recursive: true, force: true }))
  })

  it('is made once, for its owner alone, and leaves nothing beside it', async () => {
    const secret = await keptSecret(directory, database)
    assert.match(secret, /^[\w-]{43}$/)
    assert.equal(statSync(file()).mode & 0o777, 0o600)
    assert.equal(await keptSecret(directory, database), secret)
    assert.deepEqual(readdirSync(directory), ['master-secret'])
  })

  it('is made anew where a start left an empty file and no key', async () => {
    writeFileSync(file(), '\n')
    const secret = await keptSecret(directory, database)
    assert.match(secret, /^[\w-]{43}$/)
    assert.equal(readFileSync(file(), 'utf8').trim(), secret)
  })

  it('is asked for where there are keys, whether its file is gone or empty', async () => {
    await sql`insert into keys (purpose, kid, wrapped, state, created_at)
      values ('access_token', 'k', '', 'verifying', now())`.execute(database.kysely)
    const missing = (error: unknown) => error instanceof MissingMasterSecret
    await assert.rejects(keptSecret(directory, database), missing)
    writeFileSync(file(), '')
    await assert.rejects(keptSecret(directory, database), missing)
    assert.equal(readFileSync(file(), 'utf8'), '')
  })
})
