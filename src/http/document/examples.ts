import { exampleIds, exampleMoment } from '#http/example-values.ts'
import { emailExamples } from './examples.emails.ts'
import { systemExamples } from './examples.system.ts'
import { exampleMail, exampleRendering, exampleTemplate } from './examples.templates.ts'
import { webhookExamples } from './examples.webhooks.ts'
import type { JsonSchema } from './json-schema.ts'
import { type NamedSchemas, nameIn } from './named-schemas.ts'

/** What answers show, by the name of a property wherever it stands. */
const values: Readonly<Record<string, unknown>> = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYWYxMTY3ZSJ9.c2lnbmF0dXJl',
  action: 'role.created',
  actorId: exampleIds.admin,
  actorName: 'Sara Haddad',
  addedRestrictedFields: { 'admins.view': ['email'] },
  adminCount: 12,
  adminId: exampleIds.otherAdmin,
  allowed: true,
  avatarUrl: '/files/avatars/caf1167e.png',
  backupCodes: ['40291836', '77310254'],
  canCreate: true,
  canRestore: true,
  category: 'admins',
  challengeToken: 'kq3vY0mX1s',
  changes: { name: { before: 'Help', after: 'Helpdesk' } },
  checks: { database: { status: 'ok', latencyMs: 0.8 } },
  code: 'acme',
  clientId: 'tenantry',
  companyName: 'Acme',
  createdAt: exampleMoment,
  deletedAt: exampleMoment,
  deletedBy: exampleIds.admin,
  deletedByName: 'Sara Haddad',
  description: null,
  details: {},
  deviceInfo: 'Firefox on Linux',
  displayName: 'Helpdesk',
  dnsCnameValue: '5q0w9e.verify.example.com',
  dnsRecordName: '_tenantry.login.acme.example',
  dnsRecordType: 'TXT',
  dnsRecordValue: 'tenantry-verification=5q0w9e',
  domainName: 'login.acme.example',
  email: 'sara@acme.example',
  entityId: exampleIds.role,
  entityName: 'Helpdesk',
  entityType: 'Role',
  event: 'auth.login.succeeded',
  expiresIn: 900,
  firstName: 'Sara',
  grantablePermissionIds: [exampleIds.permission],
  hasClientSecret: true,
  inheritedFrom: { language: 'Reseller' },
  ipAddress: '203.0.113.7',
  isActive: true,
  isCurrent: true,
  isSignInAvailable: true,
  isVisible: true,
  issuer: 'https://login.acme.example',
  lastActiveAt: exampleMoment,
  lastLoginAt: exampleMoment,
  lastName: 'Haddad',
  level: 0,
  loginHeadline: 'Welcome',
  message: 'Done.',
  minLength: 12,
  name: 'Acme',
  nameAr: 'الدعم',
  nameEn: 'Support',
  pageSize: 10,
  passwordMinLength: 12,
  permissionCode: 'admins.view',
  phoneNumber: '+962790000000',
  primaryColor: '#1d4ed8',
  providers: [{ name: 'google', displayName: 'Google' }],
  qrCodeBase64: 'data:image/png;base64,iVBORw0KGgo=',
  qrCodeUri: 'otpauth://totp/Tenantry:sara%40acme.example?secret=JBSWY3DPEHPK3PXP',
  reason: null,
  reasons: [],
  refreshToken: 'kq3vY0mX1s',
  removedPermissions: ['users.view'],
  restrictableFields: ['email', 'phoneNumber'],
  restrictedFields: ['email'],
  role: 'Helpdesk',
  roleId: exampleIds.role,
  roleName: 'Helpdesk',
  secret: 'JBSWY3DPEHPK3PXP',
  sent: true,
  skipped: [],
  skippedAdmins: [],
  slug: 'admins',
  sources: { language: 'inherited', passwordMinLength: 'own' },
  storageBytes: 20_480,
  tenantCode: 'acme',
  tenantId: exampleIds.tenant,
  tenantName: 'Acme',
  timestamp: exampleMoment,
  title: 'Admins',
  tokenId: exampleIds.session,
  traceId: '8f14e45fceea167a0000000000000b07',
  twoFactorToken: 'kq3vY0mX1s',
  updatedAt: exampleMoment,
  uptimeSeconds: 86_400,
  userAgent: 'Mozilla/5.0',
  username: 'sara',
  verificationStatus: 'pending',
  verificationToken: '5q0w9e',
  trustEmail: false,
  version: 3,
  withheld: [],
}

const permission = { id: exampleIds.permission, name: 'admins.view', description: 'See administrators' }
const role = { id: exampleIds.role, name: 'Helpdesk' }
const group = { id: exampleIds.group, name: 'Support' }
const endUser = {
  email: 'lina@acme.example',
  username: 'lina.khoury',
  firstName: 'Lina',
  lastName: 'Khoury',
  phoneNumber: '+962790000001',
}
const category = { name: 'Administrators' }
const user = { id: exampleIds.user, username: 'lina', email: 'lina@customer.example', firstName: 'Lina', lastName: 'Khoury' }

const externalLogin = {
  id: exampleIds.externalLogin,
  providerName: 'google',
  providerKey: '110169484474386276334',
  displayName: 'Sara Haddad',
  linkedAt: exampleMoment,
  lastUsedAt: exampleMoment,
}
const beginning = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code',
  state: 'Hs0e1mT7c2',
  nonce: 'n0S6_WzA2Mj',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
}

