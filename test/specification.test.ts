/** The route table against the contract: 201 operations, those that stand and those still to come, each under the right rules. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type AnyRoute, addressesOf } from '#http/route.ts'
import { modules } from '../src/app.ts'

interface Operation {
  method: string
  path: string
  aliasOf: string
  access: string
  rate: string
  success: string
  events: string
}

const lines = (file: string) =>
  readFileSync(join(import.meta.dirname, 'specification', file), 'utf8')
    .trimEnd()
    .split('\n')
const [head, ...rows] = lines('operations.tsv')
const names = (head as string).split('\t')
const operations = rows.map((row) => Object.fromEntries(row.split('\t').map((value, at) => [names[at], value])) as unknown as Operation)

/** Beyond the contract: what the project adds to it by decision. */
const additions = new Set([
  'POST /api/v1/message-templates/preview',
  'PUT /api/v1/notifications/{}/unread',
  'POST /api/v1/message-templates/{}/send-test',
  'GET /health/live',
  'GET /health/ready',
  'GET /api/v1/admins/{}/permissions',
  'GET /api/v1/audit/{}',
  'GET /api/v1/audit/verify',
  'GET /api/v1/audit/checkpoint',
  'GET /api/v1/emails/{}',
  'GET /api/v1/files',
  'GET /api/v1/search',
  'GET /api/v1/admins/{}/sessions',
  'POST /api/v1/admins/{}/sessions/revoke-all',
  'GET /api/v1/users/{}/sessions',
  'POST /api/v1/users/{}/sessions/revoke-all',
  'DELETE /api/v1/emails/batches/{}/cancel',
  'POST /api/v1/emails/bounces',
  'GET /api/v1/jobs',
  'POST /api/v1/jobs/retry',
  'POST /api/v1/jobs/give-up',
  'POST /api/v1/jobs/{}/retry',
  'DELETE /api/v1/jobs/{}',
  'PUT /api/v1/menus/{}',
  'DELETE /api/v1/menus/{}',
  'GET /api/v1/permissions/explain',
  'GET /api/v1/public/sign-in',
  'GET /api/v1/public/workspace',
  'GET /api/v1/tenants/{}/identity-providers',
  'POST /api/v1/tenants/{}/identity-providers',
  'PUT /api/v1/tenants/{}/identity-providers/{}',
  'DELETE /api/v1/tenants/{}/identity-providers/{}',
  'POST /api/v1/admins/{}/reset-2fa',
  'POST /api/v1/auth/admin/login/{}',
  'POST /api/v1/users/{}/reset-2fa',
  'POST /api/v1/users/{}/reset-password',
  'POST /api/v1/notifications',
  'POST /api/v1/notifications/stream-ticket',
  'GET /api/v1/notifications/stream',
  'POST /api/v1/users/import',
  'POST /api/v1/users/{}/unlock',
  'GET /api/v1/admins/me/start',
  ...['admins', 'users'].flatMap((of) => [`GET /api/v1/${of}/me/preferences`, `PUT /api/v1/${of}/me/preferences`]),
  'PUT /api/v1/users/me',
  'POST /api/v1/users/me/avatar',
  'DELETE /api/v1/users/me/avatar',
  'POST /api/v1/users/{}/change-password',
  ...['/api/v1/webhooks', '/api/webhooks'].flatMap((at) => [
    `GET ${at}/{}`,
    `GET ${at}/event-types`,
    `GET ${at}/{}/secret`,
    `POST ${at}/{}/rotate-secret`,
    `GET ${at}/{}/stats`,
    `GET ${at}/{}/logs/{}`,
    `POST ${at}/{}/logs/{}/replay`,
    `POST ${at}/{}/replay`,
  ]),
  'GET /api/v1/webhooks/{}/logs',
  'GET /api/v1/auth/user/sessions',
  'DELETE /api/v1/auth/user/sessions/{}',
  'POST /api/v1/auth/user/sessions/revoke-all',
  'GET /api/v1/auth/user/security-log',
  'POST /api/v1/auth/user/2fa/backup-codes/regenerate',
])

const keyOf = (method: string, path: string) => `${method} ${path.toLowerCase().replace(/\{\w+\}|:\w+/g, '{}')}`

const mounted = new Map<string, { endpoint: AnyRoute; enveloped: boolean; aliasOf: string | null }>()
for (const [base, routes] of Object.entries(modules)) {
  for (const [address, endpoint] of Object.entries(routes)) {
    for (const found of addressesOf(base, address, endpoint))
      mounted.set(keyOf(String(found.method), found.url), { endpoint, enveloped: found.enveloped, aliasOf: found.aliasOf })
  }
}

function accessOf({ access }: AnyRoute): string {
  return typeof access === 'string' ? access : `${access.platformOnly ? 'platform:' : ''}${access.permission}`
}

describe('the contract', () => {
  it('has 201 operations, and each stands', () => {
    assert.equal(operations.length, 201)
    const missing = operations.map(({ method, path }) => keyOf(method, path)).filter((key) => !mounted.has(key))
    assert.deepEqual(missing, [])
  })

  it('is not exceeded by operations nobody decided on', () => {
    const known = new Set(operations.map(({ method, path }) => keyOf(method, path)))
    assert.deepEqual(
      [...mounted.keys()].filter((key) => !known.has(key) && !additions.has(key)),
      [],
    )
  })

  for (const operation of operations) {
    it(`${operation.method} ${operation.path} declares what the contract says`, () => {
      const found = mounted.get(keyOf(operation.method, operation.path))
      assert.ok(found)
      assert.equal(accessOf(found.endpoint), operation.access, 'access')
      assert.equal(found.endpoint.rate ?? 'global', operation.rate, 'rate group')
      assert.equal(String(found.endpoint.status ?? 200), operation.success, 'status')
      const isLink = operation.path.endsWith('/external-logins/link')
      // beside the table: whatever takes a secret may lock, and a list of workspaces is a use of the password
      const extra = new Set([
        'auth.account.locked',
        'auth.workspaces.shown',
        'tenant.quota_near',
        'job.finished',
        // a secret may be sent with a change
        'webhook.secret_rotated',
        // whom the role is handed to changes like any admin who is given another
        ...(operation.path.endsWith('/transfer') ? ['admin.updated'] : []),
        // whoever resets the settings proves the password
        ...(operation.path.endsWith('/settings/reset') ? ['auth.reauthentication.failed'] : []),
        ...(isLink ? ['auth.reauthentication.failed', 'auth.two_factor.failed'] : []),
      ])
      const declared = (found.endpoint.emits ?? []).filter((name) => !extra.has(name))
      const wanted = operation.events.split(',').filter((name) => name && !extra.has(name))
      assert.deepEqual(new Set<string>(declared), new Set(wanted), 'events')
      if (operation.aliasOf)
        assert.equal(
          keyOf(...((found.aliasOf ?? '').split(' ') as [string, string])),
          keyOf(...(operation.aliasOf.split(' ') as [string, string])),
          'alias of',
        )
    })
  }
})
