/** The package, packed and installed by npm in an empty folder: what it holds, and every command of the documents from there, in order. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import sharp from 'sharp'
import { expectStatus } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { someIssuer } from '../rig/issuer.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { databaseUrl as urlOf, withClient } from '../rig/postgres.ts'
import { testMasterSecret } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { asInstalled, type FromPackage, journey, root } from './documents.ts'
import { assertJourney } from './journey.ts'
import { copySources, emptyFolder, type PasteOptions, pasteBlock } from './paste.ts'

const password = 'zuvaqor-71-Kestrel'
const missing = ['bash', 'curl', 'jq', 'openssl'].filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)

describe('the package', { skip: missing.length > 0 && `${missing} not installed` }, () => {
  const work = emptyFolder()
  const [sources, folder] = [join(work, 'sources'), join(work, 'app')]
  const installed = join(folder, 'node_modules/tenantry')
  const databaseName = `restored_${crypto.randomUUID().slice(0, 8)}`
  let databaseUrl = ''
  let ownPassword = ''
  let packedBytes = 0
  before(async () => {
    copySources(sources)
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
    await pasteBlock(sources, 'docs/deployment.md: The package')
    mkdirSync(folder)
    const [tarball] = readdirSync(sources).filter((name) => name.endsWith('.tgz'))
    packedBytes = statSync(join(sources, tarball!)).size
    renameSync(join(sources, tarball!), join(folder, tarball!))
    databaseUrl = (await sharedPostgresDatabase()).url
  })
  after(async () => {
    await withClient(databaseUrl, (db) => db.query(`drop database if exists ${pg.escapeIdentifier(databaseName)} with (force)`))
  })
  const paste = (name: FromPackage, env: PasteOptions['env'] = {}, replaced: PasteOptions['replaced'] = {}) =>
    pasteBlock(folder, name, { env, replaced, as: name === 'docs/deployment.md: The package (2)' ? (text) => text : asInstalled })

  it('starts where it is installed, and the journey of README works as it stands; files are copied while it runs', async () => {
    // the limits are on, as they are for who follows it
    const env = { MAIL_URL: 'outbox:', WEBHOOK_ALLOW_PRIVATE: 'on' }
    await using served = await paste('docs/deployment.md: The package (2)', env)
    const printed = /^bootstrap password: (\S+)$/m.exec(served.output())?.[1]
    const given = { API: `${served.url}/api/v1`, PRINTED: printed!, RECEIVER_PORT: String(await freePort()), PATH: process.env.PATH }
    const script = `set -euo pipefail\n${journey()}`
    const run = promisify(execFile)('bash', ['--norc', '-c', script], { cwd: folder, env: given, timeout: 300_000 })
    const { stdout } = await run.catch(({ stdout, stderr }) => assert.fail(`${stdout}\n${stderr}`))
    assertJourney(stdout)
    const sara = { identifier: 'sara@acme.example', password: 'bright-Anchor-37-road' }
    const { accessToken: token } = expectStatus(await served.http.post('/api/v1/auth/admin/login', sara), 200).json
    assert.equal(await upload(served.url, token), 200)
    const { output } = await paste('docs/storage.md: Moving to another store')
    assert.match(output(), /^objects: 1, copied: 1 \(\d+ bytes\), equal: 0, gone meanwhile: 0, failed: 0$/m)
  })

  // half of it is the console with its fonts, which are packed already
  it('is 1.5 MB at most', () => {
    assert.ok(packedBytes > 100_000 && packedBytes <= 1.5 * 2 ** 20, `${packedBytes} bytes`)
  })

  it('holds the compiled service, what it reads at run time and the papers, and no source or test', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('node_modules'))
    assert.deepEqual(
      files.filter((name) => !/^(?:dist|docs|deploy)\b/.test(name)).sort((a, b) => (a < b ? -1 : 1)),
      ['.env.example', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'SECURITY.md', 'package.json'],
    )
    assert.deepEqual(
      files.filter((name) => /\.ts$|^dist.*test/.test(name)),
      [],
    )
    for (const name of ['docs/operations.md', 'deploy/haproxy.cfg', 'deploy/nginx/tenantry.conf'])
      assert.ok(files.includes(name), `${name} is missing`)
    const migrations = (of: string) => readdirSync(of).filter((name) => name.endsWith('.sql'))
    assert.deepEqual(migrations(join(installed, 'dist/db/migrations')), migrations(join(root, 'src/db/migrations')))
    for (const name of ['index.html', 'assets'])
      assert.ok(existsSync(join(installed, 'dist/console', name)), `${name} of the console is missing`)
    const licences = readFileSync(join(installed, 'dist/console/licenses.md'), 'utf8')
    for (const name of ['react-dom', '@mantine/core', '@codemirror/view', '@fontsource-variable/inter', '@fontsource/ibm-plex-sans-arabic'])
      assert.match(licences, new RegExp(`^## ${name} `, 'm'))
    assert.match(readFileSync(join(installed, 'dist/bin.js'), 'utf8'), /^#!\/usr\/bin\/env node\n/)
  })

  it('proves the log of the journey', async () => {
    const { output } = await paste('docs/audit.md: To prove a log (2)')
    assert.match(output(), /^logs: \d+, entries checked: \d{2,}, logs with a break: 0$/m)
  })

  it('gives the owner a new password', async () => {
    const { output } = await paste("docs/operations.md: The owner can't get in")
    const made = [...output().matchAll(/^superadmin password: (\S+)$/gm)].map(([, word]) => word!)
    assert.equal(made.length, 2)
    ownPassword = made[1]!
  })

  it('backs the embedded database up and restores it', async () => {
    await paste('docs/backup.md: The embedded database')
    await using served = await paste('docs/backup.md: The embedded database (2)')
    assert.equal((await served.signIn(ownPassword)).status, 200)
    assert.ok(existsSync(join(folder, 'restored/master-secret')))
  })

  it('moves from the embedded database to PostgreSQL', async () => {
    const { url } = await sharedPostgresDatabase()
    const places = { 'postgres://tenantry:…@db.example/tenantry': url }
    await using served = await paste('docs/backup.md: From the embedded database to PostgreSQL', {}, places)
    assert.equal((await served.signIn(ownPassword)).status, 200)
  })

  it('fills a platform to look around in', async () => {
    await using served = await paste('README.md: A platform to look around in')
    const identifier = /^ {2}(\S+@\S+\.example) /m.exec(served.output())?.[1]
    const shown = /^demo password: (\S+)/m.exec(served.output())?.[1]
    assert.ok(identifier && shown, served.output())
    assert.equal((await served.http.post('/api/v1/auth/admin/login', { identifier, password: shown })).status, 200)
  })

  it('starts on PostgreSQL, and answers what the documents ask of it', async () => {
    // a relay that never says a word: what is handed to it waits, and goes into the backup
    const relay = createServer().listen(0, '127.0.0.1')
    await once(relay, 'listening')
    atEnd(async () => void relay.close())
    const env = {
      BOOTSTRAP_ADMIN_PASSWORD: password,
      MAIL_URL: `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}`,
      WEBHOOK_ALLOW_PRIVATE: 'on',
    }
    const places = { 'postgres://tenantry:…@db.example/tenantry': databaseUrl, '$(openssl rand -base64 48)': testMasterSecret }
    await using served = await paste('README.md: PostgreSQL, and several processes', env, places)
    const { accessToken: token } = (await served.signIn(password)).json
    const admin = { email: 'sara@acme.example', firstName: 'Sara', lastName: 'Haddad', password: 'quiet-Lantern-58-pier' }
    const acme = expectStatus(await served.http.post('/api/v1/Tenants', { name: 'Acme', code: 'acme', admin }, { token }), 201).json
    assert.equal(await upload(served.url, token), 200)
    assert.match((await served.http.get('/console')).text, /<script type="module"[^>]* src="\/console\/assets\//)
    // by a thread, which is a file of its own
    const preview = await served.http.post('/api/v1/message-templates/preview', { draft: { bodyHtml: '{{ a }}' } }, { token })
    assert.equal(preview.json.html, '[a]', preview.text)

    const called = { URL: served.url, API: `${served.url}/api/v1`, TOKEN: token, ACME: acme.id }
    assert.equal(JSON.parse((await paste('docs/audit.md: To prove a log', called)).output()).firstBreak, null)
    mkdirSync(join(folder, 'elsewhere'), { recursive: true })
    await paste('docs/audit.md: Checkpoints', called, { '/elsewhere': 'elsewhere' })
    assert.match(JSON.parse(readFileSync(join(folder, 'elsewhere/checkpoints.ndjson'), 'utf8')).hash, /^\d+-/)
    const user = { email: 'lina@acme.example', username: 'lina.khoury', firstName: 'Lina', emailVerified: true }
    writeFileSync(join(folder, 'users.ndjson'), `${JSON.stringify(user)}\n`)
    const sara = (await served.http.post('/api/v1/auth/admin/login', { identifier: admin.email, password: admin.password })).json
    const imported = await paste('docs/import.md: Users from elsewhere', { ...called, TOKEN: sara.accessToken })
    assert.match(imported.output(), /"affected":1,"skipped":0/)
    const issuer = { 'https://login.acme.com': (await someIssuer()).url }
    assert.equal(JSON.parse((await paste("docs/providers.md: A tenant's own provider", called, issuer)).output()).name, 'acme-sso')
  })

  it('backs PostgreSQL up and restores it as a copy, which sends nothing of what waited', async () => {
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
