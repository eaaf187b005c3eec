/** What the journey of README prints. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const parts: readonly object[] = [
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
]

/** @param printed all of it, on standard output */
export function assertJourney(printed: string): void {
  const answers = values(printed)
  const has = (part: object) => answers.some((answer) => Object.entries(part).every(([key, value]) => answer?.[key] === value))
  for (const part of parts) assert.ok(has(part), `${JSON.stringify(part)} is not among\n${printed}`)
  const signed = answers.find((answer) => answer?.signature)
  const [found] = answers.filter((answer) => answer?.openssl)
  assert.equal(signed.event, 'tenant.settings_changed')
  assert.equal(found.openssl, signed.signature, 'openssl finds the signature that was sent')
  assert.ok(
    answers.some((answer) => answer?.event === 'tenant.settings_changed' && answer.data),
    'the receiver took what it checked',
  )
}

/** What jq printed, one value after the other. */
// biome-ignore lint/suspicious/noExplicitAny: whatever an answer holds
function values(text: string): any[] {
  const { stdout } = spawnSync('jq', ['-s', '-c', '.'], { input: text, encoding: 'utf8' })
  return JSON.parse(stdout)
}
