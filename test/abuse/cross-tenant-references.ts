/** Where requests name records: found in the paths and schemas of the route tables, so that later routes are looked at too. */
import type { z } from 'zod'
import { jsonSchemaOf } from '#http/document/json-schema.ts'
import type { AnyRoute } from '#http/route.ts'
import type { Kind } from './cross-tenant-places.ts'

export interface Reference {
  /** From the body or query inwards. */
  readonly path: readonly string[]
  readonly kind: Kind
  readonly isList: boolean
  /** A UUID and nothing else. */
  readonly isUuid: boolean
}

const byWord: Record<string, Kind | null> = {
  tenants: 'tenants',
  bytenantid: 'tenants',
  usergroups: 'groups',
  admins: 'admins',
  admin: 'admins',
  users: 'users',
  members: 'admins',
  'available-for-admin': 'admins',
  roles: 'roles',
  audit: 'events',
  'recycle-bin': 'binEntries',
  sessions: 'sessions',
  'external-logins': 'externalLogins',
  // providers have names, the same for everybody
  login: null,
  menus: 'menuItems',
  files: 'files',
  domains: 'domains',
  'identity-providers': 'identityProviders',
  notifications: 'notifications',
  webhooks: 'webhooks',
  logs: 'deliveries',
  'message-templates': 'templates',
  impersonate: 'admins',
  emails: 'emails',
  batches: 'emailBatches',
  // whatever tenant they work for, they are the platform's alone
  jobs: null,
  // the catalogue is everybody's
  permissions: null,
}

/** The kind of record that a parameter of an address names: null for what belongs to nobody. Throws for a word it does not know. */
export function kindInPath(url: string, parameter: string): Kind | null {
  const parts = url.toLowerCase().split('/')
  const word = parts[parts.indexOf(`:${parameter.toLowerCase()}`) - 1] ?? ''
  const kind = byWord[word]
  if (kind === undefined) throw new Error(`say in cross-tenant-references.ts what :${parameter} names after /${word}/ in ${url}`)
  return kind
}

/** Whether a parameter of an address that names a tenant takes the opaque spelling of its id, too. */
export function takesOpaque({ params }: AnyRoute, url: string, parameter: string): boolean {
  const { properties } = jsonSchemaOf(params as z.ZodType, 'input') as Json
  return kindInPath(url, parameter) === 'tenants' && properties?.[parameter]?.format !== 'uuid'
}

const byName: Record<string, Kind | 'area' | null> = {
  tenantId: 'tenants',
  parentTenantId: 'tenants',
  roleId: 'roles',
  roleIds: 'roles',
  RoleIds: 'roles',
  adminId: 'admins',
  adminIds: 'admins',
  actorId: 'admins',
  menuItemIds: 'menuItems',
  parentId: 'area',
  ids: 'area',
  excludeIds: 'area',
  entityId: 'admins',
  // who the service is at a provider: texts of the provider's
  clientId: null,
  googleClientId: null,
  microsoftClientId: null,
  facebookClientId: null,
  appleClientId: null,
  appleTeamId: null,
  appleKeyId: null,
  permissionIds: null,
  within: 'tenants',
  groupId: 'groups',
  traceId: null,
  // narrow the deliveries of one webhook, which is in scope or 404
  eventIds: null,
  // of mails and of their previews: an account out of scope is nobody there, as their own tests say (404, `not_allowed`, an example)
  recipientId: null,
  templateId: 'templates',
  batchId: null,
}

interface Json {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Json>>
  readonly items?: Json
}

/** Every property of a schema that names a record, however deep. Throws for a name that looks like one and is not known. */
export function referencesIn(schema: z.ZodType | undefined, url: string): Reference[] {
  return schema ? within(jsonSchemaOf(schema, 'input'), [], url) : []
}

function within(json: Json, path: readonly string[], url: string): Reference[] {
  return Object.entries(json.properties ?? {}).flatMap(([name, property]) => {
    const here = [...path, name]
    if (!/(?:^id|Id)s?$|^within$/.test(name)) return within(property, here, url)
    const named = byName[name]
    if (named === undefined) throw new Error(`say in cross-tenant-references.ts what ${here.join('.')} names in ${url}`)
    const word = url.toLowerCase().split('/')[3] ?? ''
    const kind = named === 'area' ? byWord[word] : named
    if (kind == null) return []
    const isList = property.type === 'array'
    return [{ path: here, kind, isList, isUuid: (isList ? property.items : property)?.format === 'uuid' }]
  })
}

/** A copy of the body with the reference set; what is on the way is made. */
export function withReference(body: unknown, { path, isList }: Reference, id: string): unknown {
  const copy = structuredClone(body ?? {}) as Record<string, unknown>
  let at = copy
  for (const part of path.slice(0, -1)) {
    at[part] ??= {}
    at = at[part] as Record<string, unknown>
  }
  at[path.at(-1) as string] = isList ? [id] : id
  return copy
}

export const namesOf = ({ params }: AnyRoute, url: string): string[] =>
  params ? [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string) : []
