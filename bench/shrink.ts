/** Taking a permission from the root of 10,000 tenants in five levels: every grant, every role that lists it, every event. */
import { permissionCatalogue } from '#core/permissions.ts'
import { withClient } from '../test/rig/postgres.ts'
import type { Service } from '../test/rig/service.ts'
import { ownDatabase } from './database.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'
import { fillTenants } from './tenants.ts'

/** Listed by the custom role of every tenant alone. */
const actions = ['users.create', 'users.update', 'users.delete']
/** Listed by every Viewer, too. */
const views = ['users.view', 'files.view', 'menus.view']
const mostSeconds = 2

export async function measureShrink(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  // the catalogue must stand before the tenants are granted from it
  await (await startOurs({ databaseUrl, core: null })).kill('SIGTERM')
  const tenants = await fillTenants(databaseUrl)
  await addCustomRoles(databaseUrl)
  await using service = await startOurs({ databaseUrl, core: null })
  const { accessToken } = await signIn(service, superAdmin)
  const root = tenants[0]!.id
  const granted = new Set(permissionCatalogue.map(({ name }) => name).filter((name) => !name.startsWith('settings.')))
  const take = async (name: string, roles: number) => {
    granted.delete(name as never)
    const permissionIds = permissionCatalogue.filter((permission) => granted.has(permission.name)).map(({ id }) => id)
    return await shrink(service, accessToken, root, permissionIds, { tenants: tenants.length, roles })
  }
  const results: Result[] = []
  for (const [what, names, rolesEach] of [
    ['one role of each', actions, 1],
    ['two roles of each', views, 2],
  ] as const) {
    const seconds: number[] = []
    for (const name of names) seconds.push(await take(name, rolesEach * tenants.length))
    const value = median(seconds)
    results.push({
      what: `Taking a permission from ${tenants.length} tenants and ${what}, s`,
      value: value.toFixed(2),
      ...(rolesEach === 1 && { target: `<= ${mostSeconds}`, passes: value <= mostSeconds }),
    })
  }
  await service.kill('SIGTERM')
  return results
}

/** @returns how long the request took, in seconds; throws when it did not do all that it should */
async function shrink(
  service: Service,
  token: string,
  tenantId: string,
  permissionIds: readonly string[],
  wanted: { tenants: number; roles: number },
): Promise<number> {
  const begin = performance.now()
  const reply = await service.http.request('PUT', `/api/v1/Tenants/${tenantId}/permissions`, { token, body: { permissionIds } })
  const seconds = (performance.now() - begin) / 1000
  const { affectedTenants, affectedRoles } = reply.json ?? {}
  if (reply.status !== 200 || affectedTenants !== wanted.tenants || affectedRoles !== wanted.roles)
    throw new Error(`the shrink answered ${reply.status} after ${seconds.toFixed(2)} s: ${reply.text}`)
  return seconds
}

async function addCustomRoles(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`insert into roles (id, tenant_id, name, name_key, created_at)
      select gen_random_uuid(), id, 'Custom', 'custom', created_at from tenants`)
    await client.query(
      `insert into role_permissions (role_id, permission)
       select r.id, p from roles r, unnest($1::text[]) p where r.name_key = 'custom'`,
      [[...actions, ...views]],
    )
    await client.query('vacuum analyze')
  })
}