/** Examples by the name of a schema, where its property means something of its own. */
const valuesIn: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Admin: { id: exampleIds.admin },
  AdminDetail: { id: exampleIds.admin, status: 'Active' },
  AdminGroup: group,
  AdminPermission: { name: permission.name },
  AuditEntry: { id: exampleIds.event },
  Domain: { id: exampleIds.domain },
  ExplanationStep: { ...role, reason: 'listed', via: null },
  ExternalLogin: externalLogin,
  GrantedPermission: permission,
  GrantedPermissionCategory: category,
  GroupReference: group,
  HealthDetails: { version: '0.1.0' },
  IdentityProvider: {
    id: exampleIds.identityProvider,
    name: 'acme-sso',
    displayName: 'Acme single sign-on',
    scopes: ['openid', 'email', 'profile'],
  },
  Email: exampleMail,
  EmailDetail: { ...exampleMail, html: '<p>Hello Lina</p>', text: 'Hello Lina' },
  EmailEvent: { at: exampleMoment, type: 'queued' },
  ListedMessageTemplate: exampleTemplate,
  RoleMenuItem: { id: exampleIds.menuItem },
  MessageTemplate: exampleTemplate,
  NearTenant: { id: exampleIds.tenant },
  OwnPermissions: { permissions: [permission.name] },
  OwnProfile: { id: exampleIds.admin, permissions: [permission.name] },
  OwnRole: role,
  OwnUserProfile: { ...user, tenantCode: 'acme' },
  Permission: permission,
  PermissionCategory: category,
  PermissionOrigin: role,
  RecycleBinEntry: { id: exampleIds.role },
  StatsPeriod: { from: '2026-11-22T00:00:00.000Z', to: '2026-11-22T23:59:59.999Z' },
  StatsDay: { date: '2026-11-22' },
  Recipient: { id: exampleIds.user, type: 'user', ...endUser, name: 'Lina Khoury' },
  RedirectBeginning: beginning,
  RegisteredUser: user,
  QueuedTestMail: { id: exampleIds.email },
  RenderedMessage: exampleRendering,
  Role: { ...role, description: 'Sees admins without their addresses' },
  RolePermission: permission,
  RoleReference: role,
  SecurityEvent: { id: exampleIds.event },
  TemplatePreview: {
    ...exampleRendering,
    variablesUsed: { orderNumber: 'A-1042' },
    missingVariables: [],
    unknownVariables: [],
  },
  TemplateWarning: { name: 'orderNumber' },
  Tenant: { id: exampleIds.tenant },
  TenantDetail: { id: exampleIds.tenant },
  TenantDomain: { id: exampleIds.domain },
  TenantReference: { id: exampleIds.tenant },
  TenantTreeNode: { id: exampleIds.tenant, children: [] },
  TokenUser: { id: exampleIds.admin },
  User: { id: exampleIds.user, ...endUser },
  UserDetail: { id: exampleIds.user, ...endUser, status: 'Active' },
  UserGroup: { id: exampleIds.group, code: 'support' },
  UserGroupChoice: { id: exampleIds.group, code: 'support' },
  UserGroupMember: { firstName: 'Omar', lastName: 'Said', username: null, email: 'omar@acme.example' },
  ...emailExamples,
  ...systemExamples,
  ...webhookExamples,
  UserGroupRole: { nameEn: 'Helpdesk', nameAr: null, code: 'helpdesk' },
}

/**
 * What an answer may look like, made of the values above; of a property they don't know, the least that its schema allows, and nothing
 * where it may be left out.
 * @throws Error for a text that no value is known for: say one above
 */
export function exampleOf(schema: JsonSchema, schemas: NamedSchemas, at = ''): unknown {
  const name = nameIn(schema)
  if (name !== null) return schemas.exampleOf(name) ?? exampleOf(schemas.behind(schema), schemas, name)
  if (schema.const !== undefined) return schema.const
  const [option] = (schema.oneOf ?? schema.anyOf ?? []) as JsonSchema[]
  if (option) return exampleOf(option, schemas, at)
  const types = [schema.type].flat()
  if (schema.properties) return objectOf(schema, schemas, at)
  if (types.includes('array')) return [exampleOf(schema.items as JsonSchema, schemas, at)]
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (types.includes('null')) return null
  if (types.includes('boolean')) return false
  if (types.includes('integer') || types.includes('number')) return schema.minimum ?? 1
  if (types.includes('object')) return {}
  throw new Error(`no example of ${at} is known: say one in document/examples.ts`)
}

function objectOf(schema: JsonSchema, schemas: NamedSchemas, owner: string): Record<string, unknown> {
  const required = new Set(schema.required as string[] | undefined)
  const known = { ...values, ...valuesIn[owner] }
  const example: Record<string, unknown> = {}
  for (const [property, inner] of Object.entries(schema.properties as Record<string, JsonSchema>)) {
    if (Object.hasOwn(known, property) && fits(known[property], schemas.behind(inner))) example[property] = known[property]
    else if (required.has(property)) example[property] = exampleOf(inner, schemas, `${owner}.${property}`)
  }
  return example
}

/** A value is known by the name of its property alone, and a property of another kind may have the same name. */
function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).some((option) => fits(value, option))
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  if (value === null || Array.isArray(value)) return [schema.type].flat().includes(value === null ? 'null' : 'array')
  const type = Number.isInteger(value) ? 'integer' : typeof value
  return !schema.properties && [schema.type].flat().includes(type)
}
