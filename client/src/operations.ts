// Made from the OpenAPI document by `npm run generate`.
export interface AcceptedEmail {
  id: string
  status: "queued" | "scheduled" | "sent" | "failed" | "cancelled"
  to?: string | undefined
  subject?: string | null | undefined
  templateId: string | null
  priority: "low" | "normal" | "high"
  scheduledAt: string | null
  createdAt: string
}
export interface AcceptedEmails {
  batchId: string | null
  total: number
  planned: number
  queued: number
  scheduled: number
  skipped: SkippedEmailRecipient[]
  sample?: SampleEmailRecipient[] | undefined
  message: string
}
export interface AddressOfUser {
  email: string
  tenantCode?: string | null | undefined
}
export interface Admin {
  id: string
  email?: string | undefined
  username: string | null
  firstName: string
  lastName: string
  phoneNumber?: string | null | undefined
  avatarUrl: string | null
  tenantName: string | null
  isActive: boolean
  isBlocked: boolean
  isLockedOut: boolean
  twoFactorEnabled: boolean
  lastLoginAt: string | null
  createdAt: string
  version: number
  tenantId: string | null
  role: RoleReference | null
  isProtected: boolean
}
export interface AdminBlock {
  reason?: string | undefined
}
export interface AdminChange {
  firstName?: string | undefined
  lastName?: string | undefined
  phoneNumber?: string | null | undefined
  roleId?: string | undefined
  isActive?: boolean | undefined
  email?: string | undefined
  version?: number | undefined
}
export interface AdminDetail {
  id: string
  email?: string | undefined
  username: string | null
  firstName: string
  lastName: string
  phoneNumber?: string | null | undefined
  avatarUrl: string | null
  tenantName: string | null
  isActive: boolean
  isBlocked: boolean
  isLockedOut: boolean
  twoFactorEnabled: boolean
  lastLoginAt: string | null
  createdAt: string
  version: number
  tenantId: string | null
  role: RoleReference | null
  isProtected: boolean
  status: "Blocked" | "Deactivated" | "LockedOut" | "Active"
  lockoutEnd: string | null
  blockReason?: string | null | undefined
  blockedAt?: string | null | undefined
  blockedBy?: string | null | undefined
  blockedByName?: string | null | undefined
}
export interface AdminFilter {
  search?: string | undefined
  isActive?: boolean | undefined
  isBlocked?: boolean | undefined
  tenantId?: string | undefined
  twoFactorEnabled?: boolean | undefined
  isLockedOut?: boolean | undefined
  roleId?: string | undefined
  groupId?: string | undefined
  isPlatform?: boolean | undefined
  within?: string | undefined
}
export interface AdminGroup {
  id: string
  name: string
  isActive: boolean
}
export interface AdminIds {
  ids: string[]
}
export interface AdminPage {
  items: Admin[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface AdminPermission {
  name: string
  restrictedFields: string[]
  from: PermissionOrigin[]
}
export interface AdminPermissions {
  permissions: AdminPermission[]
  withheld: WithheldPermission[]
  groups: AdminGroup[] | null
}
export interface AdminProtection {
  isProtected?: boolean | undefined
}
export interface AdminStart {
  permissions: string[]
  restrictions: OwnRestriction[]
  roles: OwnRole[]
  groups: GroupReference[]
  me: OwnProfile
  duties: Duties
  passwordPolicy: PasswordPolicy
  tenant: OwnTenant | null
  impersonator: Impersonator | null
  preferences: Preferences
  menus: MenuItem[]
  unreadNotifications: number
  service: RunningService
}
export interface AffectedJobs {
  affected: number
}
export interface AffectedNotifications {
  affected: number
  message: string
}
export interface AffectedRecipients {
  affected: number
}
export type AuditActionFilter = "auth" | "auth.login" | "auth.workspaces" | "auth.account" | "auth.logout" | "auth.token" | "auth.session" | "auth.reauthentication" | "auth.two_factor" | "auth.password" | "auth.password_reset" | "auth.otp" | "auth.external_login" | "auth.impersonation" | "access" | "service" | "admin" | "user" | "tenant" | "audit" | "settings" | "job" | "notification" | "entity" | "email" | "role" | "template" | "menu" | "file" | "group" | "webhook" | "auth.login.succeeded" | "auth.login.failed" | "auth.workspaces.shown" | "auth.account.locked" | "auth.logout.succeeded" | "auth.token.reuse_detected" | "auth.session.revoked" | "auth.session.all_revoked" | "auth.reauthentication.failed" | "auth.two_factor.setup_started" | "auth.two_factor.enabled" | "auth.two_factor.disabled" | "auth.two_factor.reset" | "auth.two_factor.failed" | "auth.two_factor.backup_code_used" | "auth.two_factor.backup_codes_regenerated" | "auth.password.changed" | "auth.password_reset.requested" | "auth.password_reset.verified" | "auth.password_reset.completed" | "auth.otp.sent" | "auth.otp.failed" | "auth.external_login.linked" | "auth.external_login.unlinked" | "auth.impersonation.started" | "auth.impersonation.stopped" | "access.denied" | "access.rate_limited" | "service.superadmin_created" | "service.superadmin_reset" | "service.key_rotated" | "service.demo_began" | "service.demo_finished" | "admin.created" | "admin.updated" | "admin.blocked" | "admin.unblocked" | "admin.unlocked" | "admin.password_reset" | "admin.activated" | "admin.deactivated" | "admin.deleted" | "admin.protected" | "admin.unprotected" | "admin.superadmin_transferred" | "user.registered" | "user.created" | "user.updated" | "user.blocked" | "user.unblocked" | "user.unlocked" | "user.password_reset" | "user.deleted" | "user.verified" | "tenant.created" | "tenant.updated" | "tenant.activated" | "tenant.deactivated" | "tenant.deleted" | "tenant.permissions_changed" | "tenant.settings_changed" | "tenant.domain_created" | "tenant.domain_deleted" | "tenant.domain_primary_changed" | "tenant.domain_verification_requested" | "tenant.domain_verified" | "tenant.domain_failed" | "tenant.identity_provider_created" | "tenant.identity_provider_updated" | "tenant.identity_provider_deleted" | "tenant.quota_near" | "audit.exported" | "settings.updated" | "settings.reset" | "job.retried" | "job.given_up" | "job.finished" | "notification.sent" | "entity.restored" | "entity.purged" | "email.queued" | "email.bulk_queued" | "email.cancelled" | "email.requeued" | "email.failed_many" | "role.created" | "role.updated" | "role.deleted" | "role.permissions_changed" | "template.created" | "template.updated" | "template.deleted" | "menu.created" | "menu.updated" | "menu.deleted" | "menu.reordered" | "file.uploaded" | "file.deleted" | "group.created" | "group.updated" | "group.deleted" | "group.activated" | "group.deactivated" | "group.members_added" | "group.member_removed" | "group.roles_changed" | "group.restrictions_changed" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.tested" | "webhook.replayed" | "webhook.secret_viewed" | "webhook.secret_rotated" | "webhook.disabled" | "webhook.failing" | "webhook.delivery_failed"
export interface AuditBreak {
  entryId: string | null
  kind: "changed" | "removed" | "reordered"
}
export interface AuditChange {
  before: unknown
  after: unknown
}
export interface AuditCheckpoint {
  tenantId: string | null
  sequence: number
  hash: string
}
export interface AuditDetails {
  reason?: string | undefined
  code?: string | undefined
  status?: number | undefined
  operation?: string | undefined
  requiredPermission?: string | undefined
  excess?: string[] | undefined
  fields?: string[] | undefined
  method?: string | undefined
  format?: string | undefined
  filter?: Record<string, unknown> | undefined
  count?: number | undefined
  attempts?: number | undefined
  lockoutEnd?: string | null | undefined
}
export interface AuditEntry {
  id: string
  timestamp: string
  actorId: string | null
  actorType: "admin" | "user" | "service" | "system"
  actorName: string | null
  onBehalfOfId: string | null
  onBehalfOfName: string | null
  action: string
  entityType: string | null
  entityId: string | null
  entityName: string | null
  tenantId: string | null
  tenantName: string | null
  ipAddress: string | null
  userAgent: string | null
  sessionId: string | null
  outcome: "success" | "failure" | "denied"
  changes: Record<string, AuditChange>
  details: AuditDetails
  traceId: string | null
  parentTraceId: string | null
}
export interface AuditEntryPage {
  items: AuditEntry[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface AuditVerification {
  valid: boolean
  checked: number
  unsealed: number
  erased: number
  firstBreak: AuditBreak | null
  nextSequence: number | null
}
export interface BackupCodeRenewal {
  code: string
}
export interface BackupCodes {
  backupCodes: string[]
}
export interface Branding {
  logoUrl: string | null
  faviconUrl: string | null
  primaryColor: string | null
  secondaryColor: string | null
  companyName: string | null
  dashboardThemeJson: string | null
  language: "en" | "ar"
}
export interface BulkAdminResult {
  affected: number
  message: string
  skipped: SkippedRecord[]
}
export interface BulkEmailFilter {
  target: "admins" | "users" | "all"
  tenantId?: string | null | undefined
  includeDescendants?: boolean | undefined
  search?: string | undefined
  isActive?: boolean | undefined
  roleId?: string | null | undefined
  groupId?: string | null | undefined
  emailVerified?: boolean | null | undefined
  ids?: string[] | undefined
  excludeIds?: string[] | undefined
}
export interface BulkEmailRecipient {
  to: string
  recipientId?: string | null | undefined
  variables?: Record<string, unknown> | undefined
}
export interface BulkUserGroupResult {
  affected: number
  message: string
  skipped: SkippedRecord[]
  affectedAdmins: number
  skippedAdmins: SkippedRecord[]
}
export interface CancelledEmailBatch {
  affected: number
  message: string
}
export interface ChangeIdentityProvider {
  displayName?: string | undefined
  issuer?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | null | undefined
  scopes?: string[] | undefined
  trustEmail?: boolean | undefined
  isActive?: boolean | undefined
  version?: number | undefined
}
export interface CodeRequested {
  sent: boolean
  retryAfterSeconds: number | null
}
export interface CreatedWebhook {
  id: string
  tenantId: string | null
  tenantName: string | null
  url: string
  events: string[]
  isActive: boolean
  description: string
  secretHint: string
  hasPreviousSecret: boolean
  previousSecretExpiresAt: string | null
  retryPolicy: "persistent" | "exponential"
  includeDescendants: boolean
  disabledAt: string | null
  disabledReason: "consecutive_failures" | "gone" | "manual" | null
  consecutiveFailures: number
  failingSince: string | null
  lastDeliveryAt: string | null
  lastStatus: string | null
  stats24h: WebhookRecentDeliveries
  createdAt: string
  updatedAt: string
  createdBy: string | null
  createdByName: string | null
  version: number
  secret: string
}
export interface DashboardCharts {
  loginActivity: LoginActivity
  eventDistribution: EventDistribution
}
export interface DashboardSummary {
  admins: { total: number; active: number; blocked: number }
  users: { total: number; active: number; verified: number }
  tenants: { total: number; active: number }
  loginsToday: number
  storageBytes: number
}
export interface DeadJob {
  id: string
  type: "job" | "event"
  kind: string
  error: string | null
  attempts: number | null
  createdAt: string
  ageSeconds: number
}
export interface DeadJobPage {
  items: DeadJob[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface DeadJobsOfKind {
  kind: string
}
export interface DescendantCount {
  count: number
}
export interface Domain {
  id: string
  domainName: string
  isPrimary: boolean
  isCustom: boolean
  isVerified: boolean
  verificationStatus: "unverified" | "pending" | "verified" | "failed"
  verifiedAt: string | null
  lastCheckedAt: string | null
  lastError: string | null
  createdAt: string
  verificationToken?: string | undefined
  dnsRecordType?: string | undefined
  dnsRecordName?: string | undefined
  dnsRecordValue?: string | undefined
  dnsCnameValue?: string | undefined
}
export interface DomainCheck {
  status: "pending" | "verified"
}
export interface Duties {
  passwordChange: boolean
  twoFactorSetup: boolean
}
export interface Email {
  id: string
  tenantId: string | null
  tenantName: string | null
  to?: string | undefined
  toName: string | null
  recipientType: "admin" | "user" | "external"
  recipientId: string | null
  subject?: string | null | undefined
  templateId: string | null
  templateName: string
  category: string
  priority: "low" | "normal" | "high"
  status: "queued" | "scheduled" | "sent" | "failed" | "cancelled"
  scheduledAt: string | null
  createdAt: string
  queuedAt: string | null
  sentAt: string | null
  failedAt: string | null
  cancelledAt: string | null
  expiresAt: string | null
  attempts: number
  maxAttempts: number | null
  nextAttemptAt: string | null
  errorCode: string | null
  error?: string | null | undefined
  providerMessageId: string | null
  batchId: string | null
  resendCount: number
  bounceType?: "hard" | "soft" | "complaint" | null | undefined
  bouncedAt?: string | null | undefined
  createdBy: string | null
  createdByName: string | null
}
export interface EmailBounce {
  emailId?: string | undefined
  providerMessageId?: string | undefined
  to?: string | undefined
  type: "hard" | "soft" | "complaint"
  diagnostic?: string | undefined
  occurredAt?: string | undefined
}
export interface EmailDetail {
  id: string
  tenantId: string | null
  tenantName: string | null
  to?: string | undefined
  toName: string | null
  recipientType: "admin" | "user" | "external"
  recipientId: string | null
  subject?: string | null | undefined
  templateId: string | null
  templateName: string
  category: string
  priority: "low" | "normal" | "high"
  status: "queued" | "scheduled" | "sent" | "failed" | "cancelled"
  scheduledAt: string | null
  createdAt: string
  queuedAt: string | null
  sentAt: string | null
  failedAt: string | null
  cancelledAt: string | null
  expiresAt: string | null
  attempts: number
  maxAttempts: number | null
  nextAttemptAt: string | null
  errorCode: string | null
  error?: string | null | undefined
  providerMessageId: string | null
  batchId: string | null
  resendCount: number
  bounceType?: "hard" | "soft" | "complaint" | null | undefined
  bouncedAt?: string | null | undefined
  createdBy: string | null
  createdByName: string | null
  html?: string | null | undefined
  text?: string | null | undefined
  events: EmailEvent[]
}
export interface EmailEvent {
  at: string
  type: "queued" | "scheduled" | "deferred" | "sent" | "failed" | "cancelled" | "requeued" | "bounced"
  detail?: string | null | undefined
}
export interface EmailPage {
  items: Email[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface EmailStats {
  sent: number
  failed: number
  queued: number
  scheduled: number
  cancelled: number
  bounced: number
  complaints: number
  total: number
  bounceRate: number
  period: StatsPeriod
  series: StatsDay[]
}
export interface EmailVerification {
  email: string
  code: string
  tenantCode?: string | null | undefined
}
export interface Error {
  isSuccess: false
  data: null
  statusCode: number
  code: ErrorCode
  message: string
  errors?: FieldProblem[] | undefined
  requiredPermission?: string | undefined
  reason?: RefusalReason | undefined
  excess?: string[] | undefined
  quota?: "maxAdmins" | "maxRoles" | "maxSubTenants" | "maxStorageBytes" | "domains" | "identityProviders" | "messageTemplates" | "menuItems" | "groupsOfAdmin" | undefined
  unknown?: string[] | undefined
  near?: string[] | undefined
  line?: number | undefined
  column?: number | undefined
  missing?: string[] | undefined
  actualCount?: number | undefined
  count?: number | undefined
  attemptsRemaining?: number | undefined
  retryAfterSeconds?: number | undefined
  lockoutEnd?: string | undefined
  affected?: number | undefined
  skipped?: SkippedRecord[] | undefined
  affectedAdmins?: number | undefined
  skippedAdmins?: SkippedRecord[] | undefined
  traceId: string
}
export type ErrorCode = "validation_failed" | "malformed_json" | "malformed_request" | "unknown_provider" | "otp_invalid" | "otp_expired" | "otp_exhausted" | "password_policy" | "password_reused" | "image_invalid" | "image_too_large" | "bulk_too_large" | "export_too_large" | "webhook_url_invalid" | "webhook_url_not_allowed" | "webhook_event_unknown" | "webhook_secret_invalid" | "template_syntax_error" | "template_limit_exceeded" | "template_render_error" | "template_variables_missing" | "template_variable_required" | "template_secret_misplaced" | "token_missing" | "token_invalid" | "token_expired" | "session_revoked" | "invalid_credentials" | "refresh_token_invalid" | "two_factor_invalid" | "permission_denied" | "field_restricted" | "account_blocked" | "account_inactive" | "tenant_inactive" | "tenant_suspended" | "tenant_cancelled" | "password_change_required" | "two_factor_setup_required" | "registration_disabled" | "email_not_verified" | "impersonation_forbidden" | "admin_protected" | "not_found" | "template_not_found" | "unknown_path" | "method_not_allowed" | "request_timeout" | "conflict" | "state_conflict" | "version_conflict" | "quota_exceeded" | "role_in_use" | "tenant_has_children" | "cannot_restore" | "domain_not_verified" | "link_required" | "webhook_limit_reached" | "webhook_inactive" | "template_inactive" | "idempotency_key_reused" | "email_not_cancellable" | "email_not_resendable" | "template_name_taken" | "template_is_system" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "account_locked" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable"
export interface EventDistribution {
  items: ({ action: string; count: number })[]
}
export interface ExplanationStep {
  source: "account" | "role" | "group" | "tenant" | "platform"
  effect: "gives" | "withholds" | "restricts"
  reason: "blocked" | "deactivated" | "locked_out" | "tenant_inactive" | "tenant_suspended" | "tenant_cancelled" | "tenant_deleted" | "listed" | "all_granted" | "every_view" | "not_listed" | "role_deleted" | "group_inactive" | "no_role" | "granted" | "not_granted" | "platform_only" | "restriction" | "inherited"
  id: string | null
  name: string | null
  via: { id: string | null; name: string | null } | null
  restrictedFields: string[]
}
export interface ExternalLogin {
  id: string
  providerName: string
  providerKey: string
  email: string | null
  displayName: string
  linkedAt: string
  lastUsedAt: string | null
}
export interface ExternalLoginLink {
  provider: string
  token?: string | null | undefined
  authorizationCode?: string | null | undefined
  redirectUri?: string | null | undefined
  codeVerifier?: string | null | undefined
  nonce?: string | null | undefined
  password?: string | null | undefined
  code?: string | null | undefined
}
export type FieldCode = "required" | "unknown_property" | "type" | "format" | "too_short" | "too_long" | "too_few" | "too_many" | "too_small" | "too_big" | "not_allowed_value" | "nul_character" | "https_required" | "blocked_address" | "issuer_unreachable" | "issuer_mismatch" | "too_deep" | "set_by_environment" | "validation_failed" | "not_found" | "conflict" | "field_restricted" | "image_invalid" | "image_too_large" | "webhook_url_invalid" | "webhook_url_not_allowed" | "webhook_event_unknown" | "webhook_secret_invalid" | "template_syntax_error" | "template_limit_exceeded" | "template_render_error" | "template_variable_required" | "template_secret_misplaced" | "template_name_taken" | "password_policy" | "password_reused" | "password_too_short" | "password_too_long" | "password_uppercase" | "password_number" | "password_special" | "password_common" | "password_is_identifier" | "password_nul" | "password_unchanged"
export interface FieldProblem {
  field: string
  code: FieldCode
  message: string
}
export interface File {
  id: string
  fileName: string
  contentType: string
  size: number
  width: number | null
  height: number | null
  checksum: string
  url: string
  isPublic: boolean
  tenantId: string | null
  tenantName: string | null
  uploadedBy: string | null
  uploadedByName: string | null
  createdAt: string
}
export interface FilePage {
  items: File[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface FoundRecord {
  kind: "admin" | "user" | "tenant" | "group" | "role" | "template" | "webhook"
  id: string
  title: string
  subtitle: string | null
  tenantId: string | null
  tenantName: string | null
}
export interface GrantChange {
  permissionIds: string[]
  restrictedFields?: Record<string, string[]> | undefined
  version?: number | undefined
}
export interface GrantChanged {
  message: string
  totalPermissions: number
  affectedTenants: number
  affectedRoles: number
}
export interface GrantedPermission {
  id: string
  name: string
  description: string
  category: string
  restrictableFields: string[]
  restrictedFields: string[]
  ownFields?: string[] | undefined
  inheritedFields?: string[] | undefined
}
export interface GrantedPermissionCategory {
  name: string
  slug: string
  permissions: GrantedPermission[]
}
export interface GroupReference {
  id: string
  name: string
}
export interface Health {
  status: HealthStatus
  timestamp: string
}
export interface HealthCheck {
  status: HealthStatus
  latencyMs: number
  note?: string | undefined
}
export interface HealthDetails {
  status: HealthStatus
  timestamp: string
  version: string
  uptimeSeconds: number
  checks: Record<string, HealthCheck>
}
export type HealthStatus = "ok" | "degraded" | "down"
export interface IdentityProvider {
  id: string
  tenantId: string
  name: string
  displayName: string
  issuer: string
  clientId: string
  hasClientSecret: boolean
  scopes: string[]
  trustEmail: boolean
  isActive: boolean
  version: number
  createdAt: string
  updatedAt: string
}
export interface IdentityProviders {
  tenantId: string
  tenantName: string | null
  identityProviders: IdentityProvider[]
}
export interface Impersonation {
  reason?: string | null | undefined
}
export interface Impersonator {
  id: string
  name: string
}
export interface ImportAnswerLine {
  line?: number | undefined
  id?: string | null | undefined
  code?: ErrorCode | undefined
  errors?: ({ field: string; code: string; message: string })[] | undefined
  message?: string | undefined
  traceId?: string | undefined
  affected?: number | undefined
  skipped?: number | undefined
}
export interface ImportedUser {
  email: string
  username?: string | null | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  phoneNumber?: string | null | undefined
  emailVerified?: boolean | undefined
  phoneVerified?: boolean | undefined
  createdAt?: string | undefined
  passwordHash?: string | undefined
  externalLogins?: ({ provider: string; subject: string })[] | undefined
}
export interface ListedMessageTemplate {
  id: string
  name: string
  code: string | null
  engine: "liquid"
  category: string
  variables: string[]
  isActive: boolean
  isSystem: boolean
  tenantId: string | null
  tenantName: string | null
  version: number
  usageCount30d: number
  createdAt: string
  updatedAt: string
  updatedBy: string | null
  updatedByName: string | null
  subject: string
}
export interface LoginActivity {
  days: ({ date: string; successful: number; failed: number })[]
}
export interface MatchingAdmins {
  filter: AdminFilter
  excludeIds?: string[] | undefined
  expectedCount?: number | undefined
  dryRun?: boolean | undefined
}
export interface MatchingUserGroups {
  filter: UserGroupFilter
  excludeIds?: string[] | undefined
  cascadeAdmins?: boolean | undefined
  expectedCount?: number | undefined
  dryRun?: boolean | undefined
}
export interface MenuItem {
  id: string
  key: string
  titleEn: string
  titleAr: string | null
  path: string | null
  icon: string | null
  parentId: string | null
  order: number
  requiredPermission: string | null
  isVisible: boolean
  tenantId: string | null
  version: number
  children: MenuItem[]
}
export interface MenuItemChange {
  titleEn?: string | undefined
  key?: string | undefined
  order?: number | undefined
  titleAr?: string | null | undefined
  path?: string | null | undefined
  icon?: string | null | undefined
  parentId?: string | null | undefined
  requiredPermission?: PermissionName | null | undefined
  isVisible?: boolean | undefined
  version?: number | undefined
}
export interface MenuOrder {
  items: ({ id: string; parentId: string | null; order: number })[]
}
export interface Message {
  message: string
}
export interface MessageTemplate {
  id: string
  name: string
  code: string | null
  engine: "liquid"
  category: string
  variables: string[]
  isActive: boolean
  isSystem: boolean
  tenantId: string | null
  tenantName: string | null
  version: number
  usageCount30d: number
  createdAt: string
  updatedAt: string
  updatedBy: string | null
  updatedByName: string | null
  subject: string
  bodyHtml: string
  bodyText: string | null
  variableDefinitions: ({ name: string; required: boolean; default: unknown; example: unknown; description: string | null })[]
  translations: { en?: { subject: string; bodyHtml: string; bodyText: string | null } | undefined; ar?: { subject: string; bodyHtml: string; bodyText: string | null } | undefined }
  warnings?: TemplateWarning[] | undefined
}
export interface MessageTemplateChange {
  name?: string | undefined
  code?: string | null | undefined
  subject?: string | undefined
  bodyHtml?: string | undefined
  bodyText?: string | null | undefined
  engine?: "liquid" | undefined
  category?: string | undefined
  variables?: string[] | undefined
  variableDefinitions?: TemplateVariable[] | undefined
  translations?: { en?: TemplateTranslation | undefined; ar?: TemplateTranslation | undefined } | undefined
  isActive?: boolean | undefined
  version?: number | undefined
}
export interface MessageTemplatePage {
  items: ListedMessageTemplate[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface NearTenant {
  id: string
  name: string
  code: string
  logoUrl: string | null
  parentTenantId: string | null
  isActive: boolean
  status: TenantStatus
  statusReason: string | null
  description: string | null
  address: string | null
  path: TenantReference[]
  childCount: number
  adminCount: number
  createdAt: string
  version: number
  level: number
  relation: "self" | "child"
}
export interface NearTenantPage {
  items: NearTenant[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface NewAdmin {
  email: string
  firstName: string
  lastName: string
  roleId: string
  tenantId?: string | null | undefined
  username?: string | null | undefined
  phoneNumber?: string | null | undefined
  password?: string | undefined
  sendInvitation?: boolean | undefined
}
export interface NewDomain {
  domainName: string
}
export interface NewEmail {
  to: string
  toName?: string | null | undefined
  recipientId?: string | null | undefined
  subject?: string | null | undefined
  templateId: string
  variables?: Record<string, unknown> | undefined
  priority?: "low" | "normal" | "high" | undefined
  scheduledAt?: string | null | undefined
  locale?: "en" | "ar" | null | undefined
}
export interface NewEmails {
  templateId: string
  subject?: string | null | undefined
  variables?: Record<string, unknown> | undefined
  priority?: "low" | "normal" | "high" | undefined
  scheduledAt?: string | null | undefined
  locale?: "en" | "ar" | null | undefined
  dryRun?: boolean | undefined
  expectedCount?: number | undefined
  recipients?: BulkEmailRecipient[] | undefined
  filter?: BulkEmailFilter | undefined
}
export interface NewIdentityProvider {
  name: string
  displayName: string
  issuer: string
  clientId: string
  clientSecret?: string | null | undefined
  scopes?: string[] | undefined
  trustEmail?: boolean | undefined
  isActive?: boolean | undefined
}
export interface NewMenuItem {
  titleEn: string
  key?: string | undefined
  order?: number | undefined
  titleAr?: string | null | undefined
  path?: string | null | undefined
  icon?: string | null | undefined
  parentId?: string | null | undefined
  requiredPermission?: PermissionName | null | undefined
  isVisible?: boolean | undefined
}
export interface NewMessageTemplate {
  name: string
  code?: string | null | undefined
  subject: string
  bodyHtml: string
  bodyText?: string | null | undefined
  engine?: "liquid" | undefined
  category: string
  variables?: string[] | undefined
  variableDefinitions?: TemplateVariable[] | undefined
  translations?: { en?: TemplateTranslation | undefined; ar?: TemplateTranslation | undefined } | undefined
  isActive?: boolean | undefined
  tenantId?: string | null | undefined
}
export interface NewNotification {
  targets: NotificationTarget[]
  title: string
  body: string
  severity?: "info" | "success" | "warning" | "critical" | undefined
  link?: string | null | undefined
}
export interface NewOwnUserGroup {
  nameEn?: string | undefined
  nameAr?: string | null | undefined
  code?: string | undefined
  descriptionEn?: string | null | undefined
  descriptionAr?: string | null | undefined
  isActive?: boolean | undefined
  roleIds?: string[] | undefined
  name?: string | undefined
  Name?: string | undefined
  description?: string | null | undefined
  Description?: string | null | undefined
  status?: boolean | "Active" | "Inactive" | undefined
  Status?: boolean | "Active" | "Inactive" | undefined
  RoleIds?: string[] | undefined
}
export interface NewRole {
  name: string
  description?: string | null | undefined
  permissionIds?: string[] | undefined
  restrictedFields?: Record<string, string[]> | undefined
  menuItemIds?: string[] | undefined
  isDefault?: boolean | undefined
  tenantId?: string | null | undefined
}
export interface NewTenant {
  name: string
  code?: string | undefined
  parentTenantId?: string | null | undefined
  description?: string | null | undefined
  address?: string | null | undefined
  logoUrl?: string | null | undefined
  admin?: NewTenantAdmin | undefined
  settings?: TenantSettingsChange | undefined
}
export interface NewTenantAdmin {
  email: string
  firstName: string
  lastName: string
  password?: string | undefined
}
export interface NewUser {
  username: string
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  phoneNumber?: string | null | undefined
  tenantId?: string | undefined
  password?: string | undefined
  sendInvitation?: boolean | undefined
}
export interface NewUserGroup {
  nameEn?: string | undefined
  nameAr?: string | null | undefined
  code?: string | undefined
  descriptionEn?: string | null | undefined
  descriptionAr?: string | null | undefined
  isActive?: boolean | undefined
  roleIds?: string[] | undefined
  name?: string | undefined
  Name?: string | undefined
  description?: string | null | undefined
  Description?: string | null | undefined
  status?: boolean | "Active" | "Inactive" | undefined
  Status?: boolean | "Active" | "Inactive" | undefined
  RoleIds?: string[] | undefined
  tenantId?: string | null | undefined
}
export interface NewWebhook {
  url: string
  events: string[]
  secret?: string | null | undefined
  isActive?: boolean | undefined
  description?: string | undefined
  retryPolicy?: "persistent" | "exponential" | undefined
  includeDescendants?: boolean | undefined
}
export interface Notification {
  id: string
  type: string
  title: string
  body: string
  severity: "info" | "success" | "warning" | "critical"
  data: Record<string, unknown>
  link: string | null
  isRead: boolean
  readAt: string | null
  createdAt: string
  actor: NotificationActor | null
  tenantId: string | null
}
export interface NotificationActor {
  id: string
  name: string | null
}
export interface NotificationPage {
  items: Notification[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
  unreadCount: number
}
export interface NotificationRecipient {
  id: string
  type: "admin" | "user"
  email?: string | undefined
  name: string
  firstName: string
  lastName: string
  tenantId: string | null
  tenantName: string | null
  avatarUrl: string | null
}
export type NotificationStreamEvent = StreamReady | StreamNotificationCreated | StreamNotificationRead | StreamNotificationUnread | StreamAllNotificationsRead | StreamNotificationDeleted | StreamUnreadCount | StreamResync | StreamPermissionsChanged | StreamSessionRevoked | StreamTokenExpired
export interface NotificationTarget {
  type: "admin" | "user"
  id: string
}
export interface NotificationTargets {
  items: NotificationRecipient[]
  totalCount: number
}
export interface NumberOfUser {
  phoneNumber: string
  tenantCode?: string | null | undefined
}
export interface OwnPermissions {
  permissions: string[]
  restrictions: OwnRestriction[]
  roles: OwnRole[]
  groups: GroupReference[]
}
export interface OwnProfile {
  id: string
  email: string
  username: string | null
  firstName: string
  lastName: string
  phoneNumber: string | null
  avatarUrl: string | null
  isActive: boolean
  twoFactorEnabled: boolean
  roleId: string | null
  roleName: string | null
  permissions: string[]
  tenantId: string | null
  tenantName: string | null
  createdAt: string
  version: number
}
export interface OwnProfileChange {
  firstName?: string | undefined
  lastName?: string | undefined
  phoneNumber?: string | null | undefined
  version?: number | undefined
}
export interface OwnRestriction {
  permissionCode: string
  restrictedFields: string[]
}
export interface OwnRole {
  id: string
  name: string
}
export interface OwnTenant {
  id: string
  name: string
  code: string
  status: TenantStatus
  path: TenantReference[]
  branding: Branding
}
export interface OwnUserProfile {
  id: string
  username: string | null
  email: string
  firstName: string
  lastName: string
  phoneNumber: string | null
  avatarUrl: string | null
  isActive: boolean
  emailVerified: boolean
  phoneVerified: boolean
  twoFactorEnabled: boolean
  tenantId: string
  tenantCode: string
  createdAt: string
  version: number
}
export interface PasswordChange {
  currentPassword: string
  newPassword: string
}
export interface PasswordPolicy {
  minLength: number
  requireUppercase: boolean
  requireNumber: boolean
  requireSpecial: boolean
}
export type PasswordReset = PasswordResetByChallenge | PasswordResetByCode
export interface PasswordResetByChallenge {
  challengeToken: string
  newPassword: string
}
export interface PasswordResetByCode {
  email: string
  tenantId?: string | null | undefined
  code: string
  newPassword: string
}
export interface PasswordResetChallenge {
  challengeToken: string
  expiresIn: number
}
export interface PasswordResetCode {
  email: string
  tenantId?: string | null | undefined
  code: string
}
export interface PasswordResetLink {
  token: string
}
export type PasswordResetProof = PasswordResetCode | PasswordResetLink
export interface PasswordResetRequest {
  email: string
  tenantId?: string | null | undefined
  method?: "otp" | "magic-link" | undefined
}
export interface Permission {
  id: string
  name: string
  description: string
  category: string
  restrictableFields: string[]
}
export interface PermissionCategory {
  name: string
  slug: string
  permissions: Permission[]
}
export interface PermissionExplanation {
  allowed: boolean
  restrictedFields: string[]
  chain: ExplanationStep[]
}
export type PermissionName = "admins.view" | "admins.create" | "admins.update" | "admins.delete" | "users.view" | "users.create" | "users.update" | "users.delete" | "tenants.view" | "tenants.create" | "tenants.update" | "tenants.delete" | "groups.view" | "groups.create" | "groups.update" | "groups.delete" | "roles.view" | "roles.manage" | "webhooks.view" | "webhooks.create" | "webhooks.update" | "webhooks.delete" | "emails.view" | "emails.create" | "emails.update" | "emails.delete" | "emails.send" | "emails.external" | "templates.view" | "templates.create" | "templates.update" | "templates.delete" | "notifications.send" | "files.view" | "files.create" | "files.update" | "files.delete" | "menus.view" | "menus.create" | "menus.update" | "menus.delete" | "audit.view" | "audit.export" | "dashboard.view" | "recyclebin.view" | "recyclebin.restore" | "recyclebin.delete" | "settings.view" | "settings.update"
export interface PermissionOrigin {
  source: "role" | "group"
  id: string | null
  name: string | null
}
export interface PhoneVerification {
  phoneNumber: string
  code: string
  tenantCode?: string | null | undefined
}
export interface Preferences {
  language: "en" | "ar" | null
  theme: "light" | "dark" | "system" | null
  density: "comfortable" | "compact" | null
  numerals: "latin" | "arabic" | null
  timeZone: string | null
  shortcuts: boolean | null
  pinnedTenants: string[]
  views: SavedView[]
  columns: Record<string, string[]>
}
export interface PreferencesChange {
  language?: "en" | "ar" | null | undefined
  theme?: "light" | "dark" | "system" | null | undefined
  density?: "comfortable" | "compact" | null | undefined
  numerals?: "latin" | "arabic" | null | undefined
  timeZone?: string | null | undefined
  shortcuts?: boolean | null | undefined
  pinnedTenants?: string[] | null | undefined
  views?: SavedViewChange[] | null | undefined
  columns?: Record<string, string[]> | null | undefined
}
export interface ProviderSignIn {
  token?: string | null | undefined
  code?: string | null | undefined
  redirectUri?: string | null | undefined
  codeVerifier?: string | null | undefined
  nonce?: string | null | undefined
  deviceInfo?: string | null | undefined
  tenantId?: string | null | undefined
  isPlatformAdmin?: boolean | null | undefined
}
export type ProviderSignInResult = ProviderTokenResponse | TwoFactorChallenge | WorkspaceSelection | RedirectBeginning
export interface ProviderTokenResponse {
  accessToken: string
  refreshToken: string | null
  expiresIn: number
  tokenType: "Bearer"
  requiresTwoFactor: false
  requiresTwoFactorSetup: boolean
  MustChangePassword: boolean
  user: TokenUser
  isNewUser: boolean
}
export interface QueuedTestMail {
  id: string
  status: "queued" | "scheduled" | "sent" | "failed" | "cancelled"
}
export interface Recipient {
  id: string
  type: "admin" | "user"
  email?: string | undefined
  name: string
  firstName: string
  lastName: string
  tenantId: string | null
  tenantName: string | null
  avatarUrl: string | null
}
export interface Recipients {
  items: Recipient[]
  totalCount: number
}
export interface RecycleBinEntry {
  id: string
  entityType: "Admin" | "User" | "Tenant" | "Role" | "UserGroup" | "MessageTemplate" | "Webhook"
  displayName: string
  tenantId: string | null
  tenantName: string | null
  deletedBy: string | null
  deletedByName: string | null
  deletedAt: string | null
  canRestore: boolean
  reason: "name_taken" | "tenant_deleted" | "role_deleted" | "quota_exceeded" | null
}
export interface RecycleBinPage {
  items: RecycleBinEntry[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
}
export interface RedirectBeginning {
  authorizationUrl: string
  state: string
  nonce: string | null
  codeVerifier: string
}
export type RefusalReason = "admins_only" | "users_only" | "platform_only" | "superadmin_only" | "superadmin_account" | "superadmin_role" | "own_account" | "own_tenant" | "origin_not_allowed" | "name_taken" | "tenant_deleted" | "role_deleted" | "quota_exceeded"
export interface RegisteredUser {
  id: string
  username: string
  email: string
  tenantId: string
  emailVerified: boolean
  message: string
}
export interface Registration {
  username: string
  email: string
  password: string
  phoneNumber?: string | null | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  tenantCode?: string | null | undefined
}
export interface RenderedMessage {
  subject: string
  html: string
  text: string
}
export interface Role {
  id: string
  name: string
  description: string | null
  isDefault: boolean
  isSystem: boolean
  adminCount: number
  permissions: RolePermission[]
  menuItems: RoleMenuItem[]
  tenantId: string | null
  tenantName: string | null
  createdAt: string
  version: number
}
export interface RoleChange {
  name?: string | undefined
  description?: string | null | undefined
  menuItemIds?: string[] | undefined
  isDefault?: boolean | undefined
  version?: number | undefined
}
export interface RoleCopy {
  name?: string | undefined
}
export interface RoleMenuItem {
  id: string
  title: string
  isVisible: boolean
}
export interface RolePage {
  items: Role[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface RolePermission {
  id: string
  name: string
  category: string
  restrictedFields: string[]
}
export interface RolePermissionsChange {
  permissionIds: string[]
  restrictedFields?: Record<string, string[]> | undefined
  version?: number | undefined
}
export interface RolePermissionsChanged {
  message: string
  totalPermissions: number
  restrictedFieldsCount: number
}
export interface RoleReference {
  id: string
  name: string
}
export interface RoleScopesSynced {
  message: string
  removedPermissions: string[]
  addedRestrictedFields: Record<string, string[]>
}
export interface RotatedWebhookSecret {
  secret: string
  previousSecretExpiresAt: string | null
}
export interface RunningService {
  name: string
  version: string
  features: { registration: boolean; externalLogin: boolean; webhooks: boolean }
}
export interface SampleEmailRecipient {
  to?: string | undefined
  toName: string | null
  recipientType: "admin" | "user" | "external"
  recipientId: string | null
}
export interface SavedView {
  screen: string
  name: string
  query: string
}
export interface SavedViewChange {
  screen: string
  name: string
  query: string
}
export interface SearchResult {
  items: FoundRecord[]
}
export interface SecurityEvent {
  id: string
  event: string
  outcome: "success" | "failure" | "denied"
  ipAddress: string | null
  deviceInfo: string | null
  location: null
  createdAt: string
  details: Record<string, unknown>
}
export interface SecurityEventPage {
  items: SecurityEvent[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
}
export interface SecurityEvents {
  bruteForceAttempts: number
  lockedAccounts: number
  blockedIps: number
  recent: AuditEntry[]
}
export interface Session {
  tokenId: string
  deviceInfo: string | null
  ipAddress: string
  isCurrent: boolean
  lastActiveAt: string
  createdAt: string
}
export interface Settings {
  general: { serviceName: string; publicUrl: string | null; passwordResetUrl: string | null; corsOrigins: string[]; dnsServers: string[]; logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent"; logRequests: "on" | "errors" | "off"; metricsToken: string | null; language: "en" | "ar"; auditRetentionDays: number; recycleBinRetentionDays: number; notificationRetentionDays: number }
  security: { lockoutThreshold: number; lockoutMinutes: number; passwordMinLength: number; passwordRequireUppercase: boolean; passwordRequireNumber: boolean; passwordRequireSpecial: boolean; passwordExpiryDays: number; passwordHistoryCount: number; require2FA: boolean; requireEmailVerification: boolean; bcryptCost: number; accessTokenMinutes: number; refreshReuseGraceSeconds: number }
  email: { transport: "outbox" | "smtp"; host: string | null; port: number | null; user: string | null; password: string | null; encryption: "auto" | "starttls" | "tls" | "optional"; certificates: string | null; from: string; bounceSecret: string | null; contentRetentionDays: number; retentionDays: number }
  sms: { transport: "log" | "http" | "twilio"; url: string | null; user: string | null; password: string | null; from: string | null; countries: string[]; perNumberDay: number; perTenantDay: number; twilioApiUrl: string }
  rateLimits: { enabled: boolean; global: { limit: number; windowSeconds: number }; session: { limit: number; windowSeconds: number }; auth: { limit: number; windowSeconds: number }; otpSend: { limit: number; windowSeconds: number }; otpVerify: { limit: number; windowSeconds: number }; passwordReset: { limit: number; windowSeconds: number }; tokenRefresh: { limit: number; windowSeconds: number }; pageRefresh: { limit: number; windowSeconds: number }; otpCooldownSeconds: number; otpSendsPerAccountHour: number; otpSendsPerTenantDay: number; otpWrongCodesPerDay: number; maxConnections: number; maxConnectionsPerClient: number }
  webhooks: { allowPrivate: boolean; retrySchedule: number[]; retryJitterPercent: number; timeoutMs: number; concurrency: number; logRetentionDays: number; autoDisableAfterHours: number; autoDisableMinFailures: number; warnAfterHours: number; testsPerMinute: number; replayMaxDays: number; replayMaxDeliveries: number }
  providers: { googleClientId: string | null; googleClientSecret: string | null; googleIssuer: string; appleClientId: string | null; appleTeamId: string | null; appleKeyId: string | null; applePrivateKey: string | null; appleIssuer: string; microsoftClientId: string | null; microsoftClientSecret: string | null; microsoftIssuer: string; facebookClientId: string | null; facebookClientSecret: string | null; facebookGraphUrl: string; facebookDialogUrl: string }
  features: { registration: boolean; externalLogin: boolean; webhooks: boolean }
  storage: { transport: string; url: string }
  sources: Record<string, "default" | "environment" | "database">
}
export interface SettingsChange {
  general?: { serviceName?: string | null | undefined; publicUrl?: string | null | null | undefined; passwordResetUrl?: string | null | null | undefined; corsOrigins?: string[] | null | undefined; dnsServers?: string[] | null | undefined; logLevel?: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent" | null | undefined; logRequests?: "on" | "errors" | "off" | null | undefined; metricsToken?: string | null | undefined; language?: "en" | "ar" | null | undefined; auditRetentionDays?: number | null | undefined; recycleBinRetentionDays?: number | null | undefined; notificationRetentionDays?: number | null | undefined } | undefined
  security?: { lockoutThreshold?: number | null | undefined; lockoutMinutes?: number | null | undefined; passwordMinLength?: number | null | undefined; passwordRequireUppercase?: boolean | null | undefined; passwordRequireNumber?: boolean | null | undefined; passwordRequireSpecial?: boolean | null | undefined; passwordExpiryDays?: number | null | undefined; passwordHistoryCount?: number | null | undefined; require2FA?: boolean | null | undefined; requireEmailVerification?: boolean | null | undefined; bcryptCost?: number | null | undefined; accessTokenMinutes?: number | null | undefined; refreshReuseGraceSeconds?: number | null | undefined } | undefined
  email?: { transport?: "outbox" | "smtp" | null | undefined; host?: string | null | null | undefined; port?: number | null | null | undefined; user?: string | null | null | undefined; password?: string | null | undefined; encryption?: "auto" | "starttls" | "tls" | "optional" | null | undefined; certificates?: string | null | null | undefined; from?: string | null | undefined; bounceSecret?: string | null | undefined; contentRetentionDays?: number | null | undefined; retentionDays?: number | null | undefined } | undefined
  sms?: { transport?: "log" | "http" | "twilio" | null | undefined; url?: string | null | null | undefined; user?: string | null | null | undefined; password?: string | null | undefined; from?: string | null | null | undefined; countries?: string[] | null | undefined; perNumberDay?: number | null | undefined; perTenantDay?: number | null | undefined; twilioApiUrl?: string | null | undefined } | undefined
  rateLimits?: { enabled?: boolean | null | undefined; global?: { limit: number; windowSeconds: number } | null | undefined; session?: { limit: number; windowSeconds: number } | null | undefined; auth?: { limit: number; windowSeconds: number } | null | undefined; otpSend?: { limit: number; windowSeconds: number } | null | undefined; otpVerify?: { limit: number; windowSeconds: number } | null | undefined; passwordReset?: { limit: number; windowSeconds: number } | null | undefined; tokenRefresh?: { limit: number; windowSeconds: number } | null | undefined; pageRefresh?: { limit: number; windowSeconds: number } | null | undefined; otpCooldownSeconds?: number | null | undefined; otpSendsPerAccountHour?: number | null | undefined; otpSendsPerTenantDay?: number | null | undefined; otpWrongCodesPerDay?: number | null | undefined; maxConnections?: number | null | undefined; maxConnectionsPerClient?: number | null | undefined } | undefined
  webhooks?: { allowPrivate?: boolean | null | undefined; retrySchedule?: number[] | null | undefined; retryJitterPercent?: number | null | undefined; timeoutMs?: number | null | undefined; concurrency?: number | null | undefined; logRetentionDays?: number | null | undefined; autoDisableAfterHours?: number | null | undefined; autoDisableMinFailures?: number | null | undefined; warnAfterHours?: number | null | undefined; testsPerMinute?: number | null | undefined; replayMaxDays?: number | null | undefined; replayMaxDeliveries?: number | null | undefined } | undefined
  providers?: { googleClientId?: string | null | null | undefined; googleClientSecret?: string | null | undefined; googleIssuer?: string | null | undefined; appleClientId?: string | null | null | undefined; appleTeamId?: string | null | null | undefined; appleKeyId?: string | null | null | undefined; applePrivateKey?: string | null | undefined; appleIssuer?: string | null | undefined; microsoftClientId?: string | null | null | undefined; microsoftClientSecret?: string | null | undefined; microsoftIssuer?: string | null | undefined; facebookClientId?: string | null | null | undefined; facebookClientSecret?: string | null | undefined; facebookGraphUrl?: string | null | undefined; facebookDialogUrl?: string | null | undefined } | undefined
  features?: { registration?: boolean | null | undefined; externalLogin?: boolean | null | undefined; webhooks?: boolean | null | undefined } | undefined
  storage?: Record<string, unknown> | undefined
}
export interface SettingsReset {
  password: string
}
export interface SignIn {
  identifier: string
  password: string
  tenantId?: string | null | undefined
  isPlatformAdmin?: boolean | null | undefined
  deviceInfo?: string | null | undefined
}
export interface SignInPage {
  tenantId: string
  code: string
  name: string
  isSignInAvailable: boolean
  logoUrl?: string | null | undefined
  faviconUrl?: string | null | undefined
  primaryColor?: string | null | undefined
  secondaryColor?: string | null | undefined
  companyName?: string | null | undefined
  loginHeadline?: string | null | undefined
  loginSubtitle?: string | null | undefined
  loginBrandingJson?: string | null | undefined
  termsOfServiceUrl?: string | null | undefined
  privacyPolicyUrl?: string | null | undefined
  language?: "en" | "ar" | undefined
  providers?: SignInProvider[] | undefined
  passwordPolicy?: PasswordPolicy | undefined
  registrationEnabled?: boolean | undefined
  requireEmailVerification?: boolean | undefined
}
export interface SignInProvider {
  name: string
  displayName: string
  takesRedirect?: false | undefined
}
export type SignInResult = TokenResponse | TwoFactorChallenge | WorkspaceSelection
export interface SignInStart {
  serviceName: string
  workspace: SignInPage | null
  providers: SignInProvider[]
  returnTo: string | null
}
export interface SkippedEmailRecipient {
  to: string
  reason: "duplicate" | "invalid_address" | "suppressed" | "not_allowed"
}
export interface SkippedRecord {
  id: string
  code: ErrorCode
}
export interface StatsDay {
  date: string
  sent: number
  failed: number
  bounced: number
}
export interface StatsPeriod {
  from: string
  to: string
}
export interface StreamAllNotificationsRead {
  event: "notification.read_all"
  data: { readAt: string }
}
export interface StreamNotificationCreated {
  event: "notification.created"
  id: string
  data: Notification
}
export interface StreamNotificationDeleted {
  event: "notification.deleted"
  data: { id: string }
}
export interface StreamNotificationRead {
  event: "notification.read"
  data: { id: string; readAt: string }
}
export interface StreamNotificationUnread {
  event: "notification.unread"
  data: { id: string }
}
export interface StreamPermissionsChanged {
  event: "permissions.changed"
  data: {}
}
export interface StreamReady {
  event: "ready"
  id: string
  data: { connectionId: string; unreadCount: number; serverTime: string }
}
export interface StreamResync {
  event: "resync"
  id: string
  data: {}
}
export interface StreamSessionRevoked {
  event: "session.revoked"
  data: { tokenId: string; reason: string }
}
export interface StreamTicket {
  ticket: string
  expiresIn: number
}
export interface StreamTokenExpired {
  event: "token.expired"
  data: {}
}
export interface StreamUnreadCount {
  event: "notification.unread_count"
  data: { count: number }
}
export interface SuperAdminTransfer {
  password: string
}
export interface TemplateDraft {
  subject?: string | undefined
  bodyHtml?: string | undefined
  bodyText?: string | null | undefined
}
export interface TemplatePreview {
  subject: string
  html: string
  text: string
  variablesUsed: Record<string, unknown>
  missingVariables: string[]
  unknownVariables: string[]
}
export interface TemplatePreviewRequest {
  variables?: Record<string, unknown> | undefined
  locale?: "en" | "ar" | null | undefined
  draft?: TemplateDraft | undefined
  recipientId?: string | null | undefined
}
export interface TemplateRenderRequest {
  variables?: Record<string, unknown> | undefined
  locale?: "en" | "ar" | null | undefined
  strict?: boolean | undefined
}
export interface TemplateTranslation {
  subject: string
  bodyHtml: string
  bodyText?: string | null | undefined
}
export interface TemplateVariable {
  name: string
  required?: boolean | undefined
  default?: string | number | boolean | null | undefined
  example?: string | number | boolean | null | undefined
  description?: string | null | undefined
}
export interface TemplateWarning {
  code: "UNDECLARED_VARIABLE" | "UNUSED_VARIABLE"
  name: string
}
export interface Tenant {
  id: string
  name: string
  code: string
  logoUrl: string | null
  parentTenantId: string | null
  isActive: boolean
  status: TenantStatus
  statusReason: string | null
  description: string | null
  address: string | null
  path: TenantReference[]
  childCount: number
  adminCount: number
  createdAt: string
  version: number
}
export interface TenantChange {
  name?: string | undefined
  code?: string | undefined
  description?: string | null | undefined
  address?: string | null | undefined
  logoUrl?: string | null | undefined
  isActive?: boolean | undefined
  status?: TenantStatus | undefined
  statusReason?: string | null | undefined
  version?: number | undefined
}
export interface TenantCreationPermissions {
  canCreate: boolean
  reasons: ("permission_denied" | "quota_exceeded" | "too_deep")[]
  quotas: TenantQuotas
  grantablePermissionIds: string[]
}
export interface TenantDetail {
  id: string
  name: string
  code: string
  logoUrl: string | null
  parentTenantId: string | null
  isActive: boolean
  status: TenantStatus
  statusReason: string | null
  description: string | null
  address: string | null
  path: TenantReference[]
  childCount: number
  adminCount: number
  createdAt: string
  version: number
  settings: TenantSettings
  statistics: TenantStatistics
  hierarchy: TenantHierarchy
}
export interface TenantDomain {
  tenantId: string
  tenantName: string | null
  id: string
  domainName: string
  isPrimary: boolean
  isCustom: boolean
  isVerified: boolean
  verificationStatus: "unverified" | "pending" | "verified" | "failed"
  verifiedAt: string | null
  lastCheckedAt: string | null
  lastError: string | null
  createdAt: string
  verificationToken?: string | undefined
  dnsRecordType?: string | undefined
  dnsRecordName?: string | undefined
  dnsRecordValue?: string | undefined
  dnsCnameValue?: string | undefined
}
export interface TenantDomains {
  tenantId: string
  tenantName: string | null
  domains: Domain[]
}
export interface TenantHierarchy {
  level: number
  path: TenantReference[]
  childCount: number
  descendantCount: number
}
export interface TenantPage {
  items: Tenant[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface TenantQuotas {
  maxSubTenants: number | null
  usedSubTenants: number
  remainingSubTenants: number | null
  maxAdmins: number | null
  maxRoles: number | null
}
export interface TenantReference {
  id: string
  name: string
}
export interface TenantSettings {
  maxAdmins: number | null
  maxRoles: number | null
  maxSubTenants: number | null
  maxStorageBytes: number | null
  passwordMinLength: number | null
  passwordRequireUppercase: boolean | null
  passwordRequireNumber: boolean | null
  passwordRequireSpecial: boolean | null
  passwordExpiryDays: number | null
  passwordHistoryCount: number | null
  loginLockoutThreshold: number | null
  loginLockoutMinutes: number | null
  require2FA: boolean | null
  accessTokenMinutes: number | null
  auditRetentionDays: number | null
  auditEnabled: boolean | null
  recycleBinRetentionDays: number | null
  registrationEnabled: boolean | null
  requireEmailVerification: boolean | null
  identityProviderMode: "Single" | "Multiple" | "Disabled" | null
  language: "en" | "ar" | null
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
  sources: Record<string, "own" | "inherited" | "default">
  inheritedFrom: Record<string, string>
  inherited: Record<string, string | number | boolean | null>
}
export interface TenantSettingsChange {
  maxAdmins?: number | null | undefined
  maxRoles?: number | null | undefined
  maxSubTenants?: number | null | undefined
  maxStorageBytes?: number | null | undefined
  passwordMinLength?: number | null | undefined
  passwordRequireUppercase?: boolean | null | undefined
  passwordRequireNumber?: boolean | null | undefined
  passwordRequireSpecial?: boolean | null | undefined
  passwordExpiryDays?: number | null | undefined
  passwordHistoryCount?: number | null | undefined
  loginLockoutThreshold?: number | null | undefined
  loginLockoutMinutes?: number | null | undefined
  require2FA?: boolean | null | undefined
  accessTokenMinutes?: number | null | undefined
  auditRetentionDays?: number | null | undefined
  auditEnabled?: boolean | null | undefined
  recycleBinRetentionDays?: number | null | undefined
  registrationEnabled?: boolean | null | undefined
  requireEmailVerification?: boolean | null | undefined
  identityProviderMode?: "Single" | "Multiple" | "Disabled" | null | undefined
  language?: "en" | "ar" | null | undefined
  logoUrl?: string | null | undefined
  faviconUrl?: string | null | undefined
  primaryColor?: string | null | undefined
  secondaryColor?: string | null | undefined
  companyName?: string | null | undefined
  loginHeadline?: string | null | undefined
  loginSubtitle?: string | null | undefined
  loginBrandingJson?: string | null | undefined
  dashboardThemeJson?: string | null | undefined
  termsOfServiceUrl?: string | null | undefined
  privacyPolicyUrl?: string | null | undefined
}
export interface TenantStatistics {
  adminCount: number
  userCount: number
  storageBytes: number
}
export type TenantStatus = "Active" | "Inactive" | "Suspended" | "Cancelled"
export interface TenantTreeNode {
  id: string
  name: string
  code: string
  status: TenantStatus
  level: number
  children: TenantTreeNode[]
}
export interface TestMailRequest {
  to: string
  variables?: Record<string, unknown> | undefined
  locale?: "en" | "ar" | null | undefined
}
export interface TokenRefresh {
  refreshToken?: string | null | undefined
}
export interface TokenResponse {
  accessToken: string
  refreshToken: string | null
  expiresIn: number
  tokenType: "Bearer"
  requiresTwoFactor: false
  requiresTwoFactorSetup: boolean
  MustChangePassword: boolean
  user: TokenUser
}
export interface TokenUser {
  id: string
  email: string
  role: string | null
  tenantId: string | null
  impersonatorAdminId?: string | undefined
}
export interface TopBlockedIps {
  items: ({ ipAddress: string; attempts: number; lastAttemptAt: string })[]
  otherAttempts: number
}
export interface TwoFactorChallenge {
  requiresTwoFactor: true
  twoFactorToken: string
  expiresIn: number
  MustChangePassword: boolean
}
export interface TwoFactorConfirmation {
  code: string
}
export interface TwoFactorDisabling {
  password: string
  code: string
}
export interface TwoFactorEnabling {
  password: string
}
export interface TwoFactorSetup {
  secret: string
  qrCodeUri: string
  qrCodeBase64: string
}
export interface TwoFactorVerification {
  twoFactorToken: string
  code: string
}
export interface UnreadCount {
  count: number
}
export interface User {
  id: string
  email?: string | undefined
  username: string | null
  firstName: string
  lastName: string
  phoneNumber?: string | null | undefined
  avatarUrl: string | null
  tenantName: string | null
  isActive: boolean
  isBlocked: boolean
  isLockedOut: boolean
  twoFactorEnabled: boolean
  lastLoginAt: string | null
  createdAt: string
  version: number
  tenantId: string
  emailVerified: boolean
  phoneVerified: boolean
}
export interface UserBlock {
  isBlocked?: boolean | undefined
  reason?: string | undefined
}
export interface UserChange {
  firstName?: string | undefined
  lastName?: string | undefined
  phoneNumber?: string | null | undefined
  email?: string | undefined
  isActive?: boolean | undefined
  version?: number | undefined
}
export interface UserDetail {
  id: string
  email?: string | undefined
  username: string | null
  firstName: string
  lastName: string
  phoneNumber?: string | null | undefined
  avatarUrl: string | null
  tenantName: string | null
  isActive: boolean
  isBlocked: boolean
  isLockedOut: boolean
  twoFactorEnabled: boolean
  lastLoginAt: string | null
  createdAt: string
  version: number
  tenantId: string
  emailVerified: boolean
  phoneVerified: boolean
  status: "Blocked" | "Deactivated" | "LockedOut" | "Active"
  lockoutEnd: string | null
  blockReason?: string | null | undefined
  blockedAt?: string | null | undefined
  blockedBy?: string | null | undefined
  blockedByName?: string | null | undefined
}
export interface UserGroup {
  id: string
  nameEn: string
  nameAr: string | null
  code: string
  isActive: boolean
  descriptionEn: string | null
  descriptionAr: string | null
  tenantId: string | null
  tenantName: string | null
  memberCount: number
  members: UserGroupMember[]
  roleCount: number
  roles: UserGroupRole[]
  restrictions: UserGroupRestriction[]
  createdAt: string
  version: number
}
export interface UserGroupChange {
  nameEn?: string | undefined
  nameAr?: string | null | undefined
  code?: string | undefined
  descriptionEn?: string | null | undefined
  descriptionAr?: string | null | undefined
  isActive?: boolean | undefined
  roleIds?: string[] | undefined
  name?: string | undefined
  Name?: string | undefined
  description?: string | null | undefined
  Description?: string | null | undefined
  status?: boolean | "Active" | "Inactive" | undefined
  Status?: boolean | "Active" | "Inactive" | undefined
  RoleIds?: string[] | undefined
  version?: number | undefined
}
export interface UserGroupChoice {
  id: string
  nameEn: string
  nameAr: string | null
  code: string
  isActive: boolean
}
export interface UserGroupChoicePage {
  items: UserGroupChoice[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface UserGroupFilter {
  search?: string | undefined
  isActive?: boolean | undefined
  tenantId?: string | undefined
  within?: string | undefined
}
export interface UserGroupIds {
  ids: string[]
  cascadeAdmins?: boolean | undefined
}
export interface UserGroupMember {
  adminId: string
  firstName: string
  lastName: string
  username: string | null
  email?: string | undefined
  isActive: boolean
}
export interface UserGroupMembersAddition {
  adminIds: string[]
}
export interface UserGroupPage {
  items: UserGroup[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface UserGroupRestriction {
  permissionCode: string
  restrictedFields: string[]
}
export interface UserGroupRestrictionsChange {
  restrictions: ({ permissionCode: PermissionName; restrictedFields: string[] })[]
  version?: number | undefined
}
export interface UserGroupRole {
  roleId: string
  nameEn: string
  nameAr: string | null
  code: string
  permissionCount: number
}
export interface UserGroupRolesChange {
  roleIds: string[]
  version?: number | undefined
}
export interface UserPage {
  items: User[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface UserPasswordReset {
  email: string
  code: string
  newPassword: string
  tenantCode?: string | null | undefined
}
export interface UserProviderSignIn {
  token?: string | null | undefined
  code?: string | null | undefined
  redirectUri?: string | null | undefined
  codeVerifier?: string | null | undefined
  nonce?: string | null | undefined
  deviceInfo?: string | null | undefined
  tenantCode?: string | null | undefined
}
export interface UserSignIn {
  username: string
  password: string
  tenantCode?: string | null | undefined
  deviceInfo?: string | null | undefined
}
export interface Webhook {
  id: string
  tenantId: string | null
  tenantName: string | null
  url: string
  events: string[]
  isActive: boolean
  description: string
  secretHint: string
  hasPreviousSecret: boolean
  previousSecretExpiresAt: string | null
  retryPolicy: "persistent" | "exponential"
  includeDescendants: boolean
  disabledAt: string | null
  disabledReason: "consecutive_failures" | "gone" | "manual" | null
  consecutiveFailures: number
  failingSince: string | null
  lastDeliveryAt: string | null
  lastStatus: string | null
  stats24h: WebhookRecentDeliveries
  createdAt: string
  updatedAt: string
  createdBy: string | null
  createdByName: string | null
  version: number
}
export interface WebhookAttempt {
  attemptNumber: number
  trigger: "automatic" | "manual"
  startedAt: string
  httpStatus: number | null
  duration: number | null
  responseBody: string | null
  error: string | null
  responseHeaders: {} | null
}
export interface WebhookChange {
  url?: string | undefined
  events?: string[] | undefined
  secret?: string | undefined
  isActive?: boolean | undefined
  description?: string | undefined
  retryPolicy?: "persistent" | "exponential" | undefined
  includeDescendants?: boolean | undefined
  version?: number | undefined
}
export interface WebhookDelivery {
  eventId: string
  event: string
  status: "Pending" | "Retrying" | "Delivered" | "Failed"
  httpStatus: number | null
  duration: number | null
  responseBody: string | null
  error: string | null
  attemptNumber: number
  maxAttempts: number
  nextAttemptAt: string | null
  trigger: "automatic" | "manual"
  isTest: boolean
  createdAt: string
  lastAttemptAt: string | null
  deliveredAt: string | null
}
export interface WebhookDeliveryDetail {
  eventId: string
  event: string
  status: "Pending" | "Retrying" | "Delivered" | "Failed"
  httpStatus: number | null
  duration: number | null
  responseBody: string | null
  error: string | null
  attemptNumber: number
  maxAttempts: number
  nextAttemptAt: string | null
  trigger: "automatic" | "manual"
  isTest: boolean
  createdAt: string
  lastAttemptAt: string | null
  deliveredAt: string | null
  request: WebhookRequest
  attempts: WebhookAttempt[]
}
export interface WebhookDeliveryPage {
  items: WebhookDelivery[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface WebhookEventType {
  name: string
  title: string
  description: string
  category: string
  inWildcard: boolean
  pairOf: string | null
  deprecated: boolean
  schemaVersion: number
  schema: {}
  example: {}
}
export interface WebhookPage {
  items: Webhook[]
  totalCount: number
  page: number
  pageSize: number
  totalPages: number
  nextCursor: string | null
  isTotalCapped?: true | undefined
}
export interface WebhookRecentDeliveries {
  total: number
  delivered: number
  failed: number
  successRate: number | null
}
export interface WebhookReplay {
  from?: string | undefined
  to?: string | null | undefined
  status?: ("Pending" | "Retrying" | "Delivered" | "Failed")[] | undefined
  events?: string[] | undefined
  eventIds?: string[] | undefined
  dryRun?: boolean | undefined
}
export interface WebhookReplayResult {
  affected: number
  message?: string | undefined
}
export interface WebhookRequest {
  url: string
  headers: {} | null
  body: string | null
}
export interface WebhookSecret {
  secret: string
}
export interface WebhookSecretRotation {
  secret?: string | null | undefined
  gracePeriodSeconds?: number | undefined
}
export interface WebhookStatistics {
  range: "24h" | "7d" | "30d"
  from: string
  to: string
  total: number
  delivered: number
  failed: number
  successRate: number | null
  series: WebhookStatisticsStep[]
}
export interface WebhookStatisticsStep {
  at: string
  delivered: number
  failed: number
}
export interface WebhookTest {
  event?: string | undefined
}
export interface WebhookTestResult {
  success: boolean
  eventId: string
  status: "Delivered" | "Failed"
  httpStatus: number | null
  duration: number
  responseBody: string | null
  error: string | null
}
export interface WithheldPermission {
  name: string
  reason: "blocked" | "deactivated" | "locked_out" | "tenant_inactive" | "tenant_suspended" | "tenant_cancelled" | "tenant_deleted" | "listed" | "all_granted" | "every_view" | "not_listed" | "role_deleted" | "group_inactive" | "no_role" | "granted" | "not_granted" | "platform_only" | "restriction" | "inherited"
}
export interface Workspace {
  tenantId: string | null
  isPlatform?: boolean | undefined
  tenantCode?: string | undefined
  name: string
  logoUrl?: string | null | undefined
}
export interface WorkspaceDiscovery {
  identifier: string
  password: string
}
export interface WorkspaceSelection {
  requiresWorkspaceSelection: true
  workspaces: Workspace[]
}
export interface Workspaces {
  workspaces: Workspace[]
}

/** The codes of each error status. */
export interface CodesOfStatus {
  400: "validation_failed" | "malformed_json" | "malformed_request" | "unknown_provider" | "otp_invalid" | "otp_expired" | "otp_exhausted" | "password_policy" | "password_reused" | "image_invalid" | "image_too_large" | "bulk_too_large" | "export_too_large" | "webhook_url_invalid" | "webhook_url_not_allowed" | "webhook_event_unknown" | "webhook_secret_invalid" | "template_syntax_error" | "template_limit_exceeded" | "template_render_error" | "template_variables_missing" | "template_variable_required" | "template_secret_misplaced"
  401: "token_missing" | "token_invalid" | "token_expired" | "session_revoked" | "invalid_credentials" | "refresh_token_invalid" | "two_factor_invalid"
  403: "permission_denied" | "field_restricted" | "account_blocked" | "account_inactive" | "tenant_inactive" | "tenant_suspended" | "tenant_cancelled" | "password_change_required" | "two_factor_setup_required" | "registration_disabled" | "email_not_verified" | "impersonation_forbidden" | "admin_protected"
  404: "not_found" | "template_not_found" | "unknown_path"
  405: "method_not_allowed"
  408: "request_timeout"
  409: "conflict" | "state_conflict" | "version_conflict" | "quota_exceeded" | "role_in_use" | "tenant_has_children" | "cannot_restore" | "domain_not_verified" | "link_required" | "webhook_limit_reached" | "webhook_inactive" | "template_inactive" | "idempotency_key_reused" | "email_not_cancellable" | "email_not_resendable" | "template_name_taken" | "template_is_system"
  413: "payload_too_large"
  414: "uri_too_long"
  415: "unsupported_media_type"
  423: "account_locked"
  429: "rate_limited"
  431: "headers_too_large"
  500: "internal_error"
  503: "unavailable"
}

/** Each operation: what is sent, what is answered, and the statuses of its errors. */
export interface Operations {
  /** Sign in with a password */
  signIn: {
    path: {}
    query: {}
    body: SignIn
    reply: SignInResult
    statuses: 400 | 401 | 403 | 413 | 415 | 423 | 429 | 503
  }
  /** The workspaces that an address and a password open */
  discoverWorkspaces: {
    path: {}
    query: {}
    body: WorkspaceDiscovery
    reply: Workspaces
    statuses: 400 | 401 | 413 | 415 | 423 | 429 | 503
  }
  /** Exchange a refresh token for a new pair */
  refreshTokens: {
    path: {}
    query: {}
    body: TokenRefresh
    reply: TokenResponse
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Revoke the caller's refresh tokens */
  signOut: {
    path: {}
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** The caller's active sessions */
  listSessions: {
    path: {}
    query: {}
    body: undefined
    reply: Session[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** End one of the caller's sessions */
  endSession: {
    path: { tokenId: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** End all of the caller's sessions */
  endAllSessions: {
    path: {}
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Recent security events of the caller's account */
  listSecurityEvents: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined }
    body: undefined
    reply: SecurityEventPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Act as another admin */
  impersonateAdmin: {
    path: { id: string }
    query: {}
    body: Impersonation
    reply: TokenResponse
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 429 | 503
  }
  /** Return to the original session */
  stopImpersonation: {
    path: {}
    query: {}
    body: undefined
    reply: TokenResponse
    statuses: 400 | 401 | 403 | 409 | 429 | 503
  }
  /** Begin to switch two-factor on */
  startTwoFactorSetup: {
    path: {}
    query: {}
    body: TwoFactorEnabling
    reply: TwoFactorSetup
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Switch two-factor on with the first code; answers the backup codes */
  confirmTwoFactor: {
    path: {}
    query: {}
    body: TwoFactorConfirmation
    reply: BackupCodes
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Complete a sign-in with a code of the authenticator or a backup code */
  verifyTwoFactor: {
    path: {}
    query: {}
    body: TwoFactorVerification
    reply: TokenResponse
    statuses: 400 | 401 | 403 | 413 | 415 | 423 | 429 | 503
  }
  /** Switch two-factor off */
  disableTwoFactor: {
    path: {}
    query: {}
    body: TwoFactorDisabling
    reply: Message
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Make ten new backup codes; earlier ones are void */
  regenerateBackupCodes: {
    path: {}
    query: {}
    body: BackupCodeRenewal
    reply: BackupCodes
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Have a code or a link sent that resets a password */
  requestPasswordReset: {
    path: {}
    query: {}
    body: PasswordResetRequest
    reply: CodeRequested
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Prove the code, or the token of the link, and get the challenge that a reset is finished with */
  verifyPasswordReset: {
    path: {}
    query: {}
    body: PasswordResetProof
    reply: PasswordResetChallenge
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Choose a new password with the challenge, or with the code itself */
  resetPassword: {
    path: {}
    query: {}
    body: PasswordReset
    reply: Message
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Sign in through a provider that the admin is linked to */
  signInByProvider: {
    path: { provider: string }
    query: {}
    body: ProviderSignIn
    reply: ProviderSignInResult
    statuses: 400 | 401 | 403 | 413 | 414 | 415 | 423 | 429 | 503
  }
  /** The providers that the caller is linked to */
  listExternalLogins: {
    path: {}
    query: {}
    body: undefined
    reply: ExternalLogin[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Link the caller to a provider */
  linkExternalLogin: {
    path: {}
    query: {}
    body: ExternalLoginLink
    reply: ExternalLogin
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Unlink the caller from a provider */
  unlinkExternalLogin: {
    path: { externalLoginId: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Sign in with a password */
  signInUser: {
    path: {}
    query: {}
    body: UserSignIn
    reply: SignInResult
    statuses: 400 | 401 | 403 | 413 | 415 | 423 | 429 | 503
  }
  /** Have a code sent that resets a password */
  requestUserPasswordReset: {
    path: {}
    query: {}
    body: AddressOfUser
    reply: CodeRequested
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Choose a new password with the code */
  resetOwnUserPassword: {
    path: {}
    query: {}
    body: UserPasswordReset
    reply: Message
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Register as an end user of a workspace; a code is mailed that proves the address */
  registerUser: {
    path: {}
    query: {}
    body: Registration
    reply: RegisteredUser
    statuses: 400 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Have a code sent that proves an address */
  sendEmailVerification: {
    path: {}
    query: {}
    body: AddressOfUser
    reply: CodeRequested
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Prove an address with the code that was mailed to it */
  verifyEmail: {
    path: {}
    query: {}
    body: EmailVerification
    reply: Message
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Have a code texted that proves a phone number */
  requestPhoneVerification: {
    path: {}
    query: {}
    body: NumberOfUser
    reply: CodeRequested
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Prove a phone number with the code that was texted to it */
  verifyPhone: {
    path: {}
    query: {}
    body: PhoneVerification
    reply: Message
    statuses: 400 | 413 | 415 | 429 | 503
  }
  /** Exchange a refresh token for a new pair */
  refreshUserTokens: {
    path: {}
    query: {}
    body: TokenRefresh
    reply: TokenResponse
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Revoke the caller's refresh tokens */
  signOutUser: {
    path: {}
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** The caller's active sessions */
  listUserSessions: {
    path: {}
    query: {}
    body: undefined
    reply: Session[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** End one of the caller's sessions */
  endUserSession: {
    path: { tokenId: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** End all of the caller's sessions */
  endAllUserSessions: {
    path: {}
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Recent security events of the caller's account */
  listUserSecurityEvents: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined }
    body: undefined
    reply: SecurityEventPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Begin to switch two-factor on */
  startUserTwoFactorSetup: {
    path: {}
    query: {}
    body: TwoFactorEnabling
    reply: TwoFactorSetup
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Switch two-factor on with the first code; answers the backup codes */
  confirmUserTwoFactor: {
    path: {}
    query: {}
    body: TwoFactorConfirmation
    reply: BackupCodes
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Complete a sign-in with a code of the authenticator or a backup code */
  verifyUserTwoFactor: {
    path: {}
    query: {}
    body: TwoFactorVerification
    reply: TokenResponse
    statuses: 400 | 401 | 403 | 413 | 415 | 423 | 429 | 503
  }
  /** Switch two-factor off */
  disableUserTwoFactor: {
    path: {}
    query: {}
    body: TwoFactorDisabling
    reply: Message
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Make ten new backup codes; earlier ones are void */
  regenerateUserBackupCodes: {
    path: {}
    query: {}
    body: BackupCodeRenewal
    reply: BackupCodes
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Sign in through a provider, with an account that is made where there is none */
  signInUserByProvider: {
    path: { provider: string }
    query: {}
    body: UserProviderSignIn
    reply: ProviderSignInResult
    statuses: 400 | 401 | 403 | 409 | 413 | 414 | 415 | 423 | 429 | 503
  }
  /** The providers that the caller is linked to */
  listUserExternalLogins: {
    path: {}
    query: {}
    body: undefined
    reply: ExternalLogin[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Link the caller to a provider */
  linkUserExternalLogin: {
    path: {}
    query: {}
    body: ExternalLoginLink
    reply: ExternalLogin
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 423 | 429 | 503
  }
  /** Unlink the caller from a provider */
  unlinkUserExternalLogin: {
    path: { externalLoginId: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Own profile */
  getOwnUserProfile: {
    path: {}
    query: {}
    body: undefined
    reply: OwnUserProfile
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Change own name or phone number */
  updateOwnUserProfile: {
    path: {}
    query: {}
    body: OwnProfileChange
    reply: OwnUserProfile
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Change own password */
  changeOwnUserPassword: {
    path: { id: string }
    query: {}
    body: PasswordChange
    reply: Message
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 423 | 429 | 503
  }
  /** Upload own avatar: JPEG, PNG or WebP, 2 MB at most */
  uploadOwnUserAvatar: {
    path: {}
    query: {}
    body: { file: Blob }
    reply: OwnUserProfile
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Remove own avatar */
  deleteOwnUserAvatar: {
    path: {}
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Own preferences */
  getOwnUserPreferences: {
    path: {}
    query: {}
    body: undefined
    reply: Preferences
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Change own preferences */
  updateOwnUserPreferences: {
    path: {}
    query: {}
    body: PreferencesChange
    reply: Preferences
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Own profile */
  getOwnProfile: {
    path: {}
    query: {}
    body: undefined
    reply: OwnProfile
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Change own name or phone number */
  updateOwnProfile: {
    path: {}
    query: {}
    body: OwnProfileChange
    reply: OwnProfile
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Change own password */
  changeOwnPassword: {
    path: { id: string }
    query: {}
    body: PasswordChange
    reply: Message
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 423 | 429 | 503
  }
  /** Upload own avatar: JPEG, PNG or WebP, 2 MB at most */
  uploadOwnAvatar: {
    path: {}
    query: {}
    body: { file: Blob }
    reply: OwnProfile
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Remove own avatar */
  deleteOwnAvatar: {
    path: {}
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Own preferences */
  getOwnPreferences: {
    path: {}
    query: {}
    body: undefined
    reply: Preferences
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Change own preferences */
  updateOwnPreferences: {
    path: {}
    query: {}
    body: PreferencesChange
    reply: Preferences
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** What an application for admins begins with, in one answer */
  getAdminStart: {
    path: {}
    query: {}
    body: undefined
    reply: AdminStart
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Activate the admins of these ids */
  activateAdmins: {
    path: {}
    query: {}
    body: AdminIds
    reply: BulkAdminResult
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Deactivate the admins of these ids: no sign-in, and every session ends at once */
  deactivateAdmins: {
    path: {}
    query: {}
    body: AdminIds
    reply: BulkAdminResult
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Delete the admins of these ids */
  deleteAdmins: {
    path: {}
    query: {}
    body: AdminIds
    reply: BulkAdminResult
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Delete all admins that match */
  deleteMatchingAdmins: {
    path: {}
    query: {}
    body: MatchingAdmins
    reply: BulkAdminResult
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Page of admins of the own tenant and those below */
  listAdmins: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "email" | "username" | "firstName" | "lastName" | "lastLoginAt" | "isActive" | "isBlocked" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; isBlocked?: boolean | undefined; tenantId?: string | undefined; twoFactorEnabled?: boolean | undefined; isLockedOut?: boolean | undefined; roleId?: string | undefined; groupId?: string | undefined; isPlatform?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: AdminPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Create an admin */
  createAdmin: {
    path: {}
    query: {}
    body: NewAdmin
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** One admin */
  getAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change an admin */
  updateAdmin: {
    path: { id: string }
    query: {}
    body: AdminChange
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete an admin: into the recycle bin, out of every session at once */
  deleteAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** What an admin may do, where each permission comes from, and what is withheld and why */
  getAdminPermissions: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AdminPermissions
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Let an admin sign in again who was deactivated */
  activateAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Deactivate an admin: no sign-in, and every session ends at once */
  deactivateAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Block an admin: no sign-in, and every session ends at once */
  blockAdmin: {
    path: { id: string }
    query: {}
    body: AdminBlock
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Lift a block */
  unblockAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** End a lock after too many failures, and forget them */
  unlockAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Take the second factor of an admin who lost it away; every session ends at once */
  resetAdminTwoFactor: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Have a temporary password sent to an admin by mail */
  resetAdminPassword: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Where an admin is signed in */
  listSessionsOfAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Session[]
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** End all sessions of an admin at once */
  endSessionsOfAdmin: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Protect an admin from being deleted, or no longer */
  protectAdmin: {
    path: { id: string }
    query: {}
    body: AdminProtection
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 429 | 503
  }
  /** Hand the SuperAdmin role over */
  transferSuperAdmin: {
    path: { id: string }
    query: {}
    body: SuperAdminTransfer
    reply: AdminDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 423 | 429 | 503
  }
  /** Page of users of the own tenant and those below */
  listUsers: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "email" | "username" | "firstName" | "lastName" | "lastLoginAt" | "isActive" | "isBlocked" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; isBlocked?: boolean | undefined; tenantId?: string | undefined; twoFactorEnabled?: boolean | undefined; isLockedOut?: boolean | undefined; emailVerified?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: UserPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Create a user */
  createUser: {
    path: {}
    query: {}
    body: NewUser
    reply: UserDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** One user */
  getUser: {
    path: { id: string }
    query: {}
    body: undefined
    reply: UserDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change a user */
  updateUser: {
    path: { id: string }
    query: {}
    body: UserChange
    reply: UserDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete a user: into the recycle bin, out of every session at once */
  deleteUser: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Give a user an avatar: JPEG, PNG or WebP, 2 MB at most */
  uploadUserAvatar: {
    path: { id: string }
    query: {}
    body: { file: Blob }
    reply: UserDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Block a user, or lift the block: no sign-in, and every session ends at once */
  blockUser: {
    path: { id: string }
    query: {}
    body: UserBlock
    reply: UserDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** End a lock of a user after too many failures, and forget them */
  unlockUser: {
    path: { id: string }
    query: {}
    body: undefined
    reply: UserDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Have a temporary password sent to a user by mail */
  resetUserPassword: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Take the second factor of a user who lost it away; every session ends at once */
  resetUserTwoFactor: {
    path: { id: string }
    query: {}
    body: undefined
    reply: UserDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Where a user is signed in */
  listSessionsOfUser: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Session[]
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** End all sessions of a user at once */
  endSessionsOfUser: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Message
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Take over users from elsewhere, with their passwords */
  importUsers: {
    path: {}
    query: { tenantId?: string | undefined; dryRun?: boolean | undefined }
    body: Iterable<ImportedUser> | AsyncIterable<ImportedUser>
    reply: AsyncIterable<ImportAnswerLine>
    statuses: 400 | 401 | 403 | 404 | 415 | 429 | 503
  }
  /** The own tenant with all below it, as a tree; for the platform, every root */
  getTenantTree: {
    path: {}
    query: {}
    body: undefined
    reply: TenantTreeNode[]
    statuses: 400 | 401 | 403 | 413 | 429 | 503
  }
  /** Page of the own tenant's children; for the platform, of the roots */
  listOwnChildTenants: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "name" | "code" | "status" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; status?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; within?: string | undefined }
    body: undefined
    reply: TenantPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Page of the own tenant and its children, each with its place; for the platform, of the roots */
  listOwnTenantAndChildren: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "name" | "code" | "status" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; status?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; within?: string | undefined }
    body: undefined
    reply: NearTenantPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Whether the caller can create a tenant below its own, how many more, and what it can grant */
  getTenantCreationPermissions: {
    path: {}
    query: {}
    body: undefined
    reply: TenantCreationPermissions
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Page of a tenant's children */
  listChildTenants: {
    path: { id: string }
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "name" | "code" | "status" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; status?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; within?: string | undefined }
    body: undefined
    reply: TenantPage
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** What a tenant and all below it hold */
  getTenantStatistics: {
    path: { id: string }
    query: {}
    body: undefined
    reply: TenantStatistics
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** How many tenants there are below a tenant, at any depth */
  countDescendantTenants: {
    path: { id: string }
    query: {}
    body: undefined
    reply: DescendantCount
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Page of a tenant's own admins */
  listTenantAdmins: {
    path: { id: string }
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "email" | "username" | "firstName" | "lastName" | "lastLoginAt" | "isActive" | "isBlocked" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; isBlocked?: boolean | undefined; twoFactorEnabled?: boolean | undefined; isLockedOut?: boolean | undefined; roleId?: string | undefined; groupId?: string | undefined; isPlatform?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: AdminPage
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Page of the own tenant and those below */
  listTenants: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "name" | "code" | "status" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; status?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; parentTenantId?: string | undefined; within?: string | undefined }
    body: undefined
    reply: TenantPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Create a tenant, with its first admin where one is given */
  createTenant: {
    path: {}
    query: {}
    body: NewTenant
    reply: Tenant
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** One tenant with its settings, statistics and place in the tree */
  getTenant: {
    path: { id: string }
    query: {}
    body: undefined
    reply: TenantDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change a tenant, or switch it on and off */
  updateTenant: {
    path: { id: string }
    query: {}
    body: TenantChange
    reply: Tenant
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete a tenant, with `cascade` also those below it */
  deleteTenant: {
    path: { id: string }
    query: { cascade?: boolean | undefined }
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Upload the logo of a tenant: JPEG, PNG, SVG or WebP, 5 MB at most */
  uploadTenantLogo: {
    path: { id: string }
    query: {}
    body: { file: Blob }
    reply: Tenant
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Settings of a tenant as they hold, and where each comes from */
  getTenantSettings: {
    path: { id: string }
    query: {}
    body: undefined
    reply: TenantSettings
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change settings of a tenant: absent stays, null is inherited again */
  updateTenantSettings: {
    path: { id: string }
    query: {}
    body: TenantSettingsChange
    reply: TenantSettings
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 429 | 503
  }
  /** What a tenant is granted */
  listTenantPermissions: {
    path: { id: string }
    query: {}
    body: undefined
    reply: GrantedPermission[]
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Replace what a tenant is granted, from above it; what is taken is taken from everything below it too */
  replaceTenantPermissions: {
    path: { id: string }
    query: { dryRun?: boolean | undefined }
    body: GrantChange
    reply: GrantChanged
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** What a tenant is granted, by category */
  listTenantPermissionsByCategory: {
    path: { id: string }
    query: {}
    body: undefined
    reply: GrantedPermissionCategory[]
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Page of roles of a tenant */
  listTenantRoles: {
    path: { id: string }
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "name" | "isDefault" | "isSystem" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isDefault?: boolean | undefined; isSystem?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: RolePage
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Domains of a tenant, with the DNS records that prove those that are not verified */
  listTenantDomains: {
    path: { id: string }
    query: {}
    body: undefined
    reply: TenantDomains
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Claim a domain for a tenant */
  addTenantDomain: {
    path: { id: string }
    query: {}
    body: NewDomain
    reply: TenantDomain
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete a domain of a tenant; none takes the place of the primary one */
  deleteTenantDomain: {
    path: { id: string; domainId: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Make a verified domain the one that links for end users lead to */
  makeTenantDomainPrimary: {
    path: { id: string; domainId: string }
    query: {}
    body: undefined
    reply: TenantDomain
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Have the DNS record of a domain looked up, at once and then again and again for 72 hours */
  verifyTenantDomain: {
    path: { id: string; domainId: string }
    query: {}
    body: undefined
    reply: DomainCheck
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** OpenID providers of a tenant */
  listIdentityProviders: {
    path: { id: string }
    query: {}
    body: undefined
    reply: IdentityProviders
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Give a tenant an OpenID provider of its own; ten at most */
  addIdentityProvider: {
    path: { id: string }
    query: {}
    body: NewIdentityProvider
    reply: IdentityProvider
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Change an OpenID provider of a tenant */
  changeIdentityProvider: {
    path: { id: string; providerId: string }
    query: {}
    body: ChangeIdentityProvider
    reply: IdentityProvider
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete an OpenID provider of a tenant, with the links that people made by it */
  deleteIdentityProvider: {
    path: { id: string; providerId: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Page of the own tenant's roles; a platform admin's are the platform's */
  listRoles: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "name" | "isDefault" | "isSystem" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isDefault?: boolean | undefined; isSystem?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: RolePage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Create a role */
  createRole: {
    path: {}
    query: {}
    body: NewRole
    reply: Role
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** The same page */
  listOwnTenantRoles: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "name" | "isDefault" | "isSystem" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isDefault?: boolean | undefined; isSystem?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: RolePage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** What may be put into a role of the own tenant */
  listOwnTenantAvailablePermissions: {
    path: {}
    query: {}
    body: undefined
    reply: GrantedPermission[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** One role */
  getRole: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Role
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change the name, description, menu items or default mark of a role */
  updateRole: {
    path: { id: string }
    query: {}
    body: RoleChange
    reply: Role
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete a role that no admin and no group has */
  deleteRole: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Copy a role with its permissions, restrictions and menu items */
  cloneRole: {
    path: { id: string }
    query: {}
    body: RoleCopy
    reply: Role
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Replace all permissions of a role */
  replaceRolePermissions: {
    path: { id: string }
    query: { dryRun?: boolean | undefined }
    body: RolePermissionsChange
    reply: RolePermissionsChanged
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** The permissions of a role */
  listRolePermissions: {
    path: { id: string }
    query: {}
    body: undefined
    reply: GrantedPermission[]
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Bring a role in line with its tenant's grant */
  syncRoleScopes: {
    path: { id: string }
    query: { dryRun?: boolean | undefined }
    body: undefined
    reply: RoleScopesSynced
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Page of the groups of the own tenant; for the platform of the global ones */
  listUserGroups: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "nameEn" | "code" | "isActive" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: UserGroupPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Create a group */
  createUserGroup: {
    path: {}
    query: {}
    body: NewUserGroup
    reply: UserGroup
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** The same groups in short, to choose from */
  listUserGroupChoices: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "nameEn" | "code" | "isActive" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: UserGroupChoicePage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Page of the groups of one tenant */
  listTenantUserGroups: {
    path: { tenantId: string }
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "nameEn" | "code" | "isActive" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: UserGroupPage
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** One group with its members, roles and restrictions */
  getUserGroup: {
    path: { id: string }
    query: {}
    body: undefined
    reply: UserGroup
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change what is sent of a group; its roles are replaced as a whole */
  updateUserGroup: {
    path: { id: string }
    query: {}
    body: UserGroupChange
    reply: UserGroup
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete a group: it gives and restricts nothing any more */
  deleteUserGroup: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Create a group in the caller's own tenant */
  createOwnTenantUserGroup: {
    path: {}
    query: {}
    body: NewOwnUserGroup
    reply: UserGroup
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** Put admins into a group; who is in it already stays */
  addUserGroupMembers: {
    path: { groupId: string }
    query: {}
    body: UserGroupMembersAddition
    reply: UserGroup
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Take an admin out of a group; roles of their own stay theirs */
  removeUserGroupMember: {
    path: { groupId: string; adminId: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Replace all roles of a group */
  replaceUserGroupRoles: {
    path: { groupId: string }
    query: {}
    body: UserGroupRolesChange
    reply: UserGroup
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Replace all field restrictions of a group */
  replaceUserGroupRestrictions: {
    path: { groupId: string }
    query: {}
    body: UserGroupRestrictionsChange
    reply: UserGroup
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Activate the groups of these ids */
  activateUserGroups: {
    path: {}
    query: {}
    body: UserGroupIds
    reply: BulkUserGroupResult
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Deactivate the groups of these ids: they give and restrict nothing */
  deactivateUserGroups: {
    path: {}
    query: {}
    body: UserGroupIds
    reply: BulkUserGroupResult
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Delete the groups of these ids */
  deleteUserGroups: {
    path: {}
    query: {}
    body: UserGroupIds
    reply: BulkUserGroupResult
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Activate all groups that match */
  activateMatchingUserGroups: {
    path: {}
    query: {}
    body: MatchingUserGroups
    reply: BulkUserGroupResult
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Deactivate all groups that match */
  deactivateMatchingUserGroups: {
    path: {}
    query: {}
    body: MatchingUserGroups
    reply: BulkUserGroupResult
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Delete all groups that match */
  deleteMatchingUserGroups: {
    path: {}
    query: {}
    body: MatchingUserGroups
    reply: BulkUserGroupResult
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** The caller's own notifications, newest first */
  listNotifications: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isRead?: boolean | undefined; severity?: "info" | "success" | "warning" | "critical" | undefined; type?: string | undefined }
    body: undefined
    reply: NotificationPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Send a notification to up to 1000 admins and users */
  sendNotification: {
    path: {}
    query: {}
    body: NewNotification
    reply: AffectedRecipients
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** How many of the caller's own are unread */
  countUnreadNotifications: {
    path: {}
    query: {}
    body: undefined
    reply: UnreadCount
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Find admins and users to send a notification to */
  listNotificationTargets: {
    path: {}
    query: { q: string; type?: "admin" | "user" | undefined; limit?: number | undefined }
    body: undefined
    reply: NotificationTargets
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** A ticket that opens the live stream once, within a minute */
  createStreamTicket: {
    path: {}
    query: {}
    body: undefined
    reply: StreamTicket
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Mark all as read that are there now */
  markAllNotificationsRead: {
    path: {}
    query: {}
    body: undefined
    reply: AffectedNotifications
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Mark one as read */
  markNotificationRead: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Notification
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Mark one as unread again */
  markNotificationUnread: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Notification
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Delete one */
  deleteNotification: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** The caller's notifications as they happen, as server-sent events */
  openNotificationStream: {
    path: {}
    query: { ticket?: string | undefined }
    body: undefined
    reply: Response
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Page of the message templates of the own tenant and those below, and of those that come with the service */
  listMessageTemplates: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "updatedAt" | "name" | "category" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; category?: string | undefined; isActive?: boolean | undefined; status?: "active" | "inactive" | undefined; within?: string | undefined }
    body: undefined
    reply: MessageTemplatePage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Create a message template */
  createMessageTemplate: {
    path: {}
    query: {}
    body: NewMessageTemplate
    reply: MessageTemplate
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** Show what a text would look like */
  previewDraft: {
    path: {}
    query: {}
    body: TemplatePreviewRequest
    reply: TemplatePreview
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** One message template */
  getMessageTemplate: {
    path: { id: string }
    query: {}
    body: undefined
    reply: MessageTemplate
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change a message template */
  updateMessageTemplate: {
    path: { id: string }
    query: {}
    body: MessageTemplateChange
    reply: MessageTemplate
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete a message template */
  deleteMessageTemplate: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Show what a message template would look like */
  previewMessageTemplate: {
    path: { id: string }
    query: {}
    body: TemplatePreviewRequest
    reply: TemplatePreview
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 429 | 503
  }
  /** Render a message template with these variables */
  renderMessageTemplate: {
    path: { id: string }
    query: {}
    body: TemplateRenderRequest
    reply: RenderedMessage
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 429 | 503
  }
  /** Send a message template to one address, filled with examples */
  sendTestMail: {
    path: { id: string }
    query: {}
    body: TestMailRequest
    reply: QueuedTestMail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Settings of the service as they hold, and where each comes from */
  getSettings: {
    path: {}
    query: {}
    body: undefined
    reply: Settings
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Change settings of the service: absent stays, null is the default again */
  updateSettings: {
    path: {}
    query: {}
    body: SettingsChange
    reply: Settings
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Forget everything that was set over the API: the environment and the defaults hold */
  resetSettings: {
    path: {}
    query: {}
    body: SettingsReset
    reply: Settings
    statuses: 400 | 401 | 403 | 413 | 415 | 423 | 429 | 503
  }
  /** Page of the work of the background that is not tried any more by itself, the newest first */
  listDeadJobs: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; cursor?: string | undefined; kind?: string | undefined }
    body: undefined
    reply: DeadJobPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Have all of a kind tried again */
  replayDeadJobs: {
    path: {}
    query: {}
    body: DeadJobsOfKind
    reply: AffectedJobs
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Forget all of a kind: what they were to do is never done */
  deleteDeadJobs: {
    path: {}
    query: {}
    body: DeadJobsOfKind
    reply: AffectedJobs
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Have one tried again */
  replayDeadJob: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AffectedJobs
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Forget one: what it was to do is never done */
  deleteDeadJob: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** The menu as the caller is shown it: items of the platform and of the own tenant in one tree */
  getMenu: {
    path: {}
    query: { all?: boolean | undefined }
    body: undefined
    reply: MenuItem[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Add an item to the menu of the caller's tenant, or of the platform */
  createMenuItem: {
    path: {}
    query: {}
    body: NewMenuItem
    reply: MenuItem
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** Put every item of the own menu in its place, all or nothing */
  updateMenuOrder: {
    path: {}
    query: {}
    body: MenuOrder
    reply: MenuItem[]
    statuses: 400 | 401 | 403 | 413 | 415 | 429 | 503
  }
  /** Change what is sent of an item of the own menu */
  updateMenuItem: {
    path: { id: string }
    query: {}
    body: MenuItemChange
    reply: MenuItem
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete an item of the own menu; what stands below it takes its place */
  deleteMenuItem: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Keep a picture or a document for the caller's tenant, or for the platform */
  uploadFile: {
    path: {}
    query: {}
    body: { file: Blob; isPublic?: boolean | undefined }
    reply: File
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Page of the files of the own tenant and those below, newest first */
  listFiles: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; contentType?: "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "image/svg+xml" | "application/pdf" | "application/msword" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.ms-excel" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "text/csv; charset=utf-8" | undefined; isPublic?: boolean | undefined; within?: string | undefined }
    body: undefined
    reply: FilePage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** The file itself, or one range of its bytes */
  getFile: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Response
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Delete a file for ever */
  deleteFile: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** All permissions there are, by category */
  listPermissions: {
    path: {}
    query: {}
    body: undefined
    reply: PermissionCategory[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** The caller's effective permissions */
  getOwnPermissions: {
    path: {}
    query: {}
    body: undefined
    reply: OwnPermissions
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** The categories with their permissions */
  listPermissionCategories: {
    path: {}
    query: {}
    body: undefined
    reply: PermissionCategory[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** What may be granted and assigned in a tenant */
  listAvailablePermissions: {
    path: {}
    query: { tenantId?: string | undefined }
    body: undefined
    reply: GrantedPermission[]
    statuses: 400 | 401 | 403 | 404 | 429 | 503
  }
  /** Why an admin may do something, or why not, link by link */
  explainPermission: {
    path: {}
    query: { adminId?: string | undefined; permission: PermissionName }
    body: undefined
    reply: PermissionExplanation
    statuses: 400 | 401 | 403 | 404 | 429 | 503
  }
  /** One permission */
  getPermission: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Permission
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Admins, users, tenants, groups, roles, templates and webhooks that hold a text */
  listFoundRecords: {
    path: {}
    query: { q: string; within?: string | undefined }
    body: undefined
    reply: SearchResult
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** How the page for signing in to a workspace looks, by its code or by a verified domain */
  getWorkspace: {
    path: {}
    query: { code?: string | undefined; domain?: string | undefined }
    body: undefined
    reply: SignInPage
    statuses: 400 | 404 | 429 | 503
  }
  /** What a page for signing in begins with, in one answer */
  getSignInStart: {
    path: {}
    query: { code?: string | undefined; returnTo?: string | undefined }
    body: undefined
    reply: SignInStart
    statuses: 400 | 429 | 503
  }
  /** Page of audit entries of the own tenant and those below, newest first */
  listAuditEntries: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "timestamp" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; from?: string | string | undefined; to?: string | string | undefined; actorId?: string | undefined; action?: AuditActionFilter | undefined; entityType?: string | undefined; entityId?: string | undefined; tenantId?: string | undefined; traceId?: string | undefined; impersonated?: boolean | undefined; outcome?: "success" | "failure" | "denied" | undefined; within?: string | undefined }
    body: undefined
    reply: AuditEntryPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Whether the audit log is as it was written */
  verifyAuditLog: {
    path: {}
    query: { tenantId?: string | undefined; checkpoint?: string | undefined; fromSequence?: number | undefined }
    body: undefined
    reply: AuditVerification
    statuses: 400 | 401 | 403 | 404 | 429 | 503
  }
  /** The newest seal of the audit log, to keep elsewhere */
  getAuditCheckpoint: {
    path: {}
    query: { tenantId?: string | undefined }
    body: undefined
    reply: AuditCheckpoint
    statuses: 400 | 401 | 403 | 404 | 429 | 503
  }
  /** The entries that a query finds as a CSV or PDF file, newest first */
  exportAuditLog: {
    path: {}
    query: { format?: "csv" | "pdf" | undefined; search?: string | undefined; from?: string | string | undefined; to?: string | string | undefined; actorId?: string | undefined; action?: AuditActionFilter | undefined; entityType?: string | undefined; entityId?: string | undefined; tenantId?: string | undefined; traceId?: string | undefined; impersonated?: boolean | undefined; outcome?: "success" | "failure" | "denied" | undefined; within?: string | undefined }
    body: undefined
    reply: Response
    statuses: 400 | 401 | 403 | 409 | 429 | 503
  }
  /** One audit entry */
  getAuditEntry: {
    path: { id: string }
    query: {}
    body: undefined
    reply: AuditEntry
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** How many admins, users and tenants there are, sign-ins of today, and storage */
  getDashboardSummary: {
    path: {}
    query: { timeZone?: string | undefined; within?: string | undefined }
    body: undefined
    reply: DashboardSummary
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Sign-ins that succeeded and failed, day by day */
  getLoginActivity: {
    path: {}
    query: { days?: number | undefined; timeZone?: string | undefined; within?: string | undefined }
    body: undefined
    reply: LoginActivity
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Page of what was made, changed and deleted lately, newest first */
  listRecentChanges: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "timestamp" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; from?: string | string | undefined; to?: string | string | undefined; actorId?: string | undefined; entityType?: string | undefined; entityId?: string | undefined; tenantId?: string | undefined; traceId?: string | undefined; impersonated?: boolean | undefined; within?: string | undefined; limit?: number | undefined }
    body: undefined
    reply: AuditEntryPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** How often what happened, the most frequent first */
  getEventDistribution: {
    path: {}
    query: { days?: number | undefined; timeZone?: string | undefined; within?: string | undefined }
    body: undefined
    reply: EventDistribution
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Failed sign-ins, locked accounts and addresses of the last day, and the newest failures and refusals */
  getSecurityEvents: {
    path: {}
    query: { within?: string | undefined }
    body: undefined
    reply: SecurityEvents
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Addresses that failed most often where the caller may look */
  listTopBlockedIps: {
    path: {}
    query: { days?: number | undefined; limit?: number | undefined; within?: string | undefined }
    body: undefined
    reply: TopBlockedIps
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Sign-ins day by day, and how often what happened, in one answer */
  getDashboardCharts: {
    path: {}
    query: { days?: number | undefined; timeZone?: string | undefined; within?: string | undefined }
    body: undefined
    reply: { isSuccess: true; data: DashboardCharts; message: string; statusCode: number }
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Page of the mails of the own tenant and those below, newest first */
  listEmails: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; status?: string | undefined; tenantId?: string | undefined; templateId?: string | undefined; category?: string | undefined; batchId?: string | undefined; bounced?: boolean | undefined; dateFrom?: string | string | undefined; dateTo?: string | string | undefined; within?: string | undefined }
    body: undefined
    reply: EmailPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** How many mails were sent, failed and came back, and how many wait */
  getEmailStats: {
    path: {}
    query: { dateFrom?: string | string | undefined; dateTo?: string | string | undefined; within?: string | undefined }
    body: undefined
    reply: EmailStats
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Admins and users whose name or address holds a text */
  listEmailRecipients: {
    path: {}
    query: { q: string; type?: "admin" | "user" | undefined; limit?: number | undefined }
    body: undefined
    reply: Recipients
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** One mail, what it says and what became of it */
  getEmail: {
    path: { id: string }
    query: {}
    body: undefined
    reply: EmailDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Send one mail from a template */
  sendEmail: {
    path: {}
    query: {}
    body: NewEmail
    reply: AcceptedEmail
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** Send a mail from a template to each of many: a thousand by name, ten thousand by filter */
  sendEmails: {
    path: {}
    query: {}
    body: NewEmails
    reply: AcceptedEmails
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  }
  /** Cancel a mail that waits */
  cancelEmail: {
    path: { id: string }
    query: {}
    body: undefined
    reply: EmailDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Send a mail again that failed */
  resendEmail: {
    path: { id: string }
    query: {}
    body: undefined
    reply: EmailDetail
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Cancel what still waits of a batch */
  cancelEmailBatch: {
    path: { batchId: string }
    query: {}
    body: undefined
    reply: CancelledEmailBatch
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Report that a mail came back or was complained of */
  reportBounce: {
    path: {}
    query: {}
    body: EmailBounce
    reply: Message
    statuses: 400 | 401 | 413 | 415 | 429 | 503
  }
  /** Page of what is deleted in the own tenant and those below, newest first */
  listRecycleBin: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "deletedAt" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; entityType?: "Admin" | "User" | "Tenant" | "Role" | "UserGroup" | "MessageTemplate" | "Webhook" | undefined; within?: string | undefined }
    body: undefined
    reply: RecycleBinPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Restore a deleted record */
  restoreRecycleBinEntry: {
    path: { id: string }
    query: {}
    body: undefined
    reply: RecycleBinEntry
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Erase a deleted record for ever */
  purgeRecycleBinEntry: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Page of the subscriptions of the own tenant; for the platform of its own */
  listWebhooks: {
    path: {}
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | "url" | "isActive" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; isActive?: boolean | undefined; event?: string | undefined; within?: string | undefined }
    body: undefined
    reply: WebhookPage
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** Subscribe to events; twenty subscriptions a tenant at most */
  createWebhook: {
    path: {}
    query: {}
    body: NewWebhook
    reply: CreatedWebhook
    statuses: 400 | 401 | 403 | 409 | 413 | 415 | 429 | 503
  }
  /** Everything that can be subscribed to, each with the schema of its body and an example */
  listWebhookEventTypes: {
    path: {}
    query: {}
    body: undefined
    reply: WebhookEventType[]
    statuses: 400 | 401 | 403 | 429 | 503
  }
  /** One subscription */
  getWebhook: {
    path: { id: string }
    query: {}
    body: undefined
    reply: Webhook
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Change what is sent of a subscription */
  updateWebhook: {
    path: { id: string }
    query: {}
    body: WebhookChange
    reply: Webhook
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Delete a subscription; restored from the recycle bin it is switched off */
  deleteWebhook: {
    path: { id: string }
    query: {}
    body: undefined
    reply: undefined
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** The secret of a subscription in clear; the log says who looked */
  getWebhookSecret: {
    path: { id: string }
    query: {}
    body: undefined
    reply: WebhookSecret
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Give a subscription another secret; the present one signs along for a while */
  rotateWebhookSecret: {
    path: { id: string }
    query: {}
    body: WebhookSecretRotation
    reply: RotatedWebhookSecret
    statuses: 400 | 401 | 403 | 404 | 413 | 414 | 415 | 429 | 503
  }
  /** How the deliveries of a subscription ended */
  getWebhookStatistics: {
    path: { id: string }
    query: { range?: "24h" | "7d" | "30d" | undefined }
    body: undefined
    reply: WebhookStatistics
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Page of what was sent to a subscription and is still to be, newest first */
  listWebhookDeliveries: {
    path: { id: string }
    query: { page?: number | undefined; pageSize?: number | undefined; search?: string | undefined; sortBy?: "createdAt" | undefined; sortDirection?: "asc" | "desc" | undefined; cursor?: string | undefined; status?: string | undefined; event?: string | undefined; httpStatusClass?: string | undefined; isTest?: boolean | undefined; from?: string | string | undefined; to?: string | string | undefined }
    body: undefined
    reply: WebhookDeliveryPage
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** One delivery with what was sent and every attempt */
  getWebhookDelivery: {
    path: { id: string; eventId: string }
    query: {}
    body: undefined
    reply: WebhookDeliveryDetail
    statuses: 400 | 401 | 403 | 404 | 414 | 429 | 503
  }
  /** Send the example of an event to a subscription, at once and once */
  sendWebhookTest: {
    path: { id: string }
    query: {}
    body: WebhookTest
    reply: WebhookTestResult
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Send a delivery again, with the very body and id */
  replayWebhookDelivery: {
    path: { id: string; eventId: string }
    query: {}
    body: undefined
    reply: WebhookReplayResult
    statuses: 400 | 401 | 403 | 404 | 409 | 414 | 429 | 503
  }
  /** Send many deliveries of a subscription again, the oldest first */
  replayWebhookDeliveries: {
    path: { id: string }
    query: {}
    body: WebhookReplay
    reply: WebhookReplayResult
    statuses: 400 | 401 | 403 | 404 | 409 | 413 | 414 | 415 | 429 | 503
  }
  /** Whether the service works */
  getHealth: {
    path: {}
    query: {}
    body: undefined
    reply: Health
    statuses: 400 | 503
  }
  /** Whether the process runs; for orchestrators */
  getLiveness: {
    path: {}
    query: {}
    body: undefined
    reply: Health
    statuses: 400 | 503
  }
  /** Whether requests should be sent here; for orchestrators */
  getReadiness: {
    path: {}
    query: {}
    body: undefined
    reply: Health
    statuses: 400 | 503
  }
  /** The health of every part */
  getHealthDetails: {
    path: {}
    query: {}
    body: undefined
    reply: HealthDetails
    statuses: 400 | 401 | 429 | 503
  }
}

/** Where an operation is, and what is special about it. */
export interface Address {
  /** Method and path. */
  readonly at: string
  /** Open to everybody: nobody has to be signed in. */
  readonly isOpen?: true
  /** May answer tokens. */
  readonly hasTokens?: true
  /** Takes an Idempotency-Key. */
  readonly takesKey?: true
  /** May have done a part where it fails; with its key it does no more. */
  readonly inBatches?: true
  /** What is sent, where it is no JSON. */
  readonly sends?: 'form' | 'lines'
  /** What is answered, where it is no JSON. */
  readonly answers?: 'file' | 'lines' | 'events'
}

export const addresses: Readonly<Record<keyof Operations, Address>> = {
  signIn: { at: 'POST /api/v1/auth/admin/login', isOpen: true, hasTokens: true },
  discoverWorkspaces: { at: 'POST /api/v1/auth/admin/discover-workspaces', isOpen: true },
  refreshTokens: { at: 'POST /api/v1/auth/admin/refresh', isOpen: true, hasTokens: true },
  signOut: { at: 'POST /api/v1/auth/admin/logout' },
  listSessions: { at: 'GET /api/v1/auth/admin/sessions' },
  endSession: { at: 'DELETE /api/v1/auth/admin/sessions/{tokenId}' },
  endAllSessions: { at: 'POST /api/v1/auth/admin/sessions/revoke-all' },
  listSecurityEvents: { at: 'GET /api/v1/auth/admin/security-log' },
  impersonateAdmin: { at: 'POST /api/v1/auth/admin/impersonate/{id}', hasTokens: true },
  stopImpersonation: { at: 'POST /api/v1/auth/admin/stop-impersonation', hasTokens: true },
  startTwoFactorSetup: { at: 'POST /api/v1/auth/admin/2fa/enable' },
  confirmTwoFactor: { at: 'POST /api/v1/auth/admin/2fa/confirm' },
  verifyTwoFactor: { at: 'POST /api/v1/auth/admin/2fa/verify', isOpen: true, hasTokens: true },
  disableTwoFactor: { at: 'POST /api/v1/auth/admin/2fa/disable' },
  regenerateBackupCodes: { at: 'POST /api/v1/auth/admin/2fa/backup-codes/regenerate' },
  requestPasswordReset: { at: 'POST /api/v1/auth/admin/request-password-reset', isOpen: true },
  verifyPasswordReset: { at: 'POST /api/v1/auth/admin/verify-reset-otp', isOpen: true },
  resetPassword: { at: 'POST /api/v1/auth/admin/reset-password', isOpen: true },
  signInByProvider: { at: 'POST /api/v1/auth/admin/login/{provider}', isOpen: true, hasTokens: true },
  listExternalLogins: { at: 'GET /api/v1/auth/admin/external-logins' },
  linkExternalLogin: { at: 'POST /api/v1/auth/admin/external-logins/link' },
  unlinkExternalLogin: { at: 'DELETE /api/v1/auth/admin/external-logins/{externalLoginId}' },
  signInUser: { at: 'POST /api/v1/auth/user/login', isOpen: true, hasTokens: true },
  requestUserPasswordReset: { at: 'POST /api/v1/auth/user/request-password-reset', isOpen: true },
  resetOwnUserPassword: { at: 'POST /api/v1/auth/user/reset-password', isOpen: true },
  registerUser: { at: 'POST /api/v1/auth/user/register', isOpen: true },
  sendEmailVerification: { at: 'POST /api/v1/auth/user/send-email-verification', isOpen: true },
  verifyEmail: { at: 'POST /api/v1/auth/user/verify-email', isOpen: true },
  requestPhoneVerification: { at: 'POST /api/v1/auth/user/send-phone-verification', isOpen: true },
  verifyPhone: { at: 'POST /api/v1/auth/user/verify-phone', isOpen: true },
  refreshUserTokens: { at: 'POST /api/v1/auth/user/refresh', isOpen: true, hasTokens: true },
  signOutUser: { at: 'POST /api/v1/auth/user/logout' },
  listUserSessions: { at: 'GET /api/v1/auth/user/sessions' },
  endUserSession: { at: 'DELETE /api/v1/auth/user/sessions/{tokenId}' },
  endAllUserSessions: { at: 'POST /api/v1/auth/user/sessions/revoke-all' },
  listUserSecurityEvents: { at: 'GET /api/v1/auth/user/security-log' },
  startUserTwoFactorSetup: { at: 'POST /api/v1/auth/user/2fa/enable' },
  confirmUserTwoFactor: { at: 'POST /api/v1/auth/user/2fa/confirm' },
  verifyUserTwoFactor: { at: 'POST /api/v1/auth/user/2fa/verify', isOpen: true, hasTokens: true },
  disableUserTwoFactor: { at: 'POST /api/v1/auth/user/2fa/disable' },
  regenerateUserBackupCodes: { at: 'POST /api/v1/auth/user/2fa/backup-codes/regenerate' },
  signInUserByProvider: { at: 'POST /api/v1/auth/user/login/{provider}', isOpen: true, hasTokens: true },
  listUserExternalLogins: { at: 'GET /api/v1/auth/user/external-logins' },
  linkUserExternalLogin: { at: 'POST /api/v1/auth/user/external-logins/link' },
  unlinkUserExternalLogin: { at: 'DELETE /api/v1/auth/user/external-logins/{externalLoginId}' },
  getOwnUserProfile: { at: 'GET /api/v1/Users/me' },
  updateOwnUserProfile: { at: 'PUT /api/v1/Users/me' },
  changeOwnUserPassword: { at: 'POST /api/v1/Users/{id}/change-password' },
  uploadOwnUserAvatar: { at: 'POST /api/v1/Users/me/avatar', sends: 'form' },
  deleteOwnUserAvatar: { at: 'DELETE /api/v1/Users/me/avatar' },
  getOwnUserPreferences: { at: 'GET /api/v1/Users/me/preferences' },
  updateOwnUserPreferences: { at: 'PUT /api/v1/Users/me/preferences' },
  getOwnProfile: { at: 'GET /api/v1/Admins/me' },
  updateOwnProfile: { at: 'PUT /api/v1/Admins/me' },
  changeOwnPassword: { at: 'POST /api/v1/Admins/{id}/change-password' },
  uploadOwnAvatar: { at: 'POST /api/v1/Admins/me/avatar', sends: 'form' },
  deleteOwnAvatar: { at: 'DELETE /api/v1/Admins/me/avatar' },
  getOwnPreferences: { at: 'GET /api/v1/Admins/me/preferences' },
  updateOwnPreferences: { at: 'PUT /api/v1/Admins/me/preferences' },
  getAdminStart: { at: 'GET /api/v1/Admins/me/start' },
  activateAdmins: { at: 'POST /api/v1/Admins/bulk-activate' },
  deactivateAdmins: { at: 'POST /api/v1/Admins/bulk-deactivate' },
  deleteAdmins: { at: 'POST /api/v1/Admins/bulk-delete' },
  deleteMatchingAdmins: { at: 'POST /api/v1/Admins/bulk-delete-all' },
  listAdmins: { at: 'GET /api/v1/Admins' },
  createAdmin: { at: 'POST /api/v1/Admins' },
  getAdmin: { at: 'GET /api/v1/Admins/{id}' },
  updateAdmin: { at: 'PUT /api/v1/Admins/{id}' },
  deleteAdmin: { at: 'DELETE /api/v1/Admins/{id}' },
  getAdminPermissions: { at: 'GET /api/v1/Admins/{id}/permissions' },
  activateAdmin: { at: 'POST /api/v1/Admins/{id}/activate' },
  deactivateAdmin: { at: 'POST /api/v1/Admins/{id}/deactivate' },
  blockAdmin: { at: 'POST /api/v1/Admins/{id}/block' },
  unblockAdmin: { at: 'POST /api/v1/Admins/{id}/unblock' },
  unlockAdmin: { at: 'POST /api/v1/Admins/{id}/unlock' },
  resetAdminTwoFactor: { at: 'POST /api/v1/Admins/{id}/reset-2fa' },
  resetAdminPassword: { at: 'POST /api/v1/Admins/{id}/reset-password' },
  listSessionsOfAdmin: { at: 'GET /api/v1/Admins/{id}/sessions' },
  endSessionsOfAdmin: { at: 'POST /api/v1/Admins/{id}/sessions/revoke-all' },
  protectAdmin: { at: 'POST /api/v1/Admins/{id}/protect' },
  transferSuperAdmin: { at: 'POST /api/v1/Admins/{id}/transfer' },
  listUsers: { at: 'GET /api/v1/users' },
  createUser: { at: 'POST /api/v1/users' },
  getUser: { at: 'GET /api/v1/users/{id}' },
  updateUser: { at: 'PUT /api/v1/users/{id}' },
  deleteUser: { at: 'DELETE /api/v1/users/{id}' },
  uploadUserAvatar: { at: 'PUT /api/v1/users/{id}/avatar', sends: 'form' },
  blockUser: { at: 'PUT /api/v1/users/{id}/block' },
  unlockUser: { at: 'POST /api/v1/users/{id}/unlock' },
  resetUserPassword: { at: 'POST /api/v1/users/{id}/reset-password' },
  resetUserTwoFactor: { at: 'POST /api/v1/users/{id}/reset-2fa' },
  listSessionsOfUser: { at: 'GET /api/v1/users/{id}/sessions' },
  endSessionsOfUser: { at: 'POST /api/v1/users/{id}/sessions/revoke-all' },
  importUsers: { at: 'POST /api/v1/users/import', sends: 'lines', answers: 'lines' },
  getTenantTree: { at: 'GET /api/v1/Tenants/tree' },
  listOwnChildTenants: { at: 'GET /api/v1/Tenants/myChildren' },
  listOwnTenantAndChildren: { at: 'GET /api/v1/Tenants/myTenantAndChildren' },
  getTenantCreationPermissions: { at: 'GET /api/v1/Tenants/creation-permissions' },
  listChildTenants: { at: 'GET /api/v1/Tenants/{id}/children' },
  getTenantStatistics: { at: 'GET /api/v1/Tenants/{id}/stats' },
  countDescendantTenants: { at: 'GET /api/v1/Tenants/{id}/descendant-count' },
  listTenantAdmins: { at: 'GET /api/v1/Tenants/{id}/admins' },
  listTenants: { at: 'GET /api/v1/Tenants' },
  createTenant: { at: 'POST /api/v1/Tenants' },
  getTenant: { at: 'GET /api/v1/Tenants/{id}' },
  updateTenant: { at: 'PUT /api/v1/Tenants/{id}' },
  deleteTenant: { at: 'DELETE /api/v1/Tenants/{id}' },
  uploadTenantLogo: { at: 'POST /api/v1/Tenants/{id}/logo', sends: 'form' },
  getTenantSettings: { at: 'GET /api/v1/Tenants/{id}/settings' },
  updateTenantSettings: { at: 'PUT /api/v1/Tenants/{id}/settings' },
  listTenantPermissions: { at: 'GET /api/v1/Tenants/{id}/permissions' },
  replaceTenantPermissions: { at: 'PUT /api/v1/Tenants/{id}/permissions' },
  listTenantPermissionsByCategory: { at: 'GET /api/v1/Tenants/{id}/permissions/grouped' },
  listTenantRoles: { at: 'GET /api/v1/Tenants/{id}/roles' },
  listTenantDomains: { at: 'GET /api/v1/Tenants/{id}/domains' },
  addTenantDomain: { at: 'POST /api/v1/Tenants/{id}/domains' },
  deleteTenantDomain: { at: 'DELETE /api/v1/Tenants/{id}/domains/{domainId}' },
  makeTenantDomainPrimary: { at: 'PUT /api/v1/Tenants/{id}/domains/{domainId}/primary' },
  verifyTenantDomain: { at: 'POST /api/v1/Tenants/{id}/domains/{domainId}/verify' },
  listIdentityProviders: { at: 'GET /api/v1/Tenants/{id}/identity-providers' },
  addIdentityProvider: { at: 'POST /api/v1/Tenants/{id}/identity-providers' },
  changeIdentityProvider: { at: 'PUT /api/v1/Tenants/{id}/identity-providers/{providerId}' },
  deleteIdentityProvider: { at: 'DELETE /api/v1/Tenants/{id}/identity-providers/{providerId}' },
  listRoles: { at: 'GET /api/v1/roles' },
  createRole: { at: 'POST /api/v1/roles' },
  listOwnTenantRoles: { at: 'GET /api/v1/roles/my-tenant-roles' },
  listOwnTenantAvailablePermissions: { at: 'GET /api/v1/roles/my-tenant-available-permissions' },
  getRole: { at: 'GET /api/v1/roles/{id}' },
  updateRole: { at: 'PUT /api/v1/roles/{id}' },
  deleteRole: { at: 'DELETE /api/v1/roles/{id}' },
  cloneRole: { at: 'POST /api/v1/roles/{id}/clone' },
  replaceRolePermissions: { at: 'PUT /api/v1/roles/{id}/permissions' },
  listRolePermissions: { at: 'GET /api/v1/roles/{id}/permissions' },
  syncRoleScopes: { at: 'POST /api/v1/roles/{id}/sync-scopes' },
  listUserGroups: { at: 'GET /api/v1/UserGroups' },
  createUserGroup: { at: 'POST /api/v1/UserGroups' },
  listUserGroupChoices: { at: 'GET /api/v1/UserGroups/myTenantGroups' },
  listTenantUserGroups: { at: 'GET /api/v1/UserGroups/byTenantId/{tenantId}' },
  getUserGroup: { at: 'GET /api/v1/UserGroups/{id}' },
  updateUserGroup: { at: 'PUT /api/v1/UserGroups/{id}' },
  deleteUserGroup: { at: 'DELETE /api/v1/UserGroups/{id}' },
  createOwnTenantUserGroup: { at: 'POST /api/v1/UserGroups/createForMyTenant' },
  addUserGroupMembers: { at: 'POST /api/v1/UserGroups/{groupId}/members' },
  removeUserGroupMember: { at: 'DELETE /api/v1/UserGroups/{groupId}/members/{adminId}' },
  replaceUserGroupRoles: { at: 'PUT /api/v1/UserGroups/{groupId}/roles' },
  replaceUserGroupRestrictions: { at: 'PUT /api/v1/UserGroups/{groupId}/restrictions' },
  activateUserGroups: { at: 'POST /api/v1/UserGroups/bulk/activate' },
  deactivateUserGroups: { at: 'POST /api/v1/UserGroups/bulk/deactivate' },
  deleteUserGroups: { at: 'POST /api/v1/UserGroups/bulk/delete' },
  activateMatchingUserGroups: { at: 'POST /api/v1/UserGroups/bulk/activate-all' },
  deactivateMatchingUserGroups: { at: 'POST /api/v1/UserGroups/bulk/deactivate-all' },
  deleteMatchingUserGroups: { at: 'POST /api/v1/UserGroups/bulk/delete-all' },
  listNotifications: { at: 'GET /api/v1/notifications' },
  sendNotification: { at: 'POST /api/v1/notifications', takesKey: true },
  countUnreadNotifications: { at: 'GET /api/v1/notifications/unread-count' },
  listNotificationTargets: { at: 'GET /api/v1/notifications/search-targets' },
  createStreamTicket: { at: 'POST /api/v1/notifications/stream-ticket' },
  markAllNotificationsRead: { at: 'PUT /api/v1/notifications/read-all' },
  markNotificationRead: { at: 'PUT /api/v1/notifications/{id}/read' },
  markNotificationUnread: { at: 'PUT /api/v1/notifications/{id}/unread' },
  deleteNotification: { at: 'DELETE /api/v1/notifications/{id}' },
  openNotificationStream: { at: 'GET /api/v1/notifications/stream', answers: 'events' },
  listMessageTemplates: { at: 'GET /api/v1/message-templates' },
  createMessageTemplate: { at: 'POST /api/v1/message-templates' },
  previewDraft: { at: 'POST /api/v1/message-templates/preview' },
  getMessageTemplate: { at: 'GET /api/v1/message-templates/{id}' },
  updateMessageTemplate: { at: 'PUT /api/v1/message-templates/{id}' },
  deleteMessageTemplate: { at: 'DELETE /api/v1/message-templates/{id}' },
  previewMessageTemplate: { at: 'POST /api/v1/message-templates/{id}/preview' },
  renderMessageTemplate: { at: 'POST /api/v1/message-templates/{id}/render' },
  sendTestMail: { at: 'POST /api/v1/message-templates/{id}/send-test' },
  getSettings: { at: 'GET /api/v1/settings' },
  updateSettings: { at: 'PUT /api/v1/settings' },
  resetSettings: { at: 'POST /api/v1/settings/reset' },
  listDeadJobs: { at: 'GET /api/v1/jobs' },
  replayDeadJobs: { at: 'POST /api/v1/jobs/retry' },
  deleteDeadJobs: { at: 'POST /api/v1/jobs/give-up' },
  replayDeadJob: { at: 'POST /api/v1/jobs/{id}/retry' },
  deleteDeadJob: { at: 'DELETE /api/v1/jobs/{id}' },
  getMenu: { at: 'GET /api/v1/menus' },
  createMenuItem: { at: 'POST /api/v1/menus' },
  updateMenuOrder: { at: 'PUT /api/v1/menus/reorder' },
  updateMenuItem: { at: 'PUT /api/v1/menus/{id}' },
  deleteMenuItem: { at: 'DELETE /api/v1/menus/{id}' },
  uploadFile: { at: 'POST /api/v1/files/upload', sends: 'form' },
  listFiles: { at: 'GET /api/v1/files' },
  getFile: { at: 'GET /api/v1/files/{id}', answers: 'file' },
  deleteFile: { at: 'DELETE /api/v1/files/{id}' },
  listPermissions: { at: 'GET /api/v1/permissions' },
  getOwnPermissions: { at: 'GET /api/v1/permissions/my' },
  listPermissionCategories: { at: 'GET /api/v1/permissions/categories' },
  listAvailablePermissions: { at: 'GET /api/v1/permissions/available-for-tenant' },
  explainPermission: { at: 'GET /api/v1/permissions/explain' },
  getPermission: { at: 'GET /api/v1/permissions/{id}' },
  listFoundRecords: { at: 'GET /api/v1/search' },
  getWorkspace: { at: 'GET /api/v1/public/workspace', isOpen: true },
  getSignInStart: { at: 'GET /api/v1/public/sign-in', isOpen: true },
  listAuditEntries: { at: 'GET /api/v1/audit' },
  verifyAuditLog: { at: 'GET /api/v1/audit/verify' },
  getAuditCheckpoint: { at: 'GET /api/v1/audit/checkpoint' },
  exportAuditLog: { at: 'GET /api/v1/audit/export', answers: 'file' },
  getAuditEntry: { at: 'GET /api/v1/audit/{id}' },
  getDashboardSummary: { at: 'GET /api/v1/dashboard/summary' },
  getLoginActivity: { at: 'GET /api/v1/dashboard/login-activity' },
  listRecentChanges: { at: 'GET /api/v1/dashboard/recent-changes' },
  getEventDistribution: { at: 'GET /api/v1/dashboard/event-distribution' },
  getSecurityEvents: { at: 'GET /api/v1/dashboard/security-events' },
  listTopBlockedIps: { at: 'GET /api/v1/dashboard/top-blocked-ips' },
  getDashboardCharts: { at: 'GET /api/v1/dashboard/charts' },
  listEmails: { at: 'GET /api/v1/emails' },
  getEmailStats: { at: 'GET /api/v1/emails/stats' },
  listEmailRecipients: { at: 'GET /api/v1/emails/search-recipients' },
  getEmail: { at: 'GET /api/v1/emails/{id}' },
  sendEmail: { at: 'POST /api/v1/emails/send', takesKey: true },
  sendEmails: { at: 'POST /api/v1/emails/send-bulk', takesKey: true, inBatches: true },
  cancelEmail: { at: 'DELETE /api/v1/emails/{id}/cancel' },
  resendEmail: { at: 'POST /api/v1/emails/{id}/resend' },
  cancelEmailBatch: { at: 'DELETE /api/v1/emails/batches/{batchId}/cancel' },
  reportBounce: { at: 'POST /api/v1/emails/bounces', isOpen: true },
  listRecycleBin: { at: 'GET /api/v1/recycle-bin' },
  restoreRecycleBinEntry: { at: 'POST /api/v1/recycle-bin/{id}/restore' },
  purgeRecycleBinEntry: { at: 'DELETE /api/v1/recycle-bin/{id}' },
  listWebhooks: { at: 'GET /api/v1/webhooks' },
  createWebhook: { at: 'POST /api/v1/webhooks' },
  listWebhookEventTypes: { at: 'GET /api/v1/webhooks/event-types' },
  getWebhook: { at: 'GET /api/v1/webhooks/{id}' },
  updateWebhook: { at: 'PUT /api/v1/webhooks/{id}' },
  deleteWebhook: { at: 'DELETE /api/v1/webhooks/{id}' },
  getWebhookSecret: { at: 'GET /api/v1/webhooks/{id}/secret' },
  rotateWebhookSecret: { at: 'POST /api/v1/webhooks/{id}/rotate-secret' },
  getWebhookStatistics: { at: 'GET /api/v1/webhooks/{id}/stats' },
  listWebhookDeliveries: { at: 'GET /api/v1/webhooks/{id}/logs' },
  getWebhookDelivery: { at: 'GET /api/v1/webhooks/{id}/logs/{eventId}' },
  sendWebhookTest: { at: 'POST /api/v1/webhooks/{id}/test' },
  replayWebhookDelivery: { at: 'POST /api/v1/webhooks/{id}/logs/{eventId}/replay' },
  replayWebhookDeliveries: { at: 'POST /api/v1/webhooks/{id}/replay' },
  getHealth: { at: 'GET /health', isOpen: true },
  getLiveness: { at: 'GET /health/live', isOpen: true },
  getReadiness: { at: 'GET /health/ready', isOpen: true },
  getHealthDetails: { at: 'GET /api/v1/health' },
}
