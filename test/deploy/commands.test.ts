/** Every command of README, CONTRIBUTING and docs/ is run in an empty folder that holds what the repository holds, or says why it is not. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import { atEnd } from '../rig/cleanup.ts'
import { client } from '../rig/http.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { databaseUrl as urlOf, withClient } from '../rig/postgres.ts'
import { testMasterSecret } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { journeySections, root, shellBlocks } from './documents.ts'

/** The blocks that are run below, in this order. */
const claimed = [
  'README.md: Start',
  'docs/storage.md: Moving to another store',
  "docs/operations.md: The owner can't get in",
  'docs/backup.md: The embedded database',
  'docs/backup.md: The embedded database (2)',
  'README.md: A platform to look around in',
  'README.md: PostgreSQL, and several processes',
  'docs/backup.md: PostgreSQL',
  'docs/backup.md: PostgreSQL (2)',
] as const
type Claimed = (typeof claimed)[number]

const blocks = shellBlocks()

it('every block for a shell is run by a test, or says why not', (t) => {
  const isJourney = (name: string) => journeySections.some((title) => name.startsWith(`README.md: ${title}`))
  const open = blocks.filter(({ name, notRun }) => notRun === null && !isJourney(name)).map(({ name }) => name)
  assert.deepEqual([...open].sort(), [...claimed].sort())
  for (const { name, notRun } of blocks) if (notRun !== null) t.diagnostic(`not run: ${name}: ${notRun}`)
})

const owner = { identifier: 'superadmin', isPlatformAdmin: true }
const password = 'zuvaqor-71-Kestrel'

describe('the commands of the documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-commands-'))
  const databaseName = `restored_${crypto.randomUUID().slice(0, 8)}`
  let databaseUrl = ''
  let ownPassword = ''
  before(async () => {
    execFileSync('bash', ['-c', 'git ls-files -z | tar --null --files-from - --create | tar --extract --directory "$1"', 'sh', folder], {
      cwd: root,
    })
    databaseUrl = (await sharedPostgresDatabase()).url
  })
  after(async () => {
    await withClient(databaseUrl, (db) => db.query(`drop database if exists ${pg.escapeIdentifier(databaseName)} with (force)`))
  })
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const paste = (name: Claimed, env: Record<string, string> = {}, replaced: Record<string, string> = {}) =>
    pasteBlock(folder, name, env, replaced)

  it('start it, and copy files to another store while it runs', async () => {
    await using served = await paste('README.md: Start')
    const first = /^bootstrap password: (\S+)$/m.exec(served.output())?.[1]
    const { accessToken: token } = (await served.signIn(first!)).json
    assert.equal(await upload(served.url, token), 200)
    const { output } = await paste('docs/storage.md: Moving to another store')
    assert.match(output(), /^objects: 1, copied: 1 \(\d+ bytes\), equal: 0, gone meanwhile: 0, failed: 0$/m)
  })

  it('give the owner a new password', async () => {
    const { output } = await paste("docs/operations.md: The owner can't get in")
    const made = [...output().matchAll(/^superadmin password: (\S+)$/gm)].map(([, word]) => word!)
    assert.equal(made.length, 2)
    ownPassword = made[1]!
  })

  it('back the embedded database up and restore it', async () => {
    await paste('docs/backup.md: The embedded database')
    await using served = await paste('docs/backup.md: The embedded database (2)')
    assert.equal((await served.signIn(ownPassword)).status, 200)
    assert.ok(existsSync(join(folder, 'restored/master-secret')))
  })

  it('fill a platform to look around in', async () => {
    await using served = await paste('README.md: A platform to look around in')
    const identifier = /^ {2}(\S+@\S+\.example) /m.exec(served.output())?.[1]
    const shown = /^demo password: (\S+)/m.exec(served.output())?.[1]
    assert.ok(identifier && shown, served.output())
    assert.equal((await served.http.post('/api/v1/auth/admin/login', { identifier, password: shown })).status, 200)
  })

  it('start it on PostgreSQL', async () => {
    // a relay that never says a word: what is handed to it waits, and goes into the backup
    const relay = createServer().listen(0, '127.0.0.1')
    await once(relay, 'listening')
    atEnd(async () => void relay.close())
    const env = { BOOTSTRAP_ADMIN_PASSWORD: password, MAIL_URL: `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}` }
    const places = { 'postgres://tenantry:…@db.example/tenantry': databaseUrl, '$(openssl rand -base64 48)': testMasterSecret }
    await using served = await paste('README.md: PostgreSQL, and several processes', env, places)
    const { accessToken: token } = (await served.signIn(password)).json
    const admin = { email: 'sara@acme.example', firstName: 'Sara', lastName: 'Haddad', password: 'quiet-Lantern-58-pier' }
    const made = await served.http.post('/api/v1/Tenants', { name: 'Acme', code: 'acme', admin }, { token })
    assert.equal(made.status, 201, made.text)
    assert.equal(await upload(served.url, token), 200)
  })

  it('back PostgreSQL up and restore it as a copy, which sends nothing of what waited', async () => {
    const env = { DATABASE_URL: databaseUrl, MASTER_SECRET: testMasterSecret, RESTORED_URL: urlOf(databaseUrl, databaseName) }
    await paste('docs/backup.md: PostgreSQL', env)
    await using served = await paste('docs/backup.md: PostgreSQL (2)', env, { tenantry_restored: databaseName })
    const { accessToken: token } = (await served.signIn(password)).json
    const { items } = (await served.http.get('/api/v1/Tenants', { token })).json
    assert.deepEqual(
      items.map(({ code }: { code: string }) => code),
      ['acme'],
    )
    const { avatarUrl } = (await served.http.get('/api/v1/Admins/me', { token })).json
    assert.equal((await served.http.get(new URL(avatarUrl, served.url).pathname, { token })).status, 200)
    const outbox = join(folder, 'restored-with-files/outbox')
    await eventually(
      'the mail that waited, in a file',
      () => existsSync(outbox) && readdirSync(outbox).some((file) => file.endsWith('.eml')),
      120_000,
    )
  })
})

