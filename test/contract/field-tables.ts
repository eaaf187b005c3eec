/**
 * The fields that the contract names, table by table: where each table is sent or answered, and of what type a field is. `?` is a field
 * that a body may leave out; of an answer `null` may stand in place of any type.
 */

export type FieldType = 'string' | 'boolean' | 'integer' | 'object' | 'timestamp' | 'strings' | readonly string[] | FieldTable
export interface FieldTable {
  readonly [field: string]: FieldType
}
/** A list of records. */
export const listOf = (fields: FieldTable) => ({ '[]': fields })

export interface Table {
  readonly name: string
  /** Operations as the contract names them. */
  readonly at: readonly string[]
  readonly in: 'answer' | 'body' | 'query' | 'line'
  readonly fields: FieldTable
}

const text = (...names: string[]): FieldTable => Object.fromEntries(names.map((name) => [name, 'string']))
const flags = (...names: string[]): FieldTable => Object.fromEntries(names.map((name) => [name, 'boolean']))
const numbers = (...names: string[]): FieldTable => Object.fromEntries(names.map((name) => [name, 'integer']))
const times = (...names: string[]): FieldTable => Object.fromEntries(names.map((name) => [name, 'timestamp']))

const tokens: FieldTable = {
  ...text('accessToken', 'refreshToken', 'tokenType'),
  ...numbers('expiresIn'),
  ...flags('requiresTwoFactor', 'MustChangePassword'),
  user: text('id', 'email', 'role', 'tenantId', 'impersonatorAdminId'),
}
const person = text('id', 'email', 'username', 'firstName', 'lastName', 'phoneNumber', 'avatarUrl', 'tenantId')
const page = numbers('totalCount', 'page', 'pageSize', 'totalPages')
const tenant: FieldTable = {
  ...text('id', 'name', 'code', 'logoUrl', 'parentTenantId', 'description', 'address'),
  isActive: 'boolean',
  createdAt: 'timestamp',
}
const tenantSettings: FieldTable = {
  ...numbers('maxAdmins', 'maxRoles', 'maxSubTenants', 'passwordMinLength', 'passwordExpiryDays'),
  ...numbers('loginLockoutThreshold', 'loginLockoutMinutes', 'auditRetentionDays'),
  ...flags('passwordRequireUppercase', 'passwordRequireNumber', 'passwordRequireSpecial', 'require2FA', 'auditEnabled'),
  ...text('logoUrl', 'faviconUrl', 'primaryColor', 'secondaryColor', 'companyName', 'loginHeadline', 'loginSubtitle'),
  ...text('identityProviderMode', 'loginBrandingJson', 'dashboardThemeJson', 'termsOfServiceUrl', 'privacyPolicyUrl'),
}
const adminItem: FieldTable = {
  ...text('id', 'email', 'firstName', 'lastName'),
  role: text('id', 'name'),
  ...flags('isActive', 'isBlocked'),
  ...times('lastLoginAt', 'createdAt'),
}
const group: FieldTable = {
  ...text('id', 'nameEn', 'nameAr', 'code', 'descriptionEn', 'descriptionAr', 'tenantId'),
  isActive: 'boolean',
  members: listOf({ ...text('adminId', 'firstName', 'lastName', 'username', 'email'), isActive: 'boolean' }),
  roles: listOf({ ...text('roleId', 'nameEn', 'nameAr', 'code'), permissionCount: 'integer' }),
  restrictions: listOf({ permissionCode: 'string', restrictedFields: 'strings' }),
}
const role: FieldTable = {
  ...text('id', 'name', 'description'),
  ...flags('isDefault', 'isSystem'),
  adminCount: 'integer',
  permissions: listOf({ ...text('id', 'name', 'category'), restrictedFields: 'strings' }),
  menuItems: listOf({ ...text('id', 'title'), isVisible: 'boolean' }),
  createdAt: 'timestamp',
}
const permission = text('id', 'name', 'description')
const category: FieldTable = { ...text('name', 'slug'), permissions: listOf(permission) }
const webhook: FieldTable = { url: 'string', events: 'strings', isActive: 'boolean', description: 'string' }
const template: FieldTable = {
  ...text('id', 'name', 'subject', 'bodyHtml', 'bodyText', 'engine', 'category'),
  variables: 'strings',
  isActive: 'boolean',
}
const treeNode: FieldTable = { ...text('id', 'name', 'code'), level: 'integer', children: { '[]': text('id', 'name', 'code') } }
const ids: FieldTable = { ids: 'strings' }
const affected: FieldTable = { affected: 'integer', message: 'string' }
const admin = '/api/v1/auth/admin'
const user = '/api/v1/auth/user'
const bulkOfAdmins = ['activate', 'deactivate', 'delete'].map((verb) => `POST /api/v1/admins/bulk-${verb}`)

