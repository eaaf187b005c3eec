/** TLS to PostgreSQL, as docs/deployment.md says it is asked for. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { atEnd } from '../rig/cleanup.ts'
import { throwawayPostgres, withClient } from '../rig/postgres.ts'
import { databaseOwner, ownedDirectory } from '../rig/postgres-install.ts'
import { runCommand, startService } from '../rig/service.ts'

it('sslmode in DATABASE_URL: every connection encrypted, and none to a server that nobody vouches for', async () => {
  const owner = databaseOwner()
  const folder = ownedDirectory('tenantry-tls-', owner)
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1'
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  chmodSync(key, 0o600)
  if (owner.uid !== undefined && owner.gid !== undefined) for (const file of [key, certificate]) chownSync(file, owner.uid, owner.gid)
  await using postgres = await throwawayPostgres({ settings: { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key } })
  const plain = await postgres.createDatabase()
  const encrypted = () =>
    withClient(plain, async (db) => {
      const { rows } = await db.query(
        `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'tenantry%'`,
      )
      return new Set(rows.map(({ ssl }) => ssl as boolean))
    })

  for (const asked of [`sslmode=verify-full&sslrootcert=${certificate}`, 'sslmode=no-verify']) {
    await using service = await startService({ databaseUrl: `${plain}?${asked}` })
    assert.equal((await service.http.get('/health/ready')).status, 200)
    assert.deepEqual(await encrypted(), new Set([true]), asked)
  }
  const { exit, stderr } = await runCommand(['keys'], { databaseUrl: `${plain}?sslmode=verify-full` })
  assert.equal(exit, 1)
  assert.match(stderr.join('\n'), /self-signed certificate/)
})