/** A picture for whoever signed in. @returns the status */
async function upload(url: string, token: string): Promise<number> {
  const body = new FormData()
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  return (await fetch(`${url}/api/v1/Admins/me/avatar`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })).status
}

/**
 * Runs a block as it stands, but for words that stand for somebody's own places; to its end, or until the service that it starts listens.
 * Disposing of what it returns stops that service.
 */
async function pasteBlock(cwd: string, name: Claimed, given: Record<string, string>, replaced: Record<string, string>) {
  let text = blocks.find((block) => block.name === name)!.text
  for (const [from, to] of Object.entries(replaced)) {
    assert.ok(text.includes(from), `${name} does not hold ${from}`)
    text = text.replaceAll(from, to)
  }
  const common = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_prefer_offline: 'true', BCRYPT_COST: '4' }
  const env = { ...common, PORT: String(await freePort()), ...given }
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', text], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (output += piece))
  let code: number | null | undefined
  const closed = once(child, 'close').then(([exit]) => (code = exit))
  const signal = (name: NodeJS.Signals) => code === undefined && process.kill(-child.pid!, name)
  const stop = atEnd(
    async () => {
      signal('SIGTERM')
      await closed
    },
    () => signal('SIGKILL'),
  )
  const listening = () => /^listening on (\S+)$/m.exec(output)?.[1]
  await eventually(`${name} to be done`, () => code !== undefined || listening(), 300_000).catch(async (error) => {
    await stop()
    assert.fail(`${error.message}\n${output}`)
  })
  if (code !== undefined) assert.equal(code, 0, `${name}:\n${output}`)
  const url = `http://127.0.0.1:${env.PORT}`
  const http = client(url)
  return {
    url,
    http,
    output: () => output,
    signIn: (word: string) => http.post('/api/v1/auth/admin/login', { ...owner, password: word }),
    [Symbol.asyncDispose]: stop,
  }
}
