/** A tenant T with its people, beside a sibling S of which none of them may hear, and a record of each kind in both. */
import { randomUUID } from 'node:crypto'
import { maskableFields, maskedAreas } from '#core/permission-areas.ts'
import { permissionCatalogue } from '#core/permissions.ts'
import { addAdmin, change } from '../auth/people.ts'
import { addMail } from '../emails/rig.ts'
import { expectStatus, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { plainTemplate } from '../message-templates/making.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { addUser } from '../users/rig.ts'
import { addDelivery, addWebhook } from '../webhooks/rig.ts'
import type { KnownIds } from './made-requests.ts'

export const callers = ['nobody', 'user', 'powerless', 'tenantAdmin', 'superAdmin'] as const
export type Caller = (typeof callers)[number]

export interface Side {
  readonly ids: KnownIds
  readonly tokens: Readonly<Record<'user' | 'powerless' | 'tenantAdmin', string>>
  /** Passwords and tokens that nobody but their owner may see. */
  readonly secrets: readonly string[]
}

export const superTokenNow = async (app: TestApp): Promise<string> =>
  (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken

/** Of somebody who may see nothing that can be hidden: their subscription tells none of it. */
const allMasks = JSON.stringify(Object.fromEntries(maskedAreas.map((area) => [area, maskableFields(area)])))

/** @param mark stands in the names of all that is made */
export async function newSide(app: TestApp, root: string, mark: string): Promise<Side> {
  const made = await tenantWithAdmin(app, { name: `Tenant ${mark}`, token: root })
  const tenantId: string = made.tenant.id
  const { accessToken: tenantAdmin, user: first } = await made.signIn()
  const make = async (path: string, body: object): Promise<string> =>
    expectStatus(await app.post(`/api/v1/${path}`, body, { token: tenantAdmin }), 201).json.id
  const end = await addUser(app, made.tenant.code)
  const without = await addAdmin(app, tenantId)
  const powerless = (await app.signIn(without.email, without.password, { tenantId })).accessToken
  const admin = await binOf(app).addAdmin(tenantId, undefined, root)
  const webhook = await addWebhook(app, tenantId, { url: 'http://127.0.0.1:9/in' })
  await change(app, async ({ db }) => await db.updateTable('webhooks').set({ masks: allMasks }).where('id', '=', webhook).execute())
  const batchId = randomUUID()
  const user = (await end.signIn()).accessToken
  const uploaded = expectStatus(await app.request('POST', '/api/v1/files/upload', { ...leastUpload(), token: tenantAdmin }), 201).json.id
  const ids: KnownIds = {
    tenant: [tenantId, await make('Tenants', { name: `Below ${mark}`, parentTenantId: tenantId })],
    admin: [first.id, admin.id],
    user: [end.id],
    role: [await make('roles', { name: `Role ${mark}` })],
    group: [await make('UserGroups', { nameEn: `Group ${mark}`, code: `g-${mark}` })],
    permission: permissionCatalogue.slice(0, 5).map(({ id }) => id),
    webhook: [webhook],
    event: [await addDelivery(app, webhook)],
    template: [await make('message-templates', plainTemplate({ name: `Letter ${mark}` }))],
    menu: [await make('menus', { titleEn: `Item ${mark}` })],
    file: [uploaded],
    email: [await addMail(app, tenantId, { batchId, subject: `About ${mark}` })],
    batch: [batchId],
  }
  return {
    ids,
    tokens: { user, powerless, tenantAdmin },
    secrets: [made.admin.password, end.password, admin.password, tenantAdmin, user, powerless],
  }
}
