/** The command line, as an operator types it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { expectStatus } from './harness.ts'
import { eventually } from './rig/ports.ts'
import { runCommand, startService } from './rig/service.ts'
import { sharedPostgresDatabase } from './rig/shared-postgres.ts'

const login = (identifier: string, password: string) => ({ identifier, password, isPlatformAdmin: true })

describe('commands on the embedded database', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-commands-'))
  after(() => rmSync(dataDirectory, { recursive: true, force: true }))

  it('migrate applies everything once, and exits 0', async () => {
    const first = await runCommand(['migrate'], { dataDirectory })
    assert.equal(first.exit, 0, first.stderr.join('\n'))
    assert.ok(first.stdout.includes('applied 0001_tenants.sql'), first.stdout.join('\n'))
    assert.deepEqual((await runCommand(['migrate'], { dataDirectory })).stdout, ['nothing to apply'])
  })

  it('prints the password of a SuperAdmin that it had to make, and never again', async () => {
    const first = await runCommand(['keys', 'list'], { dataDirectory })
    assert.equal(first.exit, 0, first.stderr.join('\n'))
    assert.match(first.stdout[0] as string, /^bootstrap password: \S+$/)
    const keys = first.stdout.slice(1).map((line) => line.split('\t'))
    assert.deepEqual(
      keys.map(([purpose, , state]) => [purpose, state]),
      [
        ['access_token', 'signing'],
        ['audit_mac', 'signing'],
        ['opaque_id', 'signing'],
        ['stored_secret', 'signing'],
      ],
    )
    assert.equal((await runCommand(['keys'], { dataDirectory })).stdout.length, 4)
  })

  it('refuses while the service runs on the directory, with the one line that says why', async () => {
    await using service = await startService({ dataDirectory })
    for (const words of [['migrate'], ['reset-superadmin'], ['keys', 'rotate', 'access_token']]) {
      const { exit, stdout, stderr } = await runCommand(words, { dataDirectory })
      assert.equal(exit, 1)
      assert.deepEqual(stdout, [])
      assert.match(stderr.join('\n'), /^tenantry: the data directory \S+ is in use by another process/)
      assert.equal(stderr.length, 1)
    }
    expectStatus(await service.http.get('/health'), 200)
  })

  it('reset-superadmin prints a password that lets in, and must be changed', async () => {
    const { exit, stdout } = await runCommand(['reset-superadmin'], { dataDirectory })
    assert.equal(exit, 0)
    const password = /^superadmin password: (\S+)$/.exec(stdout.join('\n'))?.[1] as string
    await using service = await startService({ dataDirectory })
    const reply = expectStatus(await service.http.post('/api/v1/auth/admin/login', login('superadmin', password)), 200)
    assert.equal(reply.json.MustChangePassword, true)
  })

  it('keys rotate lets a new key sign; tokens of the old one live on', async () => {
    const { exit, stdout } = await runCommand(['keys', 'rotate', 'access_token'], { dataDirectory })
    assert.equal(exit, 0)
    assert.match(stdout.join('\n'), /^access_token: \S+ signs from now on$/)
    const listed = await runCommand(['keys', 'list'], { dataDirectory })
    assert.equal(listed.stdout.filter((line) => line.startsWith('access_token')).length, 2)
    const retired = await runCommand(['keys', 'retire'], { dataDirectory })
    assert.match(retired.stdout.join('\n'), /^retired: 0\nstill verifying: 1; the last of them can be retired after \d{4}-\S+Z$/)
    const after = Date.parse(retired.stdout[1]!.split(' ').at(-1)!) - Date.now()
    assert.ok(after > 7_000_000 && after <= 7_200_000, `${after}`)
  })

  it('audit verify exits 0 where every log is as it was sealed, and names the entry where one is not', async () => {
    const password = /^superadmin password: (\S+)$/.exec((await runCommand(['reset-superadmin'], { dataDirectory })).stdout.join('\n'))?.[1]
    {
      await using service = await startService({ dataDirectory })
      const { accessToken: token, user } = expectStatus(
        await service.http.post('/api/v1/auth/admin/login', login('superadmin', password!)),
        200,
      ).json
      const body = { currentPassword: password, newPassword: 'a second password for tests' }
      expectStatus(await service.http.post(`/api/v1/Admins/${user.id}/change-password`, body, { token }), 200)
      const again = login('superadmin', body.newPassword)
      const { accessToken } = expectStatus(await service.http.post('/api/v1/auth/admin/login', again), 200).json
      const proof = async () => expectStatus(await service.http.get('/api/v1/audit/verify', { token: accessToken }), 200).json
      await eventually('all entries to be sealed', async () => (await proof()).unsealed === 0)
    }
    const whole = await runCommand(['audit', 'verify'], { dataDirectory })
    assert.deepEqual([whole.exit, whole.stderr], [0, []])
    assert.match(whole.stdout.join('\n'), /^logs: 1, entries checked: [1-9]\d*, logs with a break: 0$/)
    const database = await openDatabase({ url: null, dataDirectory, log: { info() {}, warn() {}, error() {} } })
    const { rows } = await sql<{ id: string }>`
      update events set outcome = 'failure' where id = (select event_id from audit_seals where sequence = 2) returning id`.execute(
      database.kysely,
    )
    await database.close()
    const broken = await runCommand(['audit', 'verify'], { dataDirectory })
    assert.equal(broken.exit, 1)
    assert.deepEqual(broken.stdout, [`platform\t${rows[0]!.id}\tchanged`, 'logs: 1, entries checked: 1, logs with a break: 1'])
    assert.deepEqual(broken.stderr, ['tenantry: 1 of 1 audit logs are not as they were sealed'])
  })

  it('jobs lists what is dead, has it tried again, and gives it up', async () => {
    const database = await openDatabase({ url: null, dataDirectory, log: { info() {}, warn() {}, error() {} } })
    const ids = ['01a20000-0000-7000-8000-000000000001', '01a20000-0000-7000-8000-000000000002']
    for (const id of ids)
      await sql`insert into jobs (id, kind, run_at, attempts, max_attempts, state, error, created_at)
        values (${id}::uuid, 'some.kind', now(), 5, 5, 'dead', 'it went wrong', now())`.execute(database.kysely)
    await database.close()
    const listed = await runCommand(['jobs'], { dataDirectory })
    assert.deepEqual(
      [listed.exit, listed.stdout.map((line) => line.split('\t').toSpliced(2, 1))],
      [0, ids.toReversed().map((id) => [id, 'some.kind', 'it went wrong'])],
    )
    assert.deepEqual((await runCommand(['jobs', 'retry', ids[0]!], { dataDirectory })).stdout, ['retry: 1'])
    assert.deepEqual((await runCommand(['jobs', 'give-up', 'some.kind'], { dataDirectory })).stdout, ['give-up: 1'])
    for (const action of ['retry', 'give-up']) {
      const none = await runCommand(['jobs', action, ids[0]!], { dataDirectory })
      assert.deepEqual([none.exit, none.stdout, none.stderr.length], [1, [], 1])
      assert.match(none.stderr[0]!, new RegExp(`^tenantry: nothing dead .*${ids[0]}`))
    }
    const ofKind = await runCommand(['jobs', 'retry', 'some.kind'], { dataDirectory })
    assert.deepEqual([ofKind.exit, ofKind.stdout], [0, ['retry: 0']])
  })

  it('64 and the usage for words that are no command', async () => {
    for (const words of [['halp'], ['start', 'now'], ['keys', 'rotate', 'opaque_id'], ['reset-superadmin', '--all'], ['audit']]) {
      const { exit, stdout, stderr } = await runCommand(words, { dataDirectory })
      assert.equal(exit, 64, words.join(' '))
      assert.deepEqual([stdout, stderr[0]], [[], 'usage: tenantry [command]'])
    }
  })

  it('tells its version and its usage on standard output, whatever the configuration is', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
    const env = { PORT: 'eighty' }
    assert.deepEqual(await runCommand(['--version'], { env }), { exit: 0, stdout: [version], stderr: [] })
    for (const word of ['help', '--help', '-h']) {
      const { exit, stdout, stderr } = await runCommand([word], { env })
      assert.deepEqual([exit, stdout[0], stderr], [0, 'usage: tenantry [command]', []])
    }
  })
})

describe('commands on PostgreSQL', { skip: process.env.TEST_DATABASE !== 'postgres' }, () => {
  it('reset-superadmin beside a running service ends its live sessions, though another process did it', async () => {
    const { url: databaseUrl } = await sharedPostgresDatabase()
    const password = 'a first password for tests'
    await using service = await startService({ databaseUrl, env: { BOOTSTRAP_ADMIN_PASSWORD: password } })
    const { accessToken } = expectStatus(await service.http.post('/api/v1/auth/admin/login', login('superadmin', password)), 200).json
    expectStatus(await service.http.get('/api/v1/Admins/me', { token: accessToken }), 200)
    const { exit, stdout } = await runCommand(['reset-superadmin'], { databaseUrl })
    assert.equal(exit, 0)
    const status = () => service.http.get('/api/v1/Admins/me', { token: accessToken }).then((reply) => reply.status === 401)
    await eventually('the session to be over', status, 2000)
    const made = /^superadmin password: (\S+)$/.exec(stdout.join('\n'))?.[1] as string
    expectStatus(await service.http.post('/api/v1/auth/admin/login', login('superadmin', made)), 200)
  })
})
