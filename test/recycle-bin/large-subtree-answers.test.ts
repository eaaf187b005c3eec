/** Below a large tenant whose deletion is not written yet every route answers as below a small one, where all of it is. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { binOf } from './rig.ts'
import { makeSubtree } from './subtree.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
before(async () => {
  // without background work: nothing is written after the deletion
  app = await startApp()
  of = binOf(app)
})

interface Below {
  readonly tenantId: string
  readonly adminId: string
  readonly roleId: string
  readonly groupId: string
}

const gets = ({ tenantId, adminId, roleId, groupId }: Below) => [
  ...[
    '',
    '/children',
    '/stats',
    '/descendant-count',
    '/admins',
    '/settings',
    '/permissions',
    '/permissions/grouped',
    '/roles',
    '/domains',
  ].map((path) => `Tenants/${tenantId}${path}`),
  ...['roles', 'UserGroups', 'Admins', 'Tenants', 'recycle-bin', 'audit', 'domains'].map((list) => `${list}?within=${tenantId}`),
  ...[`roles/${roleId}`, `roles/${roleId}/permissions`, `UserGroups/${groupId}`, `UserGroups/byTenantId/${tenantId}`],
  ...[`roles?tenantId=${tenantId}`, `UserGroups?tenantId=${tenantId}`, `Admins?tenantId=${tenantId}`, `Tenants?parentTenantId=${tenantId}`],
  ...[`Admins/${adminId}`, `Admins/${adminId}/permissions`, `Admins?roleId=${roleId}`, `Admins?groupId=${groupId}`],
]

/** What ends the account comes last. */
const writes = ({ tenantId, adminId, roleId, groupId }: Below): [string, string, object?][] => {
  const person = { email: 'late@example.test', firstName: 'Too', lastName: 'Late', password: superAdmin.password }
  return [
    ['PUT', `Tenants/${tenantId}`, { name: 'Late' }],
    ['PUT', `Tenants/${tenantId}/settings`, { maxRoles: 3 }],
    ['PUT', `Tenants/${tenantId}/permissions`, { permissionIds: [] }],
    ['POST', `Tenants/${tenantId}/domains`, { domainName: 'late.example.com' }],
    ['DELETE', `Tenants/${tenantId}`],
    ['POST', 'Tenants', { name: 'Late', parentTenantId: tenantId }],
    ['POST', 'Admins', { ...person, tenantId, roleId }],
    ['POST', 'roles', { name: 'Late', tenantId, permissionIds: [] }],
    ['PUT', `roles/${roleId}`, { name: 'Later' }],
    ['PUT', `roles/${roleId}/permissions`, { permissionIds: [] }],
    ['POST', `roles/${roleId}/clone`, { name: 'Copy' }],
    ['POST', `roles/${roleId}/sync-scopes`, {}],
    ['DELETE', `roles/${roleId}`],
    ['POST', 'UserGroups', { nameEn: 'Late', tenantId }],
    ['PUT', `UserGroups/${groupId}`, { nameEn: 'Late' }],
    ['POST', `UserGroups/${groupId}/members`, { adminIds: [adminId] }],
    ['PUT', `UserGroups/${groupId}/roles`, { roleIds: [] }],
    ['DELETE', `UserGroups/${groupId}`],
    ['POST', `recycle-bin/${tenantId}/restore`],
    ['DELETE', `recycle-bin/${tenantId}`],
    ['PUT', `Admins/${adminId}`, { firstName: 'Late' }],
    ['PUT', `Admins/${adminId}`, { roleId }],
    ['POST', `Admins/${adminId}/impersonate`, {}],
    ['POST', `Admins/${adminId}/transfer`, { password: superAdmin.password }],
    ['POST', `Admins/${adminId}/activate`, {}],
    ['POST', `Admins/${adminId}/unlock`, {}],
    ['POST', `Admins/${adminId}/block`, { reason: 'Late' }],
    ['DELETE', `Admins/${adminId}`],
  ]
}

it('reads and writes', async () => {
  const answers: Record<string, string>[] = []
  for (const [count, unwritten] of [
    [2, 0],
    [260, 522],
  ] as const) {
    const tree = await makeSubtree(app, count)
    const tenantId = tree.lows[1]!
    const { kysely } = app.open.service.database
    const { rows } = await sql<Below>`
      select a.tenant_id, a.id as admin_id, a.role_id, g.id as group_id from accounts a join user_groups g on g.tenant_id = a.tenant_id
      where a.tenant_id = ${tenantId}`.execute(kysely)
    const below = { ...rows[0]!, groupId: app.open.service.keys.opaqueIds.encode('group', rows[0]!.groupId) }
    await of.remove(`Tenants/${tree.top}?cascade=true`)
    const living = await sql<{ n: number }>`
      select count(*)::integer as n from tenant_closure c join tenants t on t.id = c.descendant_id
      where c.ancestor_id = ${tree.top} and t.deleted_at is null`.execute(kysely)
    assert.equal(living.rows[0]!.n, unwritten, 'below the large one nothing is written')
    const said: Record<string, string> = {}
    const nameless = (text: string) => Object.entries(below).reduce((all, [name, id]) => all.replaceAll(id, name), text)
    for (const [method, path, body] of [...gets(below).map((path): [string, string, object?] => ['GET', path]), ...writes(below)]) {
      const { status, json } = await app.request(method, `/api/v1/${path}`, { token: await of.root(), ...(body && { body }) })
      said[nameless(`${method} ${path} ${JSON.stringify(body)}`)] = [status, json?.code, json?.reason, json?.totalCount].join(' ')
    }
    answers.push(said)
  }
  assert.deepEqual(answers[1], answers[0])
  assert.ok(Object.values(answers[0]!).filter((answer) => answer.startsWith('404')).length > 25, JSON.stringify(answers[0], null, 1))
})
