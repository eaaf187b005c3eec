// Generated from src/db/migrations by `npm run generate`; changed there and nowhere else.
import type { ColumnType } from 'kysely'

/** A column the database fills in when an insert leaves it out. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** A moment; Date when read. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** jsonb; parsed when read. An array must be written by JSON.stringify: the driver would make it a PostgreSQL array. */
export type Json = ColumnType<JsonValue, string | JsonObject, string | JsonObject>
export type JsonObject = { [key: string]: unknown }
// biome-ignore lint/suspicious/noExplicitAny: who reads a column knows what was written to it
export type JsonValue = any

/** As the database calls them. */
export const tableNames: readonly string[] = [
  'account_activity',
  'account_logins',
  'account_preferences',
  'accounts',
  'audit_backfill',
  'audit_chains',
  'audit_exports',
  'audit_seals',
  'challenges',
  'code_limits',
  'credentials',
  'email_days',
  'email_events',
  'email_failures',
  'email_keys',
  'email_suppressions',
  'emails',
  'event_counts',
  'events',
  'external_logins',
  'failed_address_days',
  'failed_addresses',
  'files',
  'identity_providers',
  'jobs',
  'keys',
  'known_devices',
  'menu_items',
  'message_templates',
  'name_failures',
  'notification_boxes',
  'notification_keys',
  'notifications',
  'one_time_codes',
  'outbox',
  'periodic_jobs',
  'permissions',
  'platform_totals',
  'poisoned_events',
  'refresh_tokens',
  'revocations',
  'role_menu_items',
  'role_permissions',
  'roles',
  'security_log',
  'service_settings',
  'sessions',
  'stored_pictures',
  'stream_tickets',
  'tenant_account_counts',
  'tenant_closure',
  'tenant_domains',
  'tenant_permissions',
  'tenant_quota_warnings',
  'tenant_restrictions',
  'tenant_settings',
  'tenant_totals',
  'tenant_verified_users',
  'tenants',
  'texts',
  'unknown_logins',
  'used_id_tokens',
  'user_group_members',
  'user_group_restrictions',
  'user_group_roles',
  'user_groups',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_hours',
  'webhooks',
]

