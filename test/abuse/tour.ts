/** One call of every operation that succeeds, by its own address or by its n-th alias; whoever adds an operation adds its call here. */
import { randomUUID } from 'node:crypto'
import { type AnyRoute, addressesOf, type MountedAddress } from '#http/route.ts'
import { modules } from '../../src/app.ts'
import { codeAt } from '../auth/authenticator.ts'
import { lastReset } from '../auth/mail.ts'
import { expectStatus, type Reply, type RequestOptions, superAdmin, type TestApp } from '../harness.ts'
import { picture } from './picture.ts'
import { tourAdminBulk } from './tour.admin-bulk.ts'
import { tourAdmins } from './tour.admins.ts'
import { tourBin } from './tour.bin.ts'
import { tourDomains } from './tour.domains.ts'
import { tourEmails } from './tour.emails.ts'
import { tourFiles } from './tour.files.ts'
import { tourGrants } from './tour.grants.ts'
import { tourGroups } from './tour.groups.ts'
import { tourIdentityProviders } from './tour.identity-providers.ts'
import { tourJobs } from './tour.jobs.ts'
import { tourMenus } from './tour.menus.ts'
import { tourNotifications } from './tour.notifications.ts'
import { tourPhone } from './tour.phone.ts'
import { tourProviders } from './tour.providers.ts'
import { tourRoles } from './tour.roles.ts'
import { tourSettings } from './tour.settings.ts'
import { tourTemplates } from './tour.templates.ts'
import { tourTenants } from './tour.tenants.ts'
import { tourUserAdmin } from './tour.user-admin.ts'
import { tourUsers } from './tour.users.ts'
import { tourWebhooks } from './tour.webhooks.ts'

export interface Operation {
  readonly endpoint: AnyRoute
  readonly addresses: readonly MountedAddress[]
}
/** By the own address, as `GET /api/v1/Admins/me`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(modules).flatMap(([base, routes]) =>
    Object.entries(routes).map(([address, endpoint]): [string, Operation] => {
      const addresses = addressesOf(base, address, endpoint)
      return [nameOf(addresses[0] as MountedAddress), { endpoint, addresses }]
    }),
  ),
)
export const mostAddresses = Math.max(...[...operations.values()].map(({ addresses }) => addresses.length))

export function nameOf({ method, url }: MountedAddress): string {
  return `${String(method)} ${url}`
}

export interface Visit {
  readonly address: string
  readonly enveloped: boolean
  readonly endpoint: AnyRoute
  /** Of who called. */
  readonly token: string | undefined
  readonly reply: Reply
}

export interface TourNames {
  /** Appears in everything the tour makes; unguessable. */
  readonly mark: string
  readonly parentTenantId?: string
}

/** What was made on the way, every secret included. */
export interface Tour {
  readonly visits: readonly Visit[]
  readonly tenantId: string
  readonly admin: { readonly id: string; readonly email: string; readonly password: string }
  readonly secrets: ReadonlySet<string>
}

/** One visit: the operation by the name of its own address; `id` and `second` fill its path, `query` begins with `?`. */
export type Call = (
  name: string,
  options?: RequestOptions & { id?: string; second?: string; query?: string },
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it then asserts
) => Promise<any>

const area = '/api/v1/auth/admin'