export const fieldTables: readonly Table[] = [
  { name: 'Token response', in: 'answer', at: [`POST ${admin}/refresh`, `POST ${user}/refresh`], fields: tokens },
  { name: 'Token response', in: 'answer', at: [`POST ${admin}/login`, `POST ${user}/login`, `POST ${admin}/2fa/verify`], fields: tokens },
  { name: 'Token response', in: 'answer', at: [`POST ${admin}/impersonate/{id}`, 'POST /api/v1/admins/{id}/impersonate'], fields: tokens },
  {
    name: 'Admin profile',
    in: 'answer',
    at: ['GET /api/v1/Admins/me'],
    fields: { ...person, ...flags('isActive', 'twoFactorEnabled'), ...text('roleId', 'roleName'), createdAt: 'timestamp' },
  },
  {
    name: 'User profile',
    in: 'answer',
    at: ['GET /api/v1/Users/me'],
    fields: { ...person, ...flags('isActive', 'emailVerified', 'phoneVerified'), createdAt: 'timestamp' },
  },
  {
    name: 'Session',
    in: 'answer',
    at: [`GET ${admin}/sessions`],
    fields: listOf({ ...text('tokenId', 'deviceInfo', 'ipAddress'), isCurrent: 'boolean', ...times('lastActiveAt', 'createdAt') }),
  },
  {
    name: 'External login link',
    in: 'answer',
    at: [`GET ${admin}/external-logins`, `GET ${user}/external-logins`],
    fields: listOf({ ...text('id', 'providerName', 'providerKey', 'email', 'displayName'), ...times('linkedAt', 'lastUsedAt') }),
  },
  {
    name: 'Two-factor setup',
    in: 'answer',
    at: [`POST ${admin}/2fa/enable`, `POST ${user}/2fa/enable`],
    fields: text('secret', 'qrCodeUri', 'qrCodeBase64'),
  },
  {
    name: 'Password-reset request',
    in: 'answer',
    at: [`POST ${admin}/request-password-reset`, `POST ${user}/request-password-reset`],
    fields: { sent: 'boolean', retryAfterSeconds: 'integer' },
  },
  { name: 'Tenant', in: 'answer', at: ['GET /api/v1/Tenants/{id}', 'POST /api/v1/Tenants', 'PUT /api/v1/Tenants/{id}'], fields: tenant },
  { name: 'Tenant page', in: 'answer', at: ['GET /api/v1/Tenants'], fields: { items: listOf(tenant), ...page } },
  { name: 'Tenant tree node', in: 'answer', at: ['GET /api/v1/Tenants/tree'], fields: listOf(treeNode) },
  { name: 'Tenant settings', in: 'answer', at: ['GET /api/v1/Tenants/{id}/settings'], fields: tenantSettings },
  { name: 'Tenant settings', in: 'body', at: ['PUT /api/v1/Tenants/{id}/settings'], fields: optional(tenantSettings) },
  {
    name: 'Tenant domains',
    in: 'answer',
    at: ['GET /api/v1/Tenants/{id}/domains'],
    fields: {
      tenantId: 'string',
      domains: listOf({
        ...text('id', 'domainName', 'verificationToken', 'dnsRecordType', 'dnsRecordValue'),
        ...flags('isPrimary', 'isCustom', 'isVerified'),
      }),
    },
  },
  { name: 'Admin page', in: 'answer', at: ['GET /api/v1/admins'], fields: { items: listOf(adminItem), ...page } },
  { name: 'User group', in: 'answer', at: ['GET /api/v1/UserGroups/{id}'], fields: group },
  { name: 'Role', in: 'answer', at: ['GET /api/v1/roles/{id}'], fields: role },
  { name: 'Permission', in: 'answer', at: ['GET /api/v1/permissions/{id}'], fields: permission },
  { name: 'Category', in: 'answer', at: ['GET /api/v1/permissions', 'GET /api/v1/permissions/categories'], fields: listOf(category) },
  {
    name: 'Recycle bin',
    in: 'answer',
    at: ['GET /api/v1/recycle-bin'],
    fields: {
      items: listOf({ ...text('id', 'entityType', 'displayName', 'deletedBy'), deletedAt: 'timestamp', canRestore: 'boolean' }),
      totalCount: 'integer',
    },
  },
  {
    name: 'Webhook subscription',
    in: 'body',
    at: ['POST /api/v1/webhooks'],
    fields: { url: 'string', events: 'strings', ...optional({ secret: 'string', isActive: 'boolean', description: 'string' }) },
  },
  { name: 'Webhook subscription', in: 'answer', at: ['POST /api/v1/webhooks', 'PUT /api/v1/webhooks/{id}'], fields: webhook },
  {
    name: 'Webhook delivery log entry',
    in: 'answer',
    at: ['GET /api/webhooks/{id}/logs'],
    fields: {
      items: listOf({
        ...text('eventId', 'responseBody'),
        status: ['Pending', 'Delivered', 'Failed', 'Retrying'],
        ...numbers('httpStatus', 'duration', 'attemptNumber'),
      }),
    },
  },
  {
    name: 'Email send request',
    in: 'body',
    at: ['POST /api/v1/emails/send'],
    fields: {
      ...text('to', 'templateId'),
      ...optional({ subject: 'string', variables: 'object', priority: 'string', scheduledAt: 'timestamp' }),
    },
  },
  { name: 'Message template', in: 'answer', at: ['GET /api/v1/message-templates/{id}'], fields: template },
  {
    name: 'Login request',
    in: 'body',
    at: [`POST ${admin}/login`],
    fields: { ...text('identifier', 'password'), ...optional({ ...text('tenantId', 'deviceInfo'), isPlatformAdmin: 'boolean' }) },
  },
  {
    name: 'Request password reset',
    in: 'body',
    at: [`POST ${admin}/request-password-reset`],
    fields: { email: 'string', ...optional({ tenantId: 'string', method: ['otp', 'magic-link'] }) },
  },
  {
    name: 'Register',
    in: 'body',
    at: [`POST ${user}/register`],
    fields: { ...text('username', 'password', 'email'), ...optional(text('phoneNumber', 'tenantCode')) },
  },
  {
    name: 'User login',
    in: 'body',
    at: [`POST ${user}/login`],
    fields: { ...text('username', 'password'), ...optional(text('deviceInfo')) },
  },
  { name: 'Verify e-mail', in: 'body', at: [`POST ${user}/verify-email`], fields: text('email', 'code') },
  { name: 'Verify e-mail', in: 'answer', at: [`POST ${user}/verify-email`], fields: text('message') },
  { name: 'Request password reset', in: 'body', at: [`POST ${user}/request-password-reset`], fields: text('email') },
  {
    name: 'Query of the admin list',
    in: 'query',
    at: ['GET /api/v1/admins'],
    fields: {
      ...numbers('page', 'pageSize'),
      ...text('search', 'sortBy', 'roleId'),
      sortDirection: ['asc', 'desc'],
      ...flags('isActive', 'isBlocked'),
    },
  },
  { name: 'Bulk by id list', in: 'body', at: bulkOfAdmins, fields: ids },
  { name: 'Bulk', in: 'answer', at: bulkOfAdmins, fields: affected },
  { name: 'Members of a group', in: 'body', at: ['POST /api/v1/UserGroups/{groupId}/members'], fields: { adminIds: 'strings' } },
  { name: 'Roles of a group', in: 'body', at: ['PUT /api/v1/UserGroups/{groupId}/roles'], fields: { roleIds: 'strings' } },
  {
    name: 'Bulk of groups by id',
    in: 'body',
    at: ['POST /api/v1/UserGroups/bulk/activate', 'POST /api/v1/UserGroups/bulk/deactivate', 'POST /api/v1/UserGroups/bulk/delete'],
    fields: { ids: 'strings', ...optional(flags('cascadeAdmins')) },
  },
  {
    name: 'Permissions of a role',
    in: 'body',
    at: ['PUT /api/v1/roles/{id}/permissions'],
    fields: { permissionIds: 'strings', ...optional({ restrictedFields: 'object' }) },
  },
  {
    name: 'Permissions of a role',
    in: 'answer',
    at: ['PUT /api/v1/roles/{id}/permissions'],
    fields: { message: 'string', ...numbers('totalPermissions', 'restrictedFieldsCount') },
  },
]

function optional(fields: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [`${name}?`, type]))
}