export interface Tables {
  accountActivity: {
    accountId: string
    lastLoginAt: Timestamp | null
    failures: Generated<number>
    lockedUntil: Timestamp | null
    kind: string | null
    tenantId: string | null
    deletedAt: Timestamp | null
    signInKey: ColumnType<Date, never, never>
    firstLoginAt: Timestamp | null
  }
  accountLogins: {
    kind: string
    tenantId: string | null
    key: string
    accountId: string
  }
  accountPreferences: {
    accountId: string
    preferences: Generated<Json>
  }
  accounts: {
    id: string
    kind: 'admin' | 'user'
    tenantId: string | null
    username: string | null
    email: string
    firstName: Generated<string>
    lastName: Generated<string>
    search: string
    phoneNumber: string | null
    avatarUrl: string | null
    roleId: string | null
    language: 'en' | 'ar' | null
    isActive: Generated<boolean>
    isBlocked: Generated<boolean>
    isProtected: Generated<boolean>
    emailVerifiedAt: Timestamp | null
    phoneVerifiedAt: Timestamp | null
    twoFactorEnabled: Generated<boolean>
    mustChangePassword: Generated<boolean>
    temporaryPasswordUntil: Timestamp | null
    passwordChangedAt: Timestamp | null
    version: Generated<number>
    createdAt: Timestamp
    createdBy: string | null
    updatedAt: Timestamp | null
    deletedAt: Timestamp | null
    deletedBy: string | null
    deletedWith: string | null
    deactivatedWith: string | null
    purgedAt: Timestamp | null
    blockedAt: Timestamp | null
    blockedBy: string | null
    blockReason: string | null
    emailKey: ColumnType<string, never, never>
    usernameKey: ColumnType<string, never, never>
    firstNameKey: ColumnType<string, never, never>
    lastNameKey: ColumnType<string, never, never>
  }
  auditBackfill: {
    isOnly: Generated<boolean>
    sealedTo: string
  }
  auditChains: {
    id: ColumnType<number, never, never>
    tenantId: string | null
    sequence: Generated<number>
    mac: Generated<Buffer>
    baseSequence: Generated<number>
    baseMac: Generated<Buffer>
    keptFrom: string | null
    baseKeyId: string | null
    baseProof: Buffer | null
  }
  auditExports: {
    adminId: string
    id: string
    tenantId: string | null
    onBehalfOfId: string | null
    data: Json
    person: Json
    entries: Generated<number>
    leaseUntil: Timestamp
    traceId: string
    parentTraceId: string | null
  }
  auditSeals: {
    chainId: number
    sequence: number
    kind: 'entry' | 'erasure'
    eventId: string
    digest: Buffer
    personDigest: Buffer
    isErased: boolean
    keyId: string
    mac: Buffer
  }
  challenges: {
    hash: Buffer
    accountId: string
    purpose: 'two_factor' | 'password_reset' | 'magic_link'
    data: Generated<Json>
    failures: Generated<number>
    createdAt: Timestamp
    expiresAt: Timestamp
    usedAt: Timestamp | null
  }
  codeLimits: {
    subject: Buffer
    counter: string
    n: number
    windowEndsAt: Timestamp
  }
  credentials: {
    id: string
    accountId: string
    kind: 'password' | 'former_password' | 'totp' | 'pending_totp' | 'backup_code'
    secret: string
    lastStep: number | null
    failures: Generated<number>
    createdAt: Timestamp
    expiresAt: Timestamp | null
    usedAt: Timestamp | null
  }
  emailDays: {
    tenantId: string | null
    day: string
    sent: Generated<number>
    failed: Generated<number>
    cancelled: Generated<number>
    rejected: Generated<number>
    bounced: Generated<number>
    complaints: Generated<number>
  }
  emailEvents: {
    id: ColumnType<number, never, never>
    emailId: string
    at: Timestamp
    type: 'deferred' | 'failed' | 'requeued' | 'bounced'
    detail: string | null
  }
  emailFailures: {
    tenantId: string | null
    code: string
    since: Timestamp
    failed: number
    toldAt: Timestamp | null
  }
  emailKeys: {
    accountId: string
    keyHash: Buffer
    bodyHash: Buffer
    emailId: string
    createdAt: Timestamp
    planned: number | null
  }
  emailSuppressions: {
    subject: Buffer
    reason: 'hard' | 'soft' | 'complaint'
    createdAt: Timestamp
  }
  emails: {
    id: string
    tenantId: string | null
    recipientAddress: string
    recipientName: string | null
    recipientType: 'admin' | 'user' | 'external'
    recipientId: string | null
    template: string
    category: string
    language: 'en' | 'ar'
    subject: string | null
    variables: string | null
    priority: Generated<'low' | 'normal' | 'high'>
    status: 'queued' | 'scheduled' | 'sent' | 'failed' | 'cancelled'
    messageId: string
    providerMessageId: string | null
    attempts: Generated<number>
    error: string | null
    scheduledAt: Timestamp | null
    createdAt: Timestamp
    sentAt: Timestamp | null
    failedAt: Timestamp | null
    expiresAt: Timestamp | null
    templateId: string | null
    batchId: string | null
    createdBy: string | null
    content: string | null
    tellsRecipient: Generated<boolean>
    queuedAt: Timestamp | null
    cancelledAt: Timestamp | null
    nextAttemptAt: Timestamp | null
    errorCode: string | null
    resendCount: Generated<number>
    bounceType: 'hard' | 'soft' | 'complaint' | null
    bouncedAt: Timestamp | null
    overrideId: string | null
    attemptToken: string | null
  }
  eventCounts: {
    scopeId: string | null
    day: string
    type: string
    outcome: string
    n: number
    quarters: number[] | null
  }
  events: {
    id: string
    tenantId: string | null
    type: string
    actorId: string | null
    actorKind: 'admin' | 'user' | 'service' | 'system'
    onBehalfOfId: string | null
    entityType: string | null
    entityId: string | null
    entityName: string | null
    outcome: 'success' | 'failure' | 'denied'
    isLogged: Generated<boolean>
    data: Generated<Json>
    changes: Generated<Json>
    person: Json | null
    personSalt: Buffer | null
    traceId: string | null
    createdAt: Timestamp
    parentTraceId: string | null
  }
  externalLogins: {
    id: string
    accountId: string
    kind: 'admin' | 'user'
    tenantId: string | null
    provider: string
    subject: string
    email: string | null
    displayName: Generated<string>
    linkedAt: Timestamp
    lastUsedAt: Timestamp | null
  }
  failedAddressDays: {
    scopeId: string | null
    day: string
    addresses: Generated<number>
    others: Generated<number>
  }
  failedAddresses: {
    scopeId: string | null
    day: string
    address: string
    n: number
    hours: number[]
    lastAt: Timestamp
  }
  files: {
    id: string
    tenantId: string | null
    key: string
    fileName: string
    contentType: string
    bytes: number
    width: number | null
    height: number | null
    checksum: string
    isPublic: boolean
    uploadedBy: string | null
    createdAt: Timestamp
  }
  identityProviders: {
    id: string
    tenantId: string
    name: string
    displayName: string
    issuer: string
    clientId: string
    clientSecret: string | null
    scopes: string
    trustEmail: boolean
    isActive: boolean
    version: Generated<number>
    createdBy: string | null
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  jobs: {
    id: string
    kind: string
    payload: Generated<Json>
    priority: Generated<number>
    key: string | null
    again: Generated<boolean>
    runAt: Timestamp
    attempts: Generated<number>
    maxAttempts: number
    losses: Generated<number>
    leaseUntil: Timestamp | null
    fence: Generated<number>
    state: Generated<'waiting' | 'running' | 'dead'>
    error: string | null
    createdAt: Timestamp
  }
  keys: {
    purpose: 'access_token' | 'stored_secret' | 'audit_mac' | 'opaque_id'
    kid: string
    wrapped: string
    state: 'signing' | 'verifying'
    createdAt: Timestamp
    promotedAt: Timestamp | null
  }
  knownDevices: {
    accountId: string
    device: string
    lastSeenAt: Timestamp
  }
  menuItems: {
    id: string
    tenantId: string | null
    key: string
    titleEn: string
    titleAr: string | null
    path: string | null
    icon: string | null
    parentId: string | null
    position: Generated<number>
    requiredPermission: string | null
    isVisible: Generated<boolean>
    version: Generated<number>
    createdAt: Timestamp
  }
  messageTemplates: {
    id: string
    tenantId: string | null
    name: string
    nameKey: string
    code: string | null
    category: string
    subject: string
    bodyHtml: string
    bodyText: string | null
    declaredVariables: string[]
    variables: string[]
    variableDefinitions: Generated<Json>
    translations: Generated<Json>
    isActive: Generated<boolean>
    version: Generated<number>
    createdBy: string | null
    createdAt: Timestamp
    updatedBy: string | null
    updatedAt: Timestamp
    deletedAt: Timestamp | null
    deletedBy: string | null
    deletedWith: string | null
    purgedAt: Timestamp | null
  }
  nameFailures: {
    bucket: number
    failures: number
    countedAt: Timestamp
    client: Buffer | null
    wasLocked: boolean
  }
  notificationBoxes: {
    accountId: string
    lastSeq: Generated<number>
    unread: Generated<number>
    changes: Generated<number>
    streams: Generated<string[]>
  }
  notificationKeys: {
    accountId: string
    keyHash: Buffer
    bodyHash: Buffer
    affected: number
    createdAt: Timestamp
  }
  notifications: {
    id: string
    accountId: string
    kind: 'admin' | 'user'
    tenantId: string | null
    seq: number
    type: string
    severity: 'info' | 'success' | 'warning' | 'critical'
    title: string
    body: string
    data: Generated<Json>
    link: string | null
    actorId: string | null
    eventId: string
    readAt: Timestamp | null
    createdAt: Timestamp
  }
  oneTimeCodes: {
    subject: Buffer
    purpose: 'password_reset' | 'email_verification' | 'phone_verification'
    accountId: string | null
    codeHash: Buffer
    attemptsLeft: number
    createdAt: Timestamp
    expiresAt: Timestamp
    usedAt: Timestamp | null
  }
  outbox: {
    eventId: string
  }
  periodicJobs: {
    name: string
    nextRunAt: Timestamp
    leaseUntil: Timestamp | null
    fence: Generated<number>
    lastFinishedAt: Timestamp | null
    lastError: string | null
  }
  permissions: {
    name: string
    id: string
    category: string
    isCurrent: Generated<boolean>
  }
  platformTotals: {
    isOnly: Generated<boolean>
    storageBytes: Generated<number>
  }
  poisonedEvents: {
    eventId: string
    error: string
    failedAt: Timestamp
  }
  refreshTokens: {
    hash: Buffer
    sessionId: string
    createdAt: Timestamp
    expiresAt: Timestamp
    usedAt: Timestamp | null
    revokedAt: Timestamp | null
  }
  revocations: {
    id: string
    xid: Generated<string>
    at: Timestamp
    topic: 'session' | 'account' | 'role' | 'group' | 'tenant' | 'settings' | 'service' | 'tree' | 'keys' | 'domains' | 'all'
    subject: string | null
  }
  roleMenuItems: {
    roleId: string
    menuItemId: string
  }
  rolePermissions: {
    roleId: string
    permission: string
    restrictedFields: Generated<string[]>
  }
  roles: {
    id: string
    tenantId: string | null
    name: string
    nameKey: string
    description: string | null
    seed: 'SuperAdmin' | 'PlatformViewer' | 'TenantAdmin' | 'Viewer' | null
    reach: Generated<'listed' | 'granted' | 'views'>
    isDefault: Generated<boolean>
    isSystem: Generated<boolean>
    version: Generated<number>
    createdAt: Timestamp
    createdBy: string | null
    deletedAt: Timestamp | null
    deletedBy: string | null
    deletedWith: string | null
    purgedAt: Timestamp | null
  }
  securityLog: {
    accountId: string
    eventId: string
  }
  serviceSettings: {
    name: string
    value: Json | null
    sealed: string | null
    updatedAt: Timestamp
  }
  sessions: {
    id: string
    accountId: string
    kind: 'admin' | 'user'
    tenantId: string | null
    parentId: string | null
    impersonatorId: string | null
    deviceInfo: string | null
    ipAddress: string
    userAgent: string | null
    createdAt: Timestamp
    authenticatedAt: Timestamp
    lastActiveAt: Timestamp
    expiresAt: Timestamp
    endedAt: Timestamp | null
    endedBecause: string | null
  }
  storedPictures: {
    key: string
    tenantId: string | null
    bytes: number
  }
  streamTickets: {
    hash: Buffer
    sessionId: string
    tokenExpiresAt: Timestamp
    expiresAt: Timestamp
  }
  tenantAccountCounts: {
    tenantId: string | null
    kind: string
    isActive: boolean
    isBlocked: boolean
    n: number
  }
  tenantClosure: {
    ancestorId: string
    descendantId: string
    depth: number
  }
  tenantDomains: {
    id: string
    tenantId: string
    name: string
    token: string
    status: Generated<'unverified' | 'pending' | 'verified' | 'failed'>
    isPrimary: Generated<boolean>
    failures: Generated<number>
    requestedAt: Timestamp | null
    verifiedAt: Timestamp | null
    lastCheckedAt: Timestamp | null
    lastError: string | null
    nextCheckAt: Timestamp | null
    createdBy: string | null
    createdAt: Timestamp
  }
  tenantPermissions: {
    tenantId: string
    permission: string
  }
  tenantQuotaWarnings: {
    tenantId: string
    quota: 'maxAdmins' | 'maxRoles' | 'maxSubTenants' | 'maxStorageBytes'
    percent: number
    quotaLimit: number
  }
  tenantRestrictions: {
    tenantId: string
    permission: string
    fields: string[]
  }
  tenantSettings: {
    tenantId: string
    maxAdmins: number | null
    maxRoles: number | null
    maxSubTenants: number | null
    passwordMinLength: number | null
    passwordRequireUppercase: boolean | null
    passwordRequireNumber: boolean | null
    passwordRequireSpecial: boolean | null
    passwordExpiryDays: number | null
    passwordHistoryCount: number | null
    loginLockoutThreshold: number | null
    loginLockoutMinutes: number | null
    require2fa: boolean | null
    accessTokenMinutes: number | null
    auditRetentionDays: number | null
    auditEnabled: boolean | null
    recycleBinRetentionDays: number | null
    registrationEnabled: boolean | null
    requireEmailVerification: boolean | null
    identityProviderMode: 'Single' | 'Multiple' | 'Disabled' | null
    language: 'en' | 'ar' | null
    logoUrl: string | null
    faviconUrl: string | null
    primaryColor: string | null
    secondaryColor: string | null
    companyName: string | null
    loginHeadline: string | null
    loginSubtitle: string | null
    loginBrandingJson: string | null
    dashboardThemeJson: string | null
    termsOfServiceUrl: string | null
    privacyPolicyUrl: string | null
    updatedAt: Timestamp | null
    maxStorageBytes: number | null
  }
  tenantTotals: {
    tenantId: string
    admins: Generated<number>
    users: Generated<number>
    storageBytes: Generated<number>
  }
  tenantVerifiedUsers: {
    tenantId: string
    n: number
  }
  tenants: {
    id: string
    parentId: string | null
    code: string
    name: string
    description: string | null
    address: string | null
    logoUrl: string | null
    status: Generated<'Active' | 'Inactive' | 'Suspended' | 'Cancelled'>
    statusReason: string | null
    sessionsValidAfter: Timestamp | null
    version: Generated<number>
    createdAt: Timestamp
    createdBy: string | null
    deletedAt: Timestamp | null
    deletedBy: string | null
    deletedWith: string | null
    purgedAt: Timestamp | null
    isSweeping: Generated<boolean>
    restoringUntil: Timestamp | null
    lateMarks: 'delete' | 'restore' | 'tell' | 'purge' | null
    lateMarksEvent: string | null
  }
  texts: {
    id: string
    tenantId: string | null
    recipientNumber: string
    recipientType: 'admin' | 'user'
    recipientId: string
    template: string
    language: 'en' | 'ar'
    variables: string | null
    status: 'queued' | 'sent' | 'failed'
    providerMessageId: string | null
    attempts: Generated<number>
    error: string | null
    createdAt: Timestamp
    expiresAt: Timestamp
    sentAt: Timestamp | null
    failedAt: Timestamp | null
    attemptToken: string | null
  }
  unknownLogins: {
    key: Buffer
    failures: number
    lockedUntil: Timestamp | null
    lastFailedAt: Timestamp
    places: Generated<Json>
  }
  usedIdTokens: {
    hash: Buffer
    expiresAt: Timestamp
  }
  userGroupMembers: {
    groupId: string
    accountId: string
    addedAt: Timestamp
    addedBy: string | null
  }
  userGroupRestrictions: {
    groupId: string
    permission: string
    fields: string[]
  }
  userGroupRoles: {
    groupId: string
    roleId: string
  }
  userGroups: {
    id: string
    tenantId: string | null
    nameEn: string
    nameAr: string | null
    code: string
    descriptionEn: string | null
    descriptionAr: string | null
    isActive: Generated<boolean>
    version: Generated<number>
    createdAt: Timestamp
    createdBy: string | null
    deletedAt: Timestamp | null
    deletedBy: string | null
    deletedWith: string | null
    purgedAt: Timestamp | null
  }
  webhookAttempts: {
    deliveryId: string
    number: number
    trigger: 'automatic' | 'manual'
    startedAt: Timestamp
    durationMs: number
    url: string
    requestHeaders: Json
    httpStatus: number | null
    responseHeaders: Json | null
    responseBody: string | null
    error: string | null
  }
  webhookDeliveries: {
    id: string
    webhookId: string
    eventId: string | null
    event: string
    body: string
    masks: Generated<Json>
    isTest: Generated<boolean>
    status: 'Pending' | 'Retrying' | 'Delivered' | 'Failed'
    trigger: Generated<'automatic' | 'manual'>
    attemptNumber: Generated<number>
    maxAttempts: number
    nextAttemptAt: Timestamp | null
    plannedAt: Timestamp | null
    leaseUntil: Timestamp | null
    fence: Generated<number>
    httpStatus: number | null
    durationMs: number | null
    responseBody: string | null
    error: string | null
    createdAt: Timestamp
    lastAttemptAt: Timestamp | null
    deliveredAt: Timestamp | null
    losses: Generated<number>
  }
  webhookHours: {
    webhookId: string
    hour: Timestamp
    delivered: Generated<number>
    failed: Generated<number>
  }
  webhooks: {
    id: string
    tenantId: string | null
    url: string
    events: string[]
    description: Generated<string>
    secret: string
    secretHint: string
    previousSecret: string | null
    previousSecretExpiresAt: Timestamp | null
    retryPolicy: Generated<'persistent' | 'exponential'>
    includeDescendants: Generated<boolean>
    isActive: Generated<boolean>
    disabledAt: Timestamp | null
    disabledReason: 'consecutive_failures' | 'gone' | 'manual' | null
    masks: Generated<Json>
    consecutiveFailures: Generated<number>
    failingSince: Timestamp | null
    warnedAt: Timestamp | null
    failureToldAt: Timestamp | null
    isSlow: Generated<boolean>
    lastDeliveryAt: Timestamp | null
    lastStatus: string | null
    tests: Generated<number>
    testsSince: Timestamp | null
    version: Generated<number>
    createdBy: string | null
    createdAt: Timestamp
    updatedAt: Timestamp
    deletedAt: Timestamp | null
    deletedBy: string | null
    deletedWith: string | null
    purgedAt: Timestamp | null
  }
}
