/** The README as somebody follows it: its journey is pasted into a shell as it stands. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { journeySections, root, shellBlocks } from './deploy/documents.ts'
import { freePort } from './rig/ports.ts'
import { startService } from './rig/service.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const missing = ['bash', 'curl', 'jq', 'openssl'].filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)

/** The blocks for a shell of the sections that go on from each other. */
const journey = () =>
  journeySections
    .flatMap((title) => shellBlocks().filter(({ name }) => name.startsWith(`README.md: ${title}`)))
    .map(({ text }) => text)
    .join('\n')

describe('README', () => {
  it('has no line that is too long to be read beside the code', () => {
    const long = readme.split('\n').filter((line) => line.length > 140 && !line.startsWith('|'))
    assert.deepEqual(long, [])
  })

  it('has a journey that works as it stands', { skip: missing.length > 0 && `${missing} not installed` }, async () => {
    // the limits are on, as they are for who follows it
    await using service = await startService({ env: { MAIL_URL: 'outbox:', WEBHOOK_ALLOW_PRIVATE: 'on' } })
    const env = {
      PATH: process.env.PATH,
      API: `${service.url}/api/v1`,
      PRINTED: service.bootstrapPassword,
      DATA_DIR: service.dataDirectory,
      RECEIVER_PORT: String(await freePort()),
    }
    const script = `set -euo pipefail\n${journey()}`
    const run = promisify(execFile)('bash', ['--norc', '-c', script], { cwd: root, env, timeout: 120_000 })
    const { stdout } = await run.catch(({ stdout, stderr }) => assert.fail(`${stdout}\n${stderr}`))
    const answers = values(stdout)
    const has = (part: object) => answers.some((answer) => Object.entries(part).every(([key, value]) => answer?.[key] === value))
    for (const part of [
      { firstName: 'Omar', email: null },
      { email: 'sara@acme.example', tenantName: 'Acme', roleName: 'TenantAdmin' },
      { statusCode: 403, requiredPermission: 'roles.manage' },
      { name: 'Acme', status: 'Suspended' },
      { statusCode: 401, code: 'session_revoked' },
      { isBlocked: true, blockReason: 'left the company' },
      { affected: 1, message: '1 record was changed.' },
      { entityType: 'Admin', displayName: 'Lina Aziz', canRestore: true },
      { email: 'lina@acme.example', isBlocked: true },
      { action: 'entity.restored', entityName: 'Lina Aziz' },
      { username: 'maya', email: 'maya@customer.example', emailVerified: true },
      { success: true, httpStatus: 204 },
      { companyName: 'Acme Trading' },
    ])
      assert.ok(has(part), `${JSON.stringify(part)} is not among\n${stdout}`)
    const signed = answers.find((answer) => answer?.signature)
    const [found] = answers.filter((answer) => answer?.openssl)
    assert.equal(signed.event, 'tenant.settings_changed')
    assert.equal(found.openssl, signed.signature, 'openssl finds the signature that was sent')
    assert.ok(
      answers.some((answer) => answer?.event === 'tenant.settings_changed' && answer.data),
      'the receiver took what it checked',
    )
  })
})

/** What jq printed, one value after the other. */
// biome-ignore lint/suspicious/noExplicitAny: whatever an answer holds
function values(text: string): any[] {
  const { stdout } = spawnSync('jq', ['-s', '-c', '.'], { input: text, encoding: 'utf8' })
  return JSON.parse(stdout)
}