/** Visits every operation, by its `style`-th address where it has so many. Throws at the first that does not answer its success. */
export async function tour(app: TestApp, style: number, { mark, parentTenantId }: TourNames): Promise<Tour> {
  const visits: Visit[] = []
  const secrets = new Set<string>()
  const keep = <T extends string>(secret: T): T => {
    secrets.add(secret)
    return secret
  }
  const call: Call = async (name, options = {}) => {
    const { endpoint, addresses } = operations.get(name) as Operation
    const { method, url, enveloped } = (addresses[style] ?? addresses[0]) as MountedAddress
    const { id = '', second = '', query = '', ...request } = options
    const path = url.replace(/:\w+/, id).replace(/:\w+/, second) + query
    const reply = expectStatus(await app.request(String(method), path, request), endpoint.status ?? 200)
    visits.push({ address: `${String(method)} ${url}`, enveloped, endpoint, token: request.token, reply })
    return enveloped ? reply.json.data : reply.json
  }

  for (const path of ['/health', '/health/live', '/health/ready']) await call(`GET ${path}`)
  const top = keep(
    (await call(`POST ${area}/login`, { body: { identifier: superAdmin.email, password: superAdmin.password, isPlatformAdmin: true } }))
      .accessToken,
  )
  const admin = { email: `first-${mark}@example.test`, firstName: `First ${mark}`, lastName: `Last ${mark}`, password: keep(newPassword()) }
  const body = { name: `Tenant ${mark}`, code: `t-${mark}`.toLowerCase(), description: `About ${mark}`, admin, parentTenantId }
  const tenant = await call('POST /api/v1/Tenants', { token: top, body })
  const tenantId: string = tenant.id
  await call('GET /api/v1/Tenants', { token: top })
  await call('GET /api/v1/Tenants/:id', { token: top, id: tenantId })

  const signIn = async () => {
    const { identifier, password } = { identifier: admin.email, password: admin.password }
    const answer = await call(`POST ${area}/login`, { body: { identifier, password, tenantId, deviceInfo: `Device ${mark}` } })
    if (answer.accessToken) for (const token of [answer.accessToken, answer.refreshToken]) keep(token)
    return answer
  }
  const { accessToken, refreshToken, user } = await signIn()
  const pair = await call(`POST ${area}/refresh`, { body: { refreshToken } })
  for (const secret of [pair.accessToken, pair.refreshToken]) keep(secret)
  let token: string = pair.accessToken
  const me = { id: user.id as string, email: admin.email, password: admin.password }
  await call(`POST ${area}/discover-workspaces`, { body: { identifier: me.email, password: me.password } })

  await call('GET /api/v1/Admins/me', { token })
  await call('PUT /api/v1/Admins/me/preferences', { token, body: { theme: 'dark', columns: { admins: ['name'] } } })
  await call('GET /api/v1/Admins/me/preferences', { token })
  await call('GET /api/v1/Admins/me/start', { token })
  await call('PUT /api/v1/Admins/me', { token, body: { firstName: `Second ${mark}`, phoneNumber: '+4915112345678' } })
  await call('POST /api/v1/Admins/me/avatar', { token, ...(await picture()) })
  await call('DELETE /api/v1/Admins/me/avatar', { token })
  await call('GET /api/v1/permissions/my', { token })
  await call('GET /api/v1/health', { token })

  const [{ role }] = (await call('GET /api/v1/Admins', { token })).items
  const other = { email: `other-${mark}@example.test`, firstName: `Other ${mark}`, lastName: mark, roleId: role.id }
  const { id } = await call('POST /api/v1/Admins', { token, body: other })
  await call('GET /api/v1/Admins/:id', { token, id })
  await call('POST /api/v1/Admins/:id/block', { token, id, body: { reason: `Reason ${mark}` } })

  const stop = { app, call, top, token, tenantId, adminId: me.id, mark, keep }
  await tourTenants(stop)
  await tourDomains(stop)
  await tourIdentityProviders(stop)
  await tourGrants(stop)
  await tourRoles(stop)
  await tourGroups(stop)
  await tourMenus(stop)
  await tourSettings(stop)
  await tourFiles(stop)
  await tourJobs(stop)
  await tourTemplates(stop)
  await tourAdmins(stop)
  await tourAdminBulk(stop)
  await tourUserAdmin(stop)
  await tourEmails(stop)
  await tourWebhooks(stop)
  await tourBin(stop)
  await tourNotifications(stop)
  await tourProviders({ ...stop, tenantCode: body.code })
  await tourPhone({ ...stop, tenantCode: body.code })
  await tourUsers({ ...stop, tenantCode: body.code })

  const [{ id: entry }] = (await call('GET /api/v1/audit', { token })).items
  await call('GET /api/v1/audit/:id', { token, id: entry })
  await call('GET /api/v1/audit/verify', { token })
  await call('GET /api/v1/audit/export', { token })
  for (const path of ['summary', 'login-activity', 'recent-changes', 'event-distribution', 'security-events', 'top-blocked-ips', 'charts'])
    await call(`GET /api/v1/dashboard/${path}`, { token })
  await call('GET /api/v1/audit/checkpoint', { token })

  const { secret } = await call(`POST ${area}/2fa/enable`, { token, body: { password: me.password } })
  const nextCode = () => {
    app.clock.turn(30_000)
    return keep(codeAt(keep(secret), app.clock.now()))
  }
  for (const code of (await call(`POST ${area}/2fa/confirm`, { token, body: { code: nextCode() } })).backupCodes) keep(code)
  const { twoFactorToken } = await signIn()
  const proved = await call(`POST ${area}/2fa/verify`, { body: { twoFactorToken: keep(twoFactorToken), code: nextCode() } })
  token = keep(proved.accessToken)
  keep(proved.refreshToken)
  const renewed = await call(`POST ${area}/2fa/backup-codes/regenerate`, { token, body: { code: nextCode() } })
  for (const code of renewed.backupCodes) keep(code)
  await call(`POST ${area}/2fa/disable`, { token, body: { password: me.password, code: nextCode() } })

  const changed = keep(newPassword())
  await call('POST /api/v1/Admins/:id/change-password', { token, id: me.id, body: { currentPassword: me.password, newPassword: changed } })
  admin.password = changed
  token = (await signIn()).accessToken
  await call(`GET ${area}/security-log`, { token })
  const ended = (await call(`GET ${area}/sessions`, { token })).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  await call(`DELETE ${area}/sessions/:tokenId`, { token, id: ended.tokenId })
  await call(`POST ${area}/logout`, { token })
  await call(`POST ${area}/sessions/revoke-all`, { token: (await signIn()).accessToken })

  const acting = await call(`POST ${area}/impersonate/:id`, { token: top, id: me.id, body: { reason: `Reason ${mark}` } })
  const back = await call(`POST ${area}/stop-impersonation`, { token: keep(acting.accessToken) })
  for (const each of [acting.refreshToken, back.accessToken, back.refreshToken]) keep(each)

  const whose = { email: me.email, tenantId }
  await call(`POST ${area}/request-password-reset`, { body: { ...whose, method: 'magic-link' } })
  keep((await lastReset(app, me.id)).token as string)
  await call(`POST ${area}/request-password-reset`, { body: whose })
  const code = keep((await lastReset(app, me.id)).code as string)
  const { challengeToken } = await call(`POST ${area}/verify-reset-otp`, { body: { ...whose, code } })
  me.password = keep(newPassword())
  await call(`POST ${area}/reset-password`, { body: { challengeToken: keep(challengeToken), newPassword: me.password } })
  keep(accessToken)
  return { visits, tenantId, admin: me, secrets }
}

const newPassword = () => `a password of ${randomUUID()}`
