// Made from the OpenAPI document by `npm run generate`.
export type AcceptedEmail = { "id": string; "status": "queued" | "scheduled" | "sent" | "failed" | "cancelled"; "to"?: string | undefined; "subject"?: string | null | undefined; "templateId": string | null; "priority": "low" | "normal" | "high"; "scheduledAt": string | null; "createdAt": string }
export type AcceptedEmails = { "batchId": string | null; "total": number; "queued": number; "scheduled": number; "skipped": (SkippedEmailRecipient)[]; "sample"?: (SampleEmailRecipient)[] | undefined; "message": string }
export type AddressOfUser = { "email": string; "tenantCode"?: string | null | undefined }
export type Admin = { "id": string; "email"?: string | undefined; "username": string | null; "firstName": string; "lastName": string; "phoneNumber"?: string | null | undefined; "avatarUrl": string | null; "tenantName": string | null; "isActive": boolean; "isBlocked": boolean; "isLockedOut": boolean; "twoFactorEnabled": boolean; "lastLoginAt": string | null; "createdAt": string; "version": number; "tenantId": string | null; "role": RoleReference | null; "isProtected": boolean }
export type AdminBlock = { "reason"?: string | undefined }
export type AdminChange = { "firstName"?: string | undefined; "lastName"?: string | undefined; "phoneNumber"?: string | null | undefined; "roleId"?: string | undefined; "isActive"?: boolean | undefined; "email"?: string | undefined; "version"?: number | undefined }
export type AdminDetail = { "id": string; "email"?: string | undefined; "username": string | null; "firstName": string; "lastName": string; "phoneNumber"?: string | null | undefined; "avatarUrl": string | null; "tenantName": string | null; "isActive": boolean; "isBlocked": boolean; "isLockedOut": boolean; "twoFactorEnabled": boolean; "lastLoginAt": string | null; "createdAt": string; "version": number; "tenantId": string | null; "role": RoleReference | null; "isProtected": boolean; "status": "Blocked" | "Deactivated" | "LockedOut" | "Active"; "lockoutEnd": string | null; "blockReason"?: string | null | undefined; "blockedAt"?: string | null | undefined; "blockedBy"?: string | null | undefined; "blockedByName"?: string | null | undefined }
export type AdminFilter = { "search"?: string | undefined; "isActive"?: boolean | undefined; "isBlocked"?: boolean | undefined; "tenantId"?: string | undefined; "twoFactorEnabled"?: boolean | undefined; "isLockedOut"?: boolean | undefined; "roleId"?: string | undefined; "groupId"?: string | undefined; "within"?: string | undefined }
export type AdminGroup = { "id": string; "name": string; "isActive": boolean }
export type AdminIds = { "ids": (string)[] }
export type AdminPage = { "items": (Admin)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type AdminPermission = { "name": string; "restrictedFields": (string)[]; "from": (PermissionOrigin)[] }
export type AdminPermissions = { "permissions": (AdminPermission)[]; "withheld": (WithheldPermission)[]; "groups": (AdminGroup)[] | null }
export type AdminProtection = { "isProtected"?: boolean | undefined }
export type AffectedNotifications = { "affected": number; "message": string }
export type AffectedRecipients = { "affected": number }
export type AuditActionFilter = "auth" | "auth.login" | "auth.workspaces" | "auth.account" | "auth.logout" | "auth.token" | "auth.session" | "auth.reauthentication" | "auth.two_factor" | "auth.password" | "auth.password_reset" | "auth.otp" | "auth.external_login" | "auth.impersonation" | "access" | "service" | "admin" | "user" | "tenant" | "job" | "notification" | "entity" | "email" | "role" | "template" | "group" | "webhook" | "auth.login.succeeded" | "auth.login.failed" | "auth.workspaces.shown" | "auth.account.locked" | "auth.logout.succeeded" | "auth.token.reuse_detected" | "auth.session.revoked" | "auth.session.all_revoked" | "auth.reauthentication.failed" | "auth.two_factor.setup_started" | "auth.two_factor.enabled" | "auth.two_factor.disabled" | "auth.two_factor.reset" | "auth.two_factor.failed" | "auth.two_factor.backup_code_used" | "auth.two_factor.backup_codes_regenerated" | "auth.password.changed" | "auth.password_reset.requested" | "auth.password_reset.verified" | "auth.password_reset.completed" | "auth.otp.sent" | "auth.otp.failed" | "auth.external_login.linked" | "auth.external_login.unlinked" | "auth.impersonation.started" | "auth.impersonation.stopped" | "access.denied" | "service.superadmin_created" | "service.superadmin_reset" | "service.key_rotated" | "service.demo_began" | "service.demo_finished" | "admin.created" | "admin.updated" | "admin.blocked" | "admin.unblocked" | "admin.unlocked" | "admin.password_reset" | "admin.activated" | "admin.deactivated" | "admin.deleted" | "admin.protected" | "admin.unprotected" | "admin.superadmin_transferred" | "user.registered" | "user.created" | "user.updated" | "user.blocked" | "user.unblocked" | "user.unlocked" | "user.password_reset" | "user.deleted" | "user.verified" | "tenant.created" | "tenant.updated" | "tenant.activated" | "tenant.deactivated" | "tenant.deleted" | "tenant.permissions_changed" | "tenant.settings_changed" | "tenant.domain_created" | "tenant.domain_deleted" | "tenant.domain_primary_changed" | "tenant.domain_verification_requested" | "tenant.domain_verified" | "tenant.domain_failed" | "tenant.identity_provider_created" | "tenant.identity_provider_updated" | "tenant.identity_provider_deleted" | "tenant.quota_near" | "job.finished" | "notification.sent" | "entity.restored" | "entity.purged" | "email.queued" | "email.bulk_queued" | "email.cancelled" | "email.requeued" | "role.created" | "role.updated" | "role.deleted" | "role.permissions_changed" | "template.created" | "template.updated" | "template.deleted" | "group.created" | "group.updated" | "group.deleted" | "group.activated" | "group.deactivated" | "group.members_added" | "group.member_removed" | "group.roles_changed" | "group.restrictions_changed" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.tested" | "webhook.replayed" | "webhook.secret_viewed" | "webhook.secret_rotated" | "webhook.disabled" | "webhook.failing" | "webhook.delivery_failed"
export type AuditChange = { "before": unknown; "after": unknown }
export type AuditDetails = { "reason"?: string | undefined; "code"?: string | undefined; "status"?: number | undefined; "operation"?: string | undefined; "requiredPermission"?: string | undefined; "excess"?: (string)[] | undefined; "fields"?: (string)[] | undefined; "method"?: string | undefined; "attempts"?: number | undefined; "lockoutEnd"?: string | null | undefined }
export type AuditEntry = { "id": string; "timestamp": string; "actorId": string | null; "actorType": "admin" | "user" | "service" | "system"; "actorName": string | null; "onBehalfOfId": string | null; "onBehalfOfName": string | null; "action": string; "entityType": string | null; "entityId": string | null; "entityName": string | null; "tenantId": string | null; "tenantName": string | null; "ipAddress": string | null; "userAgent": string | null; "outcome": "success" | "failure" | "denied"; "changes": Record<string, AuditChange>; "details": AuditDetails; "traceId": string | null; "parentTraceId": string | null }
export type AuditEntryPage = { "items": (AuditEntry)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type BackupCodeRenewal = { "code": string }
export type BackupCodes = { "backupCodes": (string)[] }
export type BulkAdminResult = { "affected": number; "message": string; "skipped": (SkippedRecord)[] }
export type BulkEmailFilter = { "target": "admins" | "users" | "all"; "tenantId"?: string | null | undefined; "includeDescendants"?: boolean | undefined; "search"?: string | undefined; "isActive"?: boolean | undefined; "roleId"?: string | null | undefined; "groupId"?: string | null | undefined; "emailVerified"?: boolean | null | undefined; "ids"?: (string)[] | undefined; "excludeIds"?: (string)[] | undefined }
export type BulkEmailRecipient = { "to": string; "variables"?: Record<string, unknown> | undefined }
export type BulkUserGroupResult = { "affected": number; "message": string; "skipped": (SkippedRecord)[]; "affectedAdmins": number; "skippedAdmins": (SkippedRecord)[] }
export type CancelledEmailBatch = { "affected": number; "message": string }
export type ChangeIdentityProvider = { "displayName"?: string | undefined; "issuer"?: string | undefined; "clientId"?: string | undefined; "clientSecret"?: string | null | undefined; "scopes"?: (string)[] | undefined; "trustEmail"?: boolean | undefined; "isActive"?: boolean | undefined; "version"?: number | undefined }
export type CodeRequested = { "sent": boolean; "retryAfterSeconds": number | null }
export type CreatedWebhook = { "id": string; "tenantId": string | null; "tenantName": string | null; "url": string; "events": (string)[]; "isActive": boolean; "description": string; "secretHint": string; "hasPreviousSecret": boolean; "previousSecretExpiresAt": string | null; "retryPolicy": "persistent" | "exponential"; "includeDescendants": boolean; "disabledAt": string | null; "disabledReason": "consecutive_failures" | "gone" | "manual" | null; "consecutiveFailures": number; "failingSince": string | null; "lastDeliveryAt": string | null; "lastStatus": string | null; "stats24h": WebhookRecentDeliveries; "createdAt": string; "updatedAt": string; "createdBy": string | null; "version": number; "secret": string }
export type DescendantCount = { "count": number }
export type Domain = { "id": string; "domainName": string; "isPrimary": boolean; "isCustom": boolean; "isVerified": boolean; "verificationStatus": "unverified" | "pending" | "verified" | "failed"; "verifiedAt": string | null; "lastCheckedAt": string | null; "lastError": string | null; "createdAt": string; "verificationToken"?: string | undefined; "dnsRecordType"?: string | undefined; "dnsRecordName"?: string | undefined; "dnsRecordValue"?: string | undefined; "dnsCnameValue"?: string | undefined }
export type DomainCheck = { "status": "pending" | "verified" }
export type Email = { "id": string; "tenantId": string | null; "tenantName": string | null; "to"?: string | undefined; "toName": string | null; "recipientType": "admin" | "user" | "external"; "recipientId": string | null; "subject"?: string | null | undefined; "templateId": string | null; "templateName": string; "category": string; "priority": "low" | "normal" | "high"; "status": "queued" | "scheduled" | "sent" | "failed" | "cancelled"; "scheduledAt": string | null; "createdAt": string; "queuedAt": string | null; "sentAt": string | null; "failedAt": string | null; "cancelledAt": string | null; "expiresAt": string | null; "attempts": number; "maxAttempts": number | null; "nextAttemptAt": string | null; "errorCode": string | null; "error"?: string | null | undefined; "providerMessageId": string | null; "batchId": string | null; "resendCount": number; "bounceType": "hard" | "soft" | "complaint" | null; "bouncedAt": string | null; "createdBy": string | null; "createdByName": string | null }
export type EmailBounce = { "emailId"?: string | undefined; "providerMessageId"?: string | undefined; "to"?: string | undefined; "type": "hard" | "soft" | "complaint"; "diagnostic"?: string | undefined; "occurredAt"?: string | undefined }
export type EmailDetail = { "id": string; "tenantId": string | null; "tenantName": string | null; "to"?: string | undefined; "toName": string | null; "recipientType": "admin" | "user" | "external"; "recipientId": string | null; "subject"?: string | null | undefined; "templateId": string | null; "templateName": string; "category": string; "priority": "low" | "normal" | "high"; "status": "queued" | "scheduled" | "sent" | "failed" | "cancelled"; "scheduledAt": string | null; "createdAt": string; "queuedAt": string | null; "sentAt": string | null; "failedAt": string | null; "cancelledAt": string | null; "expiresAt": string | null; "attempts": number; "maxAttempts": number | null; "nextAttemptAt": string | null; "errorCode": string | null; "error"?: string | null | undefined; "providerMessageId": string | null; "batchId": string | null; "resendCount": number; "bounceType": "hard" | "soft" | "complaint" | null; "bouncedAt": string | null; "createdBy": string | null; "createdByName": string | null; "html"?: string | null | undefined; "text"?: string | null | undefined; "events": (EmailEvent)[] }
export type EmailEvent = { "at": string; "type": "queued" | "scheduled" | "deferred" | "sent" | "failed" | "cancelled" | "requeued" | "bounced"; "detail"?: string | null | undefined }
export type EmailPage = { "items": (Email)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type EmailStats = { "sent": number; "failed": number; "queued": number; "scheduled": number; "cancelled": number; "bounced": number; "complaints": number; "total": number; "bounceRate": number; "period": StatsPeriod; "series": (StatsDay)[] }
export type EmailVerification = { "email": string; "code": string; "tenantCode"?: string | null | undefined }
export type Error = { "isSuccess": false; "data": null; "statusCode": number; "code": ErrorCode; "message": string; "errors"?: (FieldProblem)[] | undefined; "requiredPermission"?: string | undefined; "reason"?: RefusalReason | undefined; "excess"?: (string)[] | undefined; "quota"?: "maxAdmins" | "maxRoles" | "maxSubTenants" | "domains" | "identityProviders" | "messageTemplates" | undefined; "unknown"?: (string)[] | undefined; "near"?: (string)[] | undefined; "line"?: number | undefined; "column"?: number | undefined; "missing"?: (string)[] | undefined; "actualCount"?: number | undefined; "attemptsRemaining"?: number | undefined; "retryAfterSeconds"?: number | undefined; "lockoutEnd"?: string | undefined; "affected"?: number | undefined; "skipped"?: (SkippedRecord)[] | undefined; "affectedAdmins"?: number | undefined; "skippedAdmins"?: (SkippedRecord)[] | undefined; "traceId": string }
export type ErrorCode = "validation_failed" | "malformed_json" | "malformed_request" | "unknown_provider" | "otp_invalid" | "otp_expired" | "otp_exhausted" | "password_policy" | "password_reused" | "image_invalid" | "image_too_large" | "bulk_too_large" | "webhook_url_invalid" | "webhook_url_not_allowed" | "webhook_event_unknown" | "webhook_secret_invalid" | "template_syntax_error" | "template_limit_exceeded" | "template_render_error" | "template_variables_missing" | "template_variable_required" | "template_secret_misplaced" | "token_missing" | "token_invalid" | "token_expired" | "session_revoked" | "invalid_credentials" | "refresh_token_invalid" | "two_factor_invalid" | "permission_denied" | "field_restricted" | "account_blocked" | "account_inactive" | "tenant_inactive" | "tenant_suspended" | "tenant_cancelled" | "password_change_required" | "two_factor_setup_required" | "registration_disabled" | "email_not_verified" | "impersonation_forbidden" | "admin_protected" | "not_found" | "template_not_found" | "unknown_path" | "method_not_allowed" | "request_timeout" | "conflict" | "state_conflict" | "version_conflict" | "quota_exceeded" | "role_in_use" | "tenant_has_children" | "cannot_restore" | "domain_not_verified" | "link_required" | "webhook_limit_reached" | "webhook_inactive" | "template_inactive" | "idempotency_key_reused" | "email_not_cancellable" | "email_not_resendable" | "template_name_taken" | "template_is_system" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "account_locked" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable"
export type ExplanationStep = { "source": "account" | "role" | "group" | "tenant" | "platform"; "effect": "gives" | "withholds" | "restricts"; "reason": "blocked" | "deactivated" | "locked_out" | "tenant_inactive" | "tenant_suspended" | "tenant_cancelled" | "tenant_deleted" | "listed" | "all_granted" | "every_view" | "not_listed" | "role_deleted" | "group_inactive" | "no_role" | "granted" | "not_granted" | "platform_only" | "restriction" | "inherited"; "id": string | null; "name": string | null; "via": { "id": string | null; "name": string | null } | null; "restrictedFields": (string)[] }
export type ExternalLogin = { "id": string; "providerName": string; "providerKey": string; "email": string | null; "displayName": string; "linkedAt": string; "lastUsedAt": string | null }
export type ExternalLoginLink = { "provider": string; "token": string; "nonce"?: string | null | undefined; "password"?: string | null | undefined; "code"?: string | null | undefined }
export type FieldCode = "required" | "unknown_property" | "type" | "format" | "too_short" | "too_long" | "too_few" | "too_many" | "too_small" | "too_big" | "not_allowed_value" | "nul_character" | "https_required" | "blocked_address" | "issuer_unreachable" | "issuer_mismatch" | "too_deep" | "validation_failed" | "not_found" | "conflict" | "field_restricted" | "image_invalid" | "image_too_large" | "webhook_url_invalid" | "webhook_url_not_allowed" | "webhook_event_unknown" | "webhook_secret_invalid" | "template_syntax_error" | "template_limit_exceeded" | "template_render_error" | "template_variable_required" | "template_secret_misplaced" | "template_name_taken" | "password_policy" | "password_reused" | "password_too_short" | "password_too_long" | "password_uppercase" | "password_number" | "password_special" | "password_common" | "password_is_identifier" | "password_nul" | "password_unchanged"
export type FieldProblem = { "field": string; "code": FieldCode; "message": string }
export type GrantChange = { "permissionIds": (string)[]; "restrictedFields"?: Record<string, (string)[]> | undefined; "version"?: number | undefined }
export type GrantChanged = { "message": string; "totalPermissions": number; "affectedTenants": number; "affectedRoles": number }
export type GrantedPermission = { "id": string; "name": string; "description": string; "category": string; "restrictableFields": (string)[]; "restrictedFields": (string)[] }
export type GrantedPermissionCategory = { "name": string; "slug": string; "permissions": (GrantedPermission)[] }
export type GroupReference = { "id": string; "name": string }
export type Health = { "status": HealthStatus; "timestamp": string }
export type HealthCheck = { "status": HealthStatus; "latencyMs": number; "note"?: string | undefined }
export type HealthDetails = { "status": HealthStatus; "timestamp": string; "version": string; "uptimeSeconds": number; "checks": Record<string, HealthCheck> }
export type HealthStatus = "ok" | "degraded" | "down"
export type IdentityProvider = { "id": string; "tenantId": string; "name": string; "displayName": string; "issuer": string; "clientId": string; "hasClientSecret": boolean; "scopes": (string)[]; "trustEmail": boolean; "isActive": boolean; "version": number; "createdAt": string; "updatedAt": string }
export type IdentityProviders = { "tenantId": string; "tenantName": string | null; "identityProviders": (IdentityProvider)[] }
export type Impersonation = { "reason"?: string | null | undefined }
export type ImportAnswerLine = { "line"?: number | undefined; "id"?: string | null | undefined; "code"?: ErrorCode | undefined; "errors"?: ({ "field": string; "code": string; "message": string })[] | undefined; "message"?: string | undefined; "traceId"?: string | undefined; "affected"?: number | undefined; "skipped"?: number | undefined }
export type ImportedUser = { "email": string; "username"?: string | null | undefined; "firstName"?: string | undefined; "lastName"?: string | undefined; "phoneNumber"?: string | null | undefined; "emailVerified"?: boolean | undefined; "phoneVerified"?: boolean | undefined; "createdAt"?: string | undefined; "passwordHash"?: string | undefined; "externalLogins"?: ({ "provider": string; "subject": string })[] | undefined }
export type ListedMessageTemplate = { "id": string; "name": string; "code": string | null; "engine": "liquid"; "category": string; "variables": (string)[]; "isActive": boolean; "isSystem": boolean; "tenantId": string | null; "tenantName": string | null; "version": number; "usageCount30d": number; "createdAt": string; "updatedAt": string; "updatedBy": string | null; "subject": string }
export type MatchingAdmins = { "filter": AdminFilter; "excludeIds"?: (string)[] | undefined; "expectedCount"?: number | undefined; "dryRun"?: boolean | undefined }
export type MatchingUserGroups = { "filter": UserGroupFilter; "excludeIds"?: (string)[] | undefined; "cascadeAdmins"?: boolean | undefined; "expectedCount"?: number | undefined; "dryRun"?: boolean | undefined }
export type MenuItem = { "id": string; "title": string; "isVisible": boolean }
export type Message = { "message": string }
export type MessageTemplate = { "id": string; "name": string; "code": string | null; "engine": "liquid"; "category": string; "variables": (string)[]; "isActive": boolean; "isSystem": boolean; "tenantId": string | null; "tenantName": string | null; "version": number; "usageCount30d": number; "createdAt": string; "updatedAt": string; "updatedBy": string | null; "subject": string; "bodyHtml": string; "bodyText": string | null; "variableDefinitions": ({ "name": string; "required": boolean; "default": unknown; "example": unknown; "description": string | null })[]; "translations": { "en"?: { "subject": string; "bodyHtml": string; "bodyText": string | null } | undefined; "ar"?: { "subject": string; "bodyHtml": string; "bodyText": string | null } | undefined }; "warnings"?: (TemplateWarning)[] | undefined }
export type MessageTemplateChange = { "name"?: string | undefined; "code"?: string | null | undefined; "subject"?: string | undefined; "bodyHtml"?: string | undefined; "bodyText"?: string | null | undefined; "engine"?: "liquid" | undefined; "category"?: string | undefined; "variables"?: (string)[] | undefined; "variableDefinitions"?: (TemplateVariable)[] | undefined; "translations"?: { "en"?: TemplateTranslation | undefined; "ar"?: TemplateTranslation | undefined } | undefined; "isActive"?: boolean | undefined; "version"?: number | undefined }
export type MessageTemplatePage = { "items": (ListedMessageTemplate)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type NearTenant = { "id": string; "name": string; "code": string; "logoUrl": string | null; "parentTenantId": string | null; "isActive": boolean; "status": TenantStatus; "statusReason": string | null; "description": string | null; "address": string | null; "path": (TenantReference)[]; "childCount": number; "adminCount": number; "createdAt": string; "version": number; "level": number; "relation": "self" | "child" }
export type NearTenantPage = { "items": (NearTenant)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type NewAdmin = { "email": string; "firstName": string; "lastName": string; "roleId": string; "tenantId"?: string | null | undefined; "username"?: string | null | undefined; "phoneNumber"?: string | null | undefined; "password"?: string | undefined; "sendInvitation"?: boolean | undefined }
export type NewDomain = { "domainName": string }
export type NewEmail = { "to": string; "toName"?: string | null | undefined; "recipientId"?: string | null | undefined; "subject"?: string | null | undefined; "templateId": string; "variables"?: Record<string, unknown> | undefined; "priority"?: "low" | "normal" | "high" | undefined; "scheduledAt"?: string | null | undefined; "locale"?: "en" | "ar" | null | undefined }
export type NewEmails = { "templateId": string; "subject"?: string | null | undefined; "variables"?: Record<string, unknown> | undefined; "priority"?: "low" | "normal" | "high" | undefined; "scheduledAt"?: string | null | undefined; "locale"?: "en" | "ar" | null | undefined; "dryRun"?: boolean | undefined; "recipients"?: (BulkEmailRecipient)[] | undefined; "filter"?: BulkEmailFilter | undefined }
export type NewIdentityProvider = { "name": string; "displayName": string; "issuer": string; "clientId": string; "clientSecret"?: string | null | undefined; "scopes"?: (string)[] | undefined; "trustEmail"?: boolean | undefined; "isActive"?: boolean | undefined }
export type NewMessageTemplate = { "name": string; "code"?: string | null | undefined; "subject": string; "bodyHtml": string; "bodyText"?: string | null | undefined; "engine"?: "liquid" | undefined; "category": string; "variables"?: (string)[] | undefined; "variableDefinitions"?: (TemplateVariable)[] | undefined; "translations"?: { "en"?: TemplateTranslation | undefined; "ar"?: TemplateTranslation | undefined } | undefined; "isActive"?: boolean | undefined; "tenantId"?: string | null | undefined }
export type NewNotification = { "targets": (NotificationTarget)[]; "title": string; "body": string; "severity"?: "info" | "success" | "warning" | "critical" | undefined; "link"?: string | null | undefined }
export type NewOwnUserGroup = { "nameEn"?: string | undefined; "nameAr"?: string | null | undefined; "code"?: string | undefined; "descriptionEn"?: string | null | undefined; "descriptionAr"?: string | null | undefined; "isActive"?: boolean | undefined; "roleIds"?: (string)[] | undefined; "name"?: string | undefined; "Name"?: string | undefined; "description"?: string | null | undefined; "Description"?: string | null | undefined; "status"?: boolean | "Active" | "Inactive" | undefined; "Status"?: boolean | "Active" | "Inactive" | undefined; "RoleIds"?: (string)[] | undefined }
export type NewRole = { "name": string; "description"?: string | null | undefined; "permissionIds"?: (string)[] | undefined; "restrictedFields"?: Record<string, (string)[]> | undefined; "menuItemIds"?: (string)[] | undefined; "isDefault"?: boolean | undefined; "tenantId"?: string | null | undefined }
export type NewTenant = { "name": string; "code"?: string | undefined; "parentTenantId"?: string | null | undefined; "description"?: string | null | undefined; "address"?: string | null | undefined; "logoUrl"?: string | null | undefined; "admin"?: NewTenantAdmin | undefined; "settings"?: TenantSettingsChange | undefined }
export type NewTenantAdmin = { "email": string; "firstName": string; "lastName": string; "password"?: string | undefined }
export type NewUser = { "username": string; "email": string; "firstName"?: string | undefined; "lastName"?: string | undefined; "phoneNumber"?: string | null | undefined; "tenantId"?: string | undefined; "password"?: string | undefined; "sendInvitation"?: boolean | undefined }
export type NewUserGroup = { "nameEn"?: string | undefined; "nameAr"?: string | null | undefined; "code"?: string | undefined; "descriptionEn"?: string | null | undefined; "descriptionAr"?: string | null | undefined; "isActive"?: boolean | undefined; "roleIds"?: (string)[] | undefined; "name"?: string | undefined; "Name"?: string | undefined; "description"?: string | null | undefined; "Description"?: string | null | undefined; "status"?: boolean | "Active" | "Inactive" | undefined; "Status"?: boolean | "Active" | "Inactive" | undefined; "RoleIds"?: (string)[] | undefined; "tenantId"?: string | null | undefined }
export type NewWebhook = { "url": string; "events": (string)[]; "secret"?: string | null | undefined; "isActive"?: boolean | undefined; "description"?: string | undefined; "retryPolicy"?: "persistent" | "exponential" | undefined; "includeDescendants"?: boolean | undefined }
export type Notification = { "id": string; "type": string; "title": string; "body": string; "severity": "info" | "success" | "warning" | "critical"; "data": Record<string, unknown>; "link": string | null; "isRead": boolean; "readAt": string | null; "createdAt": string; "actor": NotificationActor | null; "tenantId": string | null }
export type NotificationActor = { "id": string; "name": string | null }
export type NotificationPage = { "items": (Notification)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined; "unreadCount": number }
export type NotificationRecipient = { "id": string; "type": "admin" | "user"; "email"?: string | undefined; "name": string; "firstName": string; "lastName": string; "tenantId": string | null; "tenantName": string | null; "avatarUrl": string | null }
export type NotificationTarget = { "type": "admin" | "user"; "id": string }
export type NotificationTargets = { "items": (NotificationRecipient)[]; "totalCount": number }
export type NumberOfUser = { "phoneNumber": string; "tenantCode"?: string | null | undefined }
export type OwnPermissions = { "permissions": (string)[]; "restrictions": (OwnRestriction)[]; "roles": (OwnRole)[]; "groups": (GroupReference)[] }
export type OwnProfile = { "id": string; "email": string; "username": string | null; "firstName": string; "lastName": string; "phoneNumber": string | null; "avatarUrl": string | null; "isActive": boolean; "twoFactorEnabled": boolean; "roleId": string | null; "roleName": string | null; "tenantId": string | null; "tenantName": string | null; "createdAt": string; "version": number }
export type OwnProfileChange = { "firstName"?: string | undefined; "lastName"?: string | undefined; "phoneNumber"?: string | null | undefined; "version"?: number | undefined }
export type OwnRestriction = { "permissionCode": string; "restrictedFields": (string)[] }
export type OwnRole = { "id": string; "name": string }
export type OwnUserProfile = { "id": string; "username": string | null; "email": string; "firstName": string; "lastName": string; "phoneNumber": string | null; "avatarUrl": string | null; "isActive": boolean; "emailVerified": boolean; "phoneVerified": boolean; "twoFactorEnabled": boolean; "tenantId": string; "createdAt": string; "version": number }
export type PasswordChange = { "currentPassword": string; "newPassword": string }
export type PasswordPolicy = { "minLength": number; "requireUppercase": boolean; "requireNumber": boolean; "requireSpecial": boolean }
export type PasswordReset = PasswordResetByChallenge | PasswordResetByCode
export type PasswordResetByChallenge = { "challengeToken": string; "newPassword": string }
export type PasswordResetByCode = { "email": string; "tenantId"?: string | null | undefined; "code": string; "newPassword": string }
export type PasswordResetChallenge = { "challengeToken": string; "expiresIn": number }
export type PasswordResetCode = { "email": string; "tenantId"?: string | null | undefined; "code": string }
export type PasswordResetLink = { "token": string }
export type PasswordResetProof = PasswordResetCode | PasswordResetLink
export type PasswordResetRequest = { "email": string; "tenantId"?: string | null | undefined; "method"?: "otp" | "magic-link" | undefined }
export type Permission = { "id": string; "name": string; "description": string; "category": string; "restrictableFields": (string)[] }
export type PermissionCategory = { "name": string; "slug": string; "permissions": (Permission)[] }
export type PermissionExplanation = { "allowed": boolean; "restrictedFields": (string)[]; "chain": (ExplanationStep)[] }
export type PermissionName = "admins.view" | "admins.create" | "admins.update" | "admins.delete" | "users.view" | "users.create" | "users.update" | "users.delete" | "tenants.view" | "tenants.create" | "tenants.update" | "tenants.delete" | "groups.view" | "groups.create" | "groups.update" | "groups.delete" | "roles.view" | "roles.manage" | "webhooks.view" | "webhooks.create" | "webhooks.update" | "webhooks.delete" | "emails.view" | "emails.create" | "emails.update" | "emails.delete" | "emails.send" | "emails.external" | "templates.view" | "templates.create" | "templates.update" | "templates.delete" | "notifications.send" | "files.view" | "files.create" | "files.update" | "files.delete" | "menus.view" | "menus.create" | "menus.update" | "menus.delete" | "audit.view" | "audit.export" | "dashboard.view" | "recyclebin.view" | "recyclebin.restore" | "recyclebin.delete" | "settings.view" | "settings.update"
export type PermissionOrigin = { "source": "role" | "group"; "id": string | null; "name": string | null }
export type PhoneVerification = { "phoneNumber": string; "code": string; "tenantCode"?: string | null | undefined }
export type ProviderSignIn = { "token"?: string | null | undefined; "code"?: string | null | undefined; "redirectUri"?: string | null | undefined; "codeVerifier"?: string | null | undefined; "nonce"?: string | null | undefined; "deviceInfo"?: string | null | undefined; "tenantId"?: string | null | undefined; "isPlatformAdmin"?: boolean | null | undefined }
export type ProviderSignInResult = ProviderTokenResponse | TwoFactorChallenge | WorkspaceSelection | RedirectBeginning
export type ProviderTokenResponse = { "accessToken": string; "refreshToken": string | null; "expiresIn": number; "tokenType": "Bearer"; "requiresTwoFactor": false; "requiresTwoFactorSetup": boolean; "MustChangePassword": boolean; "user": TokenUser; "isNewUser": boolean }
export type QueuedTestMail = { "id": string; "status": "queued" | "scheduled" | "sent" | "failed" | "cancelled" }
export type Recipient = { "id": string; "type": "admin" | "user"; "email"?: string | undefined; "name": string; "firstName": string; "lastName": string; "tenantId": string | null; "tenantName": string | null; "avatarUrl": string | null }
export type Recipients = { "items": (Recipient)[]; "totalCount": number }
export type RecycleBinEntry = { "id": string; "entityType": "Admin" | "User" | "Tenant" | "Role" | "UserGroup" | "MessageTemplate" | "Webhook"; "displayName": string; "tenantId": string | null; "tenantName": string | null; "deletedBy": string | null; "deletedByName": string | null; "deletedAt": string | null; "canRestore": boolean; "reason": "name_taken" | "tenant_deleted" | "role_deleted" | "quota_exceeded" | null }
export type RecycleBinPage = { "items": (RecycleBinEntry)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null }
export type RedirectBeginning = { "authorizationUrl": string; "state": string; "nonce": string | null; "codeVerifier": string }
export type RefusalReason = "admins_only" | "users_only" | "platform_only" | "superadmin_only" | "superadmin_account" | "superadmin_role" | "own_account" | "own_tenant" | "origin_not_allowed" | "name_taken" | "tenant_deleted" | "role_deleted" | "quota_exceeded"
export type RegisteredUser = { "id": string; "username": string; "email": string; "tenantId": string; "emailVerified": boolean; "message": string }
export type Registration = { "username": string; "email": string; "password": string; "phoneNumber"?: string | null | undefined; "firstName"?: string | undefined; "lastName"?: string | undefined; "tenantCode"?: string | null | undefined }
export type RenderedMessage = { "subject": string; "html": string; "text": string }
export type Role = { "id": string; "name": string; "description": string | null; "isDefault": boolean; "isSystem": boolean; "adminCount": number; "permissions": (RolePermission)[]; "menuItems": (MenuItem)[]; "tenantId": string | null; "tenantName": string | null; "createdAt": string; "version": number }
export type RoleChange = { "name"?: string | undefined; "description"?: string | null | undefined; "menuItemIds"?: (string)[] | undefined; "isDefault"?: boolean | undefined; "version"?: number | undefined }
export type RoleCopy = { "name"?: string | undefined }
export type RolePage = { "items": (Role)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type RolePermission = { "id": string; "name": string; "category": string; "restrictedFields": (string)[] }
export type RolePermissionsChange = { "permissionIds": (string)[]; "restrictedFields"?: Record<string, (string)[]> | undefined; "version"?: number | undefined }
export type RolePermissionsChanged = { "message": string; "totalPermissions": number; "restrictedFieldsCount": number }
export type RoleReference = { "id": string; "name": string }
export type RoleScopesSynced = { "message": string; "removedPermissions": (string)[]; "addedRestrictedFields": Record<string, (string)[]> }
export type RotatedWebhookSecret = { "secret": string; "previousSecretExpiresAt": string | null }
export type SampleEmailRecipient = { "to"?: string | undefined; "toName": string | null; "recipientType": "admin" | "user" | "external"; "recipientId": string | null }
export type SecurityEvent = { "id": string; "event": string; "outcome": "success" | "failure" | "denied"; "ipAddress": string | null; "deviceInfo": string | null; "location": null; "createdAt": string; "details": Record<string, unknown> }
export type SecurityEventPage = { "items": (SecurityEvent)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null }
export type Session = { "tokenId": string; "deviceInfo": string | null; "ipAddress": string; "isCurrent": boolean; "lastActiveAt": string; "createdAt": string }
export type SignIn = { "identifier": string; "password": string; "tenantId"?: string | null | undefined; "isPlatformAdmin"?: boolean | null | undefined; "deviceInfo"?: string | null | undefined }
export type SignInPage = { "tenantId": string; "code": string; "name": string; "isSignInAvailable": boolean; "logoUrl"?: string | null | undefined; "faviconUrl"?: string | null | undefined; "primaryColor"?: string | null | undefined; "secondaryColor"?: string | null | undefined; "companyName"?: string | null | undefined; "loginHeadline"?: string | null | undefined; "loginSubtitle"?: string | null | undefined; "loginBrandingJson"?: string | null | undefined; "termsOfServiceUrl"?: string | null | undefined; "privacyPolicyUrl"?: string | null | undefined; "language"?: "en" | "ar" | undefined; "providers"?: (SignInProvider)[] | undefined; "passwordPolicy"?: PasswordPolicy | undefined }
export type SignInProvider = { "name": string; "displayName": string }
export type SignInResult = TokenResponse | TwoFactorChallenge | WorkspaceSelection
export type SkippedEmailRecipient = { "to": string; "reason": "duplicate" | "invalid_address" | "suppressed" | "not_allowed" }
export type SkippedRecord = { "id": string; "code": ErrorCode }
export type StatsDay = { "date": string; "sent": number; "failed": number; "bounced": number }
export type StatsPeriod = { "from": string; "to": string }
export type StreamTicket = { "ticket": string; "expiresIn": number }
export type SuperAdminTransfer = { "password": string }
export type TemplateDraft = { "subject"?: string | undefined; "bodyHtml"?: string | undefined; "bodyText"?: string | null | undefined }
export type TemplatePreview = { "subject": string; "html": string; "text": string; "variablesUsed": Record<string, unknown>; "missingVariables": (string)[]; "unknownVariables": (string)[] }
export type TemplatePreviewRequest = { "variables"?: Record<string, unknown> | undefined; "locale"?: "en" | "ar" | null | undefined; "draft"?: TemplateDraft | undefined }
export type TemplateRenderRequest = { "variables"?: Record<string, unknown> | undefined; "locale"?: "en" | "ar" | null | undefined; "strict"?: boolean | undefined }
export type TemplateTranslation = { "subject": string; "bodyHtml": string; "bodyText"?: string | null | undefined }
export type TemplateVariable = { "name": string; "required"?: boolean | undefined; "default"?: string | number | boolean | null | undefined; "example"?: string | number | boolean | null | undefined; "description"?: string | null | undefined }
export type TemplateWarning = { "code": "UNDECLARED_VARIABLE" | "UNUSED_VARIABLE"; "name": string }
export type Tenant = { "id": string; "name": string; "code": string; "logoUrl": string | null; "parentTenantId": string | null; "isActive": boolean; "status": TenantStatus; "statusReason": string | null; "description": string | null; "address": string | null; "path": (TenantReference)[]; "childCount": number; "adminCount": number; "createdAt": string; "version": number }
export type TenantChange = { "name"?: string | undefined; "code"?: string | undefined; "description"?: string | null | undefined; "address"?: string | null | undefined; "logoUrl"?: string | null | undefined; "isActive"?: boolean | undefined; "status"?: TenantStatus | undefined; "statusReason"?: string | null | undefined; "version"?: number | undefined }
export type TenantCreationPermissions = { "canCreate": boolean; "reasons": ("permission_denied" | "quota_exceeded" | "too_deep")[]; "quotas": TenantQuotas; "grantablePermissionIds": (string)[] }
export type TenantDetail = { "id": string; "name": string; "code": string; "logoUrl": string | null; "parentTenantId": string | null; "isActive": boolean; "status": TenantStatus; "statusReason": string | null; "description": string | null; "address": string | null; "path": (TenantReference)[]; "childCount": number; "adminCount": number; "createdAt": string; "version": number; "settings": TenantSettings; "statistics": TenantStatistics; "hierarchy": TenantHierarchy }
export type TenantDomain = { "tenantId": string; "tenantName": string | null; "id": string; "domainName": string; "isPrimary": boolean; "isCustom": boolean; "isVerified": boolean; "verificationStatus": "unverified" | "pending" | "verified" | "failed"; "verifiedAt": string | null; "lastCheckedAt": string | null; "lastError": string | null; "createdAt": string; "verificationToken"?: string | undefined; "dnsRecordType"?: string | undefined; "dnsRecordName"?: string | undefined; "dnsRecordValue"?: string | undefined; "dnsCnameValue"?: string | undefined }
export type TenantDomains = { "tenantId": string; "tenantName": string | null; "domains": (Domain)[] }
export type TenantHierarchy = { "level": number; "path": (TenantReference)[]; "childCount": number; "descendantCount": number }
export type TenantPage = { "items": (Tenant)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type TenantQuotas = { "maxSubTenants": number | null; "usedSubTenants": number; "remainingSubTenants": number | null; "maxAdmins": number | null; "maxRoles": number | null }
export type TenantReference = { "id": string; "name": string }
export type TenantSettings = { "maxAdmins": number | null; "maxRoles": number | null; "maxSubTenants": number | null; "passwordMinLength": number | null; "passwordRequireUppercase": boolean | null; "passwordRequireNumber": boolean | null; "passwordRequireSpecial": boolean | null; "passwordExpiryDays": number | null; "passwordHistoryCount": number | null; "loginLockoutThreshold": number | null; "loginLockoutMinutes": number | null; "require2FA": boolean | null; "accessTokenMinutes": number | null; "auditRetentionDays": number | null; "auditEnabled": boolean | null; "recycleBinRetentionDays": number | null; "registrationEnabled": boolean | null; "requireEmailVerification": boolean | null; "identityProviderMode": "Single" | "Multiple" | "Disabled" | null; "language": "en" | "ar" | null; "logoUrl": string | null; "faviconUrl": string | null; "primaryColor": string | null; "secondaryColor": string | null; "companyName": string | null; "loginHeadline": string | null; "loginSubtitle": string | null; "loginBrandingJson": string | null; "dashboardThemeJson": string | null; "termsOfServiceUrl": string | null; "privacyPolicyUrl": string | null; "sources": Record<string, "own" | "inherited" | "default">; "inheritedFrom": Record<string, string> }
export type TenantSettingsChange = { "maxAdmins"?: number | null | undefined; "maxRoles"?: number | null | undefined; "maxSubTenants"?: number | null | undefined; "passwordMinLength"?: number | null | undefined; "passwordRequireUppercase"?: boolean | null | undefined; "passwordRequireNumber"?: boolean | null | undefined; "passwordRequireSpecial"?: boolean | null | undefined; "passwordExpiryDays"?: number | null | undefined; "passwordHistoryCount"?: number | null | undefined; "loginLockoutThreshold"?: number | null | undefined; "loginLockoutMinutes"?: number | null | undefined; "require2FA"?: boolean | null | undefined; "accessTokenMinutes"?: number | null | undefined; "auditRetentionDays"?: number | null | undefined; "auditEnabled"?: boolean | null | undefined; "recycleBinRetentionDays"?: number | null | undefined; "registrationEnabled"?: boolean | null | undefined; "requireEmailVerification"?: boolean | null | undefined; "identityProviderMode"?: "Single" | "Multiple" | "Disabled" | null | undefined; "language"?: "en" | "ar" | null | undefined; "logoUrl"?: string | null | undefined; "faviconUrl"?: string | null | undefined; "primaryColor"?: string | null | undefined; "secondaryColor"?: string | null | undefined; "companyName"?: string | null | undefined; "loginHeadline"?: string | null | undefined; "loginSubtitle"?: string | null | undefined; "loginBrandingJson"?: string | null | undefined; "dashboardThemeJson"?: string | null | undefined; "termsOfServiceUrl"?: string | null | undefined; "privacyPolicyUrl"?: string | null | undefined }
export type TenantStatistics = { "adminCount": number; "userCount": number; "storageBytes": number }
export type TenantStatus = "Active" | "Inactive" | "Suspended" | "Cancelled"
export type TenantTreeNode = { "id": string; "name": string; "code": string; "status": TenantStatus; "level": number; "children": (TenantTreeNode)[] }
export type TestMailRequest = { "to": string; "variables"?: Record<string, unknown> | undefined; "locale"?: "en" | "ar" | null | undefined }
export type TokenRefresh = { "refreshToken"?: string | null | undefined }
export type TokenResponse = { "accessToken": string; "refreshToken": string | null; "expiresIn": number; "tokenType": "Bearer"; "requiresTwoFactor": false; "requiresTwoFactorSetup": boolean; "MustChangePassword": boolean; "user": TokenUser }
export type TokenUser = { "id": string; "email": string; "role": string | null; "tenantId": string | null; "impersonatorAdminId"?: string | undefined }
export type TwoFactorChallenge = { "requiresTwoFactor": true; "twoFactorToken": string; "expiresIn": number; "MustChangePassword": boolean }
export type TwoFactorConfirmation = { "code": string }
export type TwoFactorDisabling = { "password": string; "code": string }
export type TwoFactorEnabling = { "password": string }
export type TwoFactorSetup = { "secret": string; "qrCodeUri": string; "qrCodeBase64": string }
export type TwoFactorVerification = { "twoFactorToken": string; "code": string }
export type UnreadCount = { "count": number }
export type User = { "id": string; "email"?: string | undefined; "username": string | null; "firstName": string; "lastName": string; "phoneNumber"?: string | null | undefined; "avatarUrl": string | null; "tenantName": string | null; "isActive": boolean; "isBlocked": boolean; "isLockedOut": boolean; "twoFactorEnabled": boolean; "lastLoginAt": string | null; "createdAt": string; "version": number; "tenantId": string; "emailVerified": boolean; "phoneVerified": boolean }
export type UserBlock = { "isBlocked"?: boolean | undefined; "reason"?: string | undefined }
export type UserChange = { "firstName"?: string | undefined; "lastName"?: string | undefined; "phoneNumber"?: string | null | undefined; "email"?: string | undefined; "isActive"?: boolean | undefined; "version"?: number | undefined }
export type UserDetail = { "id": string; "email"?: string | undefined; "username": string | null; "firstName": string; "lastName": string; "phoneNumber"?: string | null | undefined; "avatarUrl": string | null; "tenantName": string | null; "isActive": boolean; "isBlocked": boolean; "isLockedOut": boolean; "twoFactorEnabled": boolean; "lastLoginAt": string | null; "createdAt": string; "version": number; "tenantId": string; "emailVerified": boolean; "phoneVerified": boolean; "status": "Blocked" | "Deactivated" | "LockedOut" | "Active"; "lockoutEnd": string | null; "blockReason"?: string | null | undefined; "blockedAt"?: string | null | undefined; "blockedBy"?: string | null | undefined; "blockedByName"?: string | null | undefined }
export type UserGroup = { "id": string; "nameEn": string; "nameAr": string | null; "code": string; "isActive": boolean; "descriptionEn": string | null; "descriptionAr": string | null; "tenantId": string | null; "tenantName": string | null; "memberCount": number; "members": (UserGroupMember)[]; "roleCount": number; "roles": (UserGroupRole)[]; "restrictions": (UserGroupRestriction)[]; "createdAt": string; "version": number }
export type UserGroupChange = { "nameEn"?: string | undefined; "nameAr"?: string | null | undefined; "code"?: string | undefined; "descriptionEn"?: string | null | undefined; "descriptionAr"?: string | null | undefined; "isActive"?: boolean | undefined; "roleIds"?: (string)[] | undefined; "name"?: string | undefined; "Name"?: string | undefined; "description"?: string | null | undefined; "Description"?: string | null | undefined; "status"?: boolean | "Active" | "Inactive" | undefined; "Status"?: boolean | "Active" | "Inactive" | undefined; "RoleIds"?: (string)[] | undefined; "version"?: number | undefined }
export type UserGroupChoice = { "id": string; "nameEn": string; "nameAr": string | null; "code": string; "isActive": boolean }
export type UserGroupChoicePage = { "items": (UserGroupChoice)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type UserGroupFilter = { "search"?: string | undefined; "isActive"?: boolean | undefined; "tenantId"?: string | undefined; "within"?: string | undefined }
export type UserGroupIds = { "ids": (string)[]; "cascadeAdmins"?: boolean | undefined }
export type UserGroupMember = { "adminId": string; "firstName": string; "lastName": string; "username": string | null; "email"?: string | undefined; "isActive": boolean }
export type UserGroupMembersAddition = { "adminIds": (string)[] }
export type UserGroupPage = { "items": (UserGroup)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type UserGroupRestriction = { "permissionCode": string; "restrictedFields": (string)[] }
export type UserGroupRestrictionsChange = { "restrictions": ({ "permissionCode": PermissionName; "restrictedFields": (string)[] })[]; "version"?: number | undefined }
export type UserGroupRole = { "roleId": string; "nameEn": string; "nameAr": string | null; "code": string; "permissionCount": number }
export type UserGroupRolesChange = { "roleIds": (string)[]; "version"?: number | undefined }
export type UserPage = { "items": (User)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type UserPasswordReset = { "email": string; "code": string; "newPassword": string; "tenantCode"?: string | null | undefined }
export type UserProviderSignIn = { "token"?: string | null | undefined; "code"?: string | null | undefined; "redirectUri"?: string | null | undefined; "codeVerifier"?: string | null | undefined; "nonce"?: string | null | undefined; "deviceInfo"?: string | null | undefined; "tenantCode"?: string | null | undefined }
export type UserSignIn = { "username": string; "password": string; "tenantCode"?: string | null | undefined; "deviceInfo"?: string | null | undefined }
export type Webhook = { "id": string; "tenantId": string | null; "tenantName": string | null; "url": string; "events": (string)[]; "isActive": boolean; "description": string; "secretHint": string; "hasPreviousSecret": boolean; "previousSecretExpiresAt": string | null; "retryPolicy": "persistent" | "exponential"; "includeDescendants": boolean; "disabledAt": string | null; "disabledReason": "consecutive_failures" | "gone" | "manual" | null; "consecutiveFailures": number; "failingSince": string | null; "lastDeliveryAt": string | null; "lastStatus": string | null; "stats24h": WebhookRecentDeliveries; "createdAt": string; "updatedAt": string; "createdBy": string | null; "version": number }
export type WebhookAttempt = { "attemptNumber": number; "trigger": "automatic" | "manual"; "startedAt": string; "httpStatus": number | null; "duration": number | null; "responseBody": string | null; "error": string | null; "responseHeaders": {} | null }
export type WebhookChange = { "url"?: string | undefined; "events"?: (string)[] | undefined; "secret"?: string | undefined; "isActive"?: boolean | undefined; "description"?: string | undefined; "retryPolicy"?: "persistent" | "exponential" | undefined; "includeDescendants"?: boolean | undefined; "version"?: number | undefined }
export type WebhookDelivery = { "eventId": string; "event": string; "status": "Pending" | "Retrying" | "Delivered" | "Failed"; "httpStatus": number | null; "duration": number | null; "responseBody": string | null; "error": string | null; "attemptNumber": number; "maxAttempts": number; "nextAttemptAt": string | null; "trigger": "automatic" | "manual"; "isTest": boolean; "createdAt": string; "lastAttemptAt": string | null; "deliveredAt": string | null }
export type WebhookDeliveryDetail = { "eventId": string; "event": string; "status": "Pending" | "Retrying" | "Delivered" | "Failed"; "httpStatus": number | null; "duration": number | null; "responseBody": string | null; "error": string | null; "attemptNumber": number; "maxAttempts": number; "nextAttemptAt": string | null; "trigger": "automatic" | "manual"; "isTest": boolean; "createdAt": string; "lastAttemptAt": string | null; "deliveredAt": string | null; "request": WebhookRequest; "attempts": (WebhookAttempt)[] }
export type WebhookDeliveryPage = { "items": (WebhookDelivery)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type WebhookEventType = { "name": string; "title": string; "description": string; "category": string; "inWildcard": boolean; "pairOf": string | null; "deprecated": boolean; "schemaVersion": number; "schema": {}; "example": {} }
export type WebhookPage = { "items": (Webhook)[]; "totalCount": number; "page": number; "pageSize": number; "totalPages": number; "nextCursor": string | null; "isTotalCapped"?: true | undefined }
export type WebhookRecentDeliveries = { "total": number; "delivered": number; "failed": number; "successRate": number | null }
export type WebhookReplay = { "from"?: string | undefined; "to"?: string | null | undefined; "status"?: ("Pending" | "Retrying" | "Delivered" | "Failed")[] | undefined; "events"?: (string)[] | undefined; "eventIds"?: (string)[] | undefined; "dryRun"?: boolean | undefined }
export type WebhookReplayResult = { "affected": number; "message"?: string | undefined }
export type WebhookRequest = { "url": string; "headers": {} | null; "body": string | null }
export type WebhookSecret = { "secret": string }
export type WebhookSecretRotation = { "secret"?: string | null | undefined; "gracePeriodSeconds"?: number | undefined }
export type WebhookStatistics = { "range": "24h" | "7d" | "30d"; "from": string; "to": string; "total": number; "delivered": number; "failed": number; "successRate": number | null; "series": (WebhookStatisticsStep)[] }
export type WebhookStatisticsStep = { "at": string; "delivered": number; "failed": number }
export type WebhookTest = { "event"?: string | undefined }
export type WebhookTestResult = { "success": boolean; "eventId": string; "status": "Delivered" | "Failed"; "httpStatus": number | null; "duration": number; "responseBody": string | null; "error": string | null }
export type WithheldPermission = { "name": string; "reason": "blocked" | "deactivated" | "locked_out" | "tenant_inactive" | "tenant_suspended" | "tenant_cancelled" | "tenant_deleted" | "listed" | "all_granted" | "every_view" | "not_listed" | "role_deleted" | "group_inactive" | "no_role" | "granted" | "not_granted" | "platform_only" | "restriction" | "inherited" }
export type Workspace = { "tenantId": string | null; "isPlatform"?: boolean | undefined; "tenantCode"?: string | undefined; "name": string; "logoUrl"?: string | null | undefined }
export type WorkspaceDiscovery = { "identifier": string; "password": string }
export type WorkspaceSelection = { "requiresWorkspaceSelection": true; "workspaces": (Workspace)[] }
export type Workspaces = { "workspaces": (Workspace)[] }

export interface Operations {
  signIn: { path: {}; query: {}; body: SignIn; reply: SignInResult }
  discoverWorkspaces: { path: {}; query: {}; body: WorkspaceDiscovery; reply: Workspaces }
  refreshTokens: { path: {}; query: {}; body: TokenRefresh; reply: TokenResponse }
  signOut: { path: {}; query: {}; body: undefined; reply: Message }
  listSessions: { path: {}; query: {}; body: undefined; reply: (Session)[] }
  endSession: { path: { "tokenId": string }; query: {}; body: undefined; reply: undefined }
  endAllSessions: { path: {}; query: {}; body: undefined; reply: Message }
  listSecurityEvents: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined }; body: undefined; reply: SecurityEventPage }
  impersonateAdmin: { path: { "id": string }; query: {}; body: Impersonation; reply: TokenResponse }
  stopImpersonation: { path: {}; query: {}; body: undefined; reply: TokenResponse }
  startTwoFactorSetup: { path: {}; query: {}; body: TwoFactorEnabling; reply: TwoFactorSetup }
  confirmTwoFactor: { path: {}; query: {}; body: TwoFactorConfirmation; reply: BackupCodes }
  verifyTwoFactor: { path: {}; query: {}; body: TwoFactorVerification; reply: TokenResponse }
  disableTwoFactor: { path: {}; query: {}; body: TwoFactorDisabling; reply: Message }
  regenerateBackupCodes: { path: {}; query: {}; body: BackupCodeRenewal; reply: BackupCodes }
  requestPasswordReset: { path: {}; query: {}; body: PasswordResetRequest; reply: CodeRequested }
  verifyPasswordReset: { path: {}; query: {}; body: PasswordResetProof; reply: PasswordResetChallenge }
  resetPassword: { path: {}; query: {}; body: PasswordReset; reply: Message }
  signInByProvider: { path: { "provider": string }; query: {}; body: ProviderSignIn; reply: ProviderSignInResult }
  listExternalLogins: { path: {}; query: {}; body: undefined; reply: (ExternalLogin)[] }
  linkExternalLogin: { path: {}; query: {}; body: ExternalLoginLink; reply: ExternalLogin }
  unlinkExternalLogin: { path: { "externalLoginId": string }; query: {}; body: undefined; reply: undefined }
  signInUser: { path: {}; query: {}; body: UserSignIn; reply: SignInResult }
  requestUserPasswordReset: { path: {}; query: {}; body: AddressOfUser; reply: CodeRequested }
  resetOwnUserPassword: { path: {}; query: {}; body: UserPasswordReset; reply: Message }
  registerUser: { path: {}; query: {}; body: Registration; reply: RegisteredUser }
  sendEmailVerification: { path: {}; query: {}; body: AddressOfUser; reply: CodeRequested }
  verifyEmail: { path: {}; query: {}; body: EmailVerification; reply: Message }
  requestPhoneVerification: { path: {}; query: {}; body: NumberOfUser; reply: CodeRequested }
  verifyPhone: { path: {}; query: {}; body: PhoneVerification; reply: Message }
  refreshUserTokens: { path: {}; query: {}; body: TokenRefresh; reply: TokenResponse }
  signOutUser: { path: {}; query: {}; body: undefined; reply: Message }
  listUserSessions: { path: {}; query: {}; body: undefined; reply: (Session)[] }
  endUserSession: { path: { "tokenId": string }; query: {}; body: undefined; reply: undefined }
  endAllUserSessions: { path: {}; query: {}; body: undefined; reply: Message }
  listUserSecurityEvents: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined }; body: undefined; reply: SecurityEventPage }
  startUserTwoFactorSetup: { path: {}; query: {}; body: TwoFactorEnabling; reply: TwoFactorSetup }
  confirmUserTwoFactor: { path: {}; query: {}; body: TwoFactorConfirmation; reply: BackupCodes }
  verifyUserTwoFactor: { path: {}; query: {}; body: TwoFactorVerification; reply: TokenResponse }
  disableUserTwoFactor: { path: {}; query: {}; body: TwoFactorDisabling; reply: Message }
  regenerateUserBackupCodes: { path: {}; query: {}; body: BackupCodeRenewal; reply: BackupCodes }
  signInUserByProvider: { path: { "provider": string }; query: {}; body: UserProviderSignIn; reply: ProviderSignInResult }
  listUserExternalLogins: { path: {}; query: {}; body: undefined; reply: (ExternalLogin)[] }
  linkUserExternalLogin: { path: {}; query: {}; body: ExternalLoginLink; reply: ExternalLogin }
  unlinkUserExternalLogin: { path: { "externalLoginId": string }; query: {}; body: undefined; reply: undefined }
  getOwnUserProfile: { path: {}; query: {}; body: undefined; reply: OwnUserProfile }
  updateOwnUserProfile: { path: {}; query: {}; body: OwnProfileChange; reply: OwnUserProfile }
  changeOwnUserPassword: { path: { "id": string }; query: {}; body: PasswordChange; reply: Message }
  uploadOwnUserAvatar: { path: {}; query: {}; body: { "file": Blob }; reply: OwnUserProfile }
  deleteOwnUserAvatar: { path: {}; query: {}; body: undefined; reply: undefined }
  getOwnProfile: { path: {}; query: {}; body: undefined; reply: OwnProfile }
  updateOwnProfile: { path: {}; query: {}; body: OwnProfileChange; reply: OwnProfile }
  changeOwnPassword: { path: { "id": string }; query: {}; body: PasswordChange; reply: Message }
  uploadOwnAvatar: { path: {}; query: {}; body: { "file": Blob }; reply: OwnProfile }
  deleteOwnAvatar: { path: {}; query: {}; body: undefined; reply: undefined }
  activateAdmins: { path: {}; query: {}; body: AdminIds; reply: BulkAdminResult }
  deactivateAdmins: { path: {}; query: {}; body: AdminIds; reply: BulkAdminResult }
  deleteAdmins: { path: {}; query: {}; body: AdminIds; reply: BulkAdminResult }
  deleteMatchingAdmins: { path: {}; query: {}; body: MatchingAdmins; reply: BulkAdminResult }
  listAdmins: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "email" | "username" | "firstName" | "lastName" | "lastLoginAt" | "isActive" | "isBlocked" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "isBlocked"?: boolean | undefined; "tenantId"?: string | undefined; "twoFactorEnabled"?: boolean | undefined; "isLockedOut"?: boolean | undefined; "roleId"?: string | undefined; "groupId"?: string | undefined; "within"?: string | undefined }; body: undefined; reply: AdminPage }
  createAdmin: { path: {}; query: {}; body: NewAdmin; reply: AdminDetail }
  getAdmin: { path: { "id": string }; query: {}; body: undefined; reply: AdminDetail }
  updateAdmin: { path: { "id": string }; query: {}; body: AdminChange; reply: AdminDetail }
  deleteAdmin: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  getAdminPermissions: { path: { "id": string }; query: {}; body: undefined; reply: AdminPermissions }
  activateAdmin: { path: { "id": string }; query: {}; body: undefined; reply: AdminDetail }
  deactivateAdmin: { path: { "id": string }; query: {}; body: undefined; reply: AdminDetail }
  blockAdmin: { path: { "id": string }; query: {}; body: AdminBlock; reply: AdminDetail }
  unblockAdmin: { path: { "id": string }; query: {}; body: undefined; reply: AdminDetail }
  unlockAdmin: { path: { "id": string }; query: {}; body: undefined; reply: AdminDetail }
  resetAdminTwoFactor: { path: { "id": string }; query: {}; body: undefined; reply: AdminDetail }
  resetAdminPassword: { path: { "id": string }; query: {}; body: undefined; reply: Message }
  protectAdmin: { path: { "id": string }; query: {}; body: AdminProtection; reply: AdminDetail }
  transferSuperAdmin: { path: { "id": string }; query: {}; body: SuperAdminTransfer; reply: AdminDetail }
  listUsers: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "email" | "username" | "firstName" | "lastName" | "lastLoginAt" | "isActive" | "isBlocked" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "isBlocked"?: boolean | undefined; "tenantId"?: string | undefined; "twoFactorEnabled"?: boolean | undefined; "isLockedOut"?: boolean | undefined; "emailVerified"?: boolean | undefined; "within"?: string | undefined }; body: undefined; reply: UserPage }
  createUser: { path: {}; query: {}; body: NewUser; reply: UserDetail }
  getUser: { path: { "id": string }; query: {}; body: undefined; reply: UserDetail }
  updateUser: { path: { "id": string }; query: {}; body: UserChange; reply: UserDetail }
  deleteUser: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  uploadUserAvatar: { path: { "id": string }; query: {}; body: { "file": Blob }; reply: UserDetail }
  blockUser: { path: { "id": string }; query: {}; body: UserBlock; reply: UserDetail }
  unlockUser: { path: { "id": string }; query: {}; body: undefined; reply: UserDetail }
  resetUserPassword: { path: { "id": string }; query: {}; body: undefined; reply: Message }
  resetUserTwoFactor: { path: { "id": string }; query: {}; body: undefined; reply: UserDetail }
  importUsers: { path: {}; query: { "tenantId"?: string | undefined; "dryRun"?: boolean | undefined }; body: ImportedUser; reply: ImportAnswerLine }
  getTenantTree: { path: {}; query: {}; body: undefined; reply: (TenantTreeNode)[] }
  listOwnChildTenants: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "name" | "code" | "status" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "status"?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; "within"?: string | undefined }; body: undefined; reply: TenantPage }
  listOwnTenantAndChildren: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "name" | "code" | "status" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "status"?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; "within"?: string | undefined }; body: undefined; reply: NearTenantPage }
  getTenantCreationPermissions: { path: {}; query: {}; body: undefined; reply: TenantCreationPermissions }
  listChildTenants: { path: { "id": string }; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "name" | "code" | "status" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "status"?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; "within"?: string | undefined }; body: undefined; reply: TenantPage }
  getTenantStatistics: { path: { "id": string }; query: {}; body: undefined; reply: TenantStatistics }
  countDescendantTenants: { path: { "id": string }; query: {}; body: undefined; reply: DescendantCount }
  listTenantAdmins: { path: { "id": string }; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "email" | "username" | "firstName" | "lastName" | "lastLoginAt" | "isActive" | "isBlocked" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "isBlocked"?: boolean | undefined; "twoFactorEnabled"?: boolean | undefined; "isLockedOut"?: boolean | undefined; "roleId"?: string | undefined; "groupId"?: string | undefined; "within"?: string | undefined }; body: undefined; reply: AdminPage }
  listTenants: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "name" | "code" | "status" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "status"?: "Active" | "Inactive" | "Suspended" | "Cancelled" | undefined; "parentTenantId"?: string | undefined; "within"?: string | undefined }; body: undefined; reply: TenantPage }
  createTenant: { path: {}; query: {}; body: NewTenant; reply: Tenant }
  getTenant: { path: { "id": string }; query: {}; body: undefined; reply: TenantDetail }
  updateTenant: { path: { "id": string }; query: {}; body: TenantChange; reply: Tenant }
  deleteTenant: { path: { "id": string }; query: { "cascade"?: boolean | undefined }; body: undefined; reply: undefined }
  uploadTenantLogo: { path: { "id": string }; query: {}; body: { "file": Blob }; reply: Tenant }
  getTenantSettings: { path: { "id": string }; query: {}; body: undefined; reply: TenantSettings }
  updateTenantSettings: { path: { "id": string }; query: {}; body: TenantSettingsChange; reply: TenantSettings }
  listTenantPermissions: { path: { "id": string }; query: {}; body: undefined; reply: (GrantedPermission)[] }
  replaceTenantPermissions: { path: { "id": string }; query: {}; body: GrantChange; reply: GrantChanged }
  listTenantPermissionsByCategory: { path: { "id": string }; query: {}; body: undefined; reply: (GrantedPermissionCategory)[] }
  listTenantRoles: { path: { "id": string }; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "name" | "isDefault" | "isSystem" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isDefault"?: boolean | undefined; "isSystem"?: boolean | undefined; "within"?: string | undefined }; body: undefined; reply: RolePage }
  listTenantDomains: { path: { "id": string }; query: {}; body: undefined; reply: TenantDomains }
  addTenantDomain: { path: { "id": string }; query: {}; body: NewDomain; reply: TenantDomain }
  deleteTenantDomain: { path: { "id": string; "domainId": string }; query: {}; body: undefined; reply: undefined }
  makeTenantDomainPrimary: { path: { "id": string; "domainId": string }; query: {}; body: undefined; reply: TenantDomain }
  verifyTenantDomain: { path: { "id": string; "domainId": string }; query: {}; body: undefined; reply: DomainCheck }
  listIdentityProviders: { path: { "id": string }; query: {}; body: undefined; reply: IdentityProviders }
  addIdentityProvider: { path: { "id": string }; query: {}; body: NewIdentityProvider; reply: IdentityProvider }
  changeIdentityProvider: { path: { "id": string; "providerId": string }; query: {}; body: ChangeIdentityProvider; reply: IdentityProvider }
  deleteIdentityProvider: { path: { "id": string; "providerId": string }; query: {}; body: undefined; reply: undefined }
  listRoles: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "name" | "isDefault" | "isSystem" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isDefault"?: boolean | undefined; "isSystem"?: boolean | undefined; "within"?: string | undefined }; body: undefined; reply: RolePage }
  createRole: { path: {}; query: {}; body: NewRole; reply: Role }
  listOwnTenantRoles: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "name" | "isDefault" | "isSystem" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isDefault"?: boolean | undefined; "isSystem"?: boolean | undefined; "within"?: string | undefined }; body: undefined; reply: RolePage }
  listOwnTenantAvailablePermissions: { path: {}; query: {}; body: undefined; reply: (GrantedPermission)[] }
  getRole: { path: { "id": string }; query: {}; body: undefined; reply: Role }
  updateRole: { path: { "id": string }; query: {}; body: RoleChange; reply: Role }
  deleteRole: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  cloneRole: { path: { "id": string }; query: {}; body: RoleCopy; reply: Role }
  replaceRolePermissions: { path: { "id": string }; query: {}; body: RolePermissionsChange; reply: RolePermissionsChanged }
  listRolePermissions: { path: { "id": string }; query: {}; body: undefined; reply: (GrantedPermission)[] }
  syncRoleScopes: { path: { "id": string }; query: {}; body: undefined; reply: RoleScopesSynced }
  listUserGroups: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "nameEn" | "code" | "isActive" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "within"?: string | undefined }; body: undefined; reply: UserGroupPage }
  createUserGroup: { path: {}; query: {}; body: NewUserGroup; reply: UserGroup }
  listUserGroupChoices: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "nameEn" | "code" | "isActive" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "within"?: string | undefined }; body: undefined; reply: UserGroupChoicePage }
  listTenantUserGroups: { path: { "tenantId": string }; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "nameEn" | "code" | "isActive" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "within"?: string | undefined }; body: undefined; reply: UserGroupPage }
  getUserGroup: { path: { "id": string }; query: {}; body: undefined; reply: UserGroup }
  updateUserGroup: { path: { "id": string }; query: {}; body: UserGroupChange; reply: UserGroup }
  deleteUserGroup: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  createOwnTenantUserGroup: { path: {}; query: {}; body: NewOwnUserGroup; reply: UserGroup }
  addUserGroupMembers: { path: { "groupId": string }; query: {}; body: UserGroupMembersAddition; reply: UserGroup }
  removeUserGroupMember: { path: { "groupId": string; "adminId": string }; query: {}; body: undefined; reply: undefined }
  replaceUserGroupRoles: { path: { "groupId": string }; query: {}; body: UserGroupRolesChange; reply: UserGroup }
  replaceUserGroupRestrictions: { path: { "groupId": string }; query: {}; body: UserGroupRestrictionsChange; reply: UserGroup }
  activateUserGroups: { path: {}; query: {}; body: UserGroupIds; reply: BulkUserGroupResult }
  deactivateUserGroups: { path: {}; query: {}; body: UserGroupIds; reply: BulkUserGroupResult }
  deleteUserGroups: { path: {}; query: {}; body: UserGroupIds; reply: BulkUserGroupResult }
  activateMatchingUserGroups: { path: {}; query: {}; body: MatchingUserGroups; reply: BulkUserGroupResult }
  deactivateMatchingUserGroups: { path: {}; query: {}; body: MatchingUserGroups; reply: BulkUserGroupResult }
  deleteMatchingUserGroups: { path: {}; query: {}; body: MatchingUserGroups; reply: BulkUserGroupResult }
  listNotifications: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isRead"?: boolean | undefined; "severity"?: "info" | "success" | "warning" | "critical" | undefined; "type"?: string | undefined }; body: undefined; reply: NotificationPage }
  sendNotification: { path: {}; query: {}; body: NewNotification; reply: AffectedRecipients }
  countUnreadNotifications: { path: {}; query: {}; body: undefined; reply: UnreadCount }
  listNotificationTargets: { path: {}; query: { "q": string; "type"?: "admin" | "user" | undefined; "limit"?: number | undefined }; body: undefined; reply: NotificationTargets }
  createStreamTicket: { path: {}; query: {}; body: undefined; reply: StreamTicket }
  markAllNotificationsRead: { path: {}; query: {}; body: undefined; reply: AffectedNotifications }
  markNotificationRead: { path: { "id": string }; query: {}; body: undefined; reply: Notification }
  deleteNotification: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  listMessageTemplates: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "updatedAt" | "name" | "category" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "category"?: string | undefined; "isActive"?: boolean | undefined; "status"?: "active" | "inactive" | undefined; "within"?: string | undefined }; body: undefined; reply: MessageTemplatePage }
  createMessageTemplate: { path: {}; query: {}; body: NewMessageTemplate; reply: MessageTemplate }
  previewDraft: { path: {}; query: {}; body: TemplatePreviewRequest; reply: TemplatePreview }
  getMessageTemplate: { path: { "id": string }; query: {}; body: undefined; reply: MessageTemplate }
  updateMessageTemplate: { path: { "id": string }; query: {}; body: MessageTemplateChange; reply: MessageTemplate }
  deleteMessageTemplate: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  previewMessageTemplate: { path: { "id": string }; query: {}; body: TemplatePreviewRequest; reply: TemplatePreview }
  renderMessageTemplate: { path: { "id": string }; query: {}; body: TemplateRenderRequest; reply: RenderedMessage }
  sendTestMail: { path: { "id": string }; query: {}; body: TestMailRequest; reply: QueuedTestMail }
  listPermissions: { path: {}; query: {}; body: undefined; reply: (PermissionCategory)[] }
  getOwnPermissions: { path: {}; query: {}; body: undefined; reply: OwnPermissions }
  listPermissionCategories: { path: {}; query: {}; body: undefined; reply: (PermissionCategory)[] }
  listAvailablePermissions: { path: {}; query: { "tenantId"?: string | undefined }; body: undefined; reply: (GrantedPermission)[] }
  explainPermission: { path: {}; query: { "adminId"?: string | undefined; "permission": PermissionName }; body: undefined; reply: PermissionExplanation }
  getPermission: { path: { "id": string }; query: {}; body: undefined; reply: Permission }
  getWorkspace: { path: {}; query: { "code"?: string | undefined; "domain"?: string | undefined }; body: undefined; reply: SignInPage }
  listAuditEntries: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "timestamp" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "from"?: string | string | undefined; "to"?: string | string | undefined; "actorId"?: string | undefined; "action"?: AuditActionFilter | undefined; "entityType"?: string | undefined; "entityId"?: string | undefined; "tenantId"?: string | undefined; "traceId"?: string | undefined; "impersonated"?: boolean | undefined; "outcome"?: "success" | "failure" | "denied" | undefined; "within"?: string | undefined }; body: undefined; reply: AuditEntryPage }
  getAuditEntry: { path: { "id": string }; query: {}; body: undefined; reply: AuditEntry }
  listEmails: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "status"?: string | undefined; "tenantId"?: string | undefined; "templateId"?: string | undefined; "category"?: string | undefined; "batchId"?: string | undefined; "bounced"?: boolean | undefined; "dateFrom"?: string | string | undefined; "dateTo"?: string | string | undefined; "within"?: string | undefined }; body: undefined; reply: EmailPage }
  getEmailStats: { path: {}; query: { "dateFrom"?: string | string | undefined; "dateTo"?: string | string | undefined }; body: undefined; reply: EmailStats }
  listEmailRecipients: { path: {}; query: { "q": string; "type"?: "admin" | "user" | undefined; "limit"?: number | undefined }; body: undefined; reply: Recipients }
  getEmail: { path: { "id": string }; query: {}; body: undefined; reply: EmailDetail }
  sendEmail: { path: {}; query: {}; body: NewEmail; reply: AcceptedEmail }
  sendEmails: { path: {}; query: {}; body: NewEmails; reply: AcceptedEmails }
  cancelEmail: { path: { "id": string }; query: {}; body: undefined; reply: EmailDetail }
  resendEmail: { path: { "id": string }; query: {}; body: undefined; reply: EmailDetail }
  cancelEmailBatch: { path: { "batchId": string }; query: {}; body: undefined; reply: CancelledEmailBatch }
  reportBounce: { path: {}; query: {}; body: EmailBounce; reply: Message }
  listRecycleBin: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "deletedAt" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "entityType"?: "Admin" | "User" | "Tenant" | "Role" | "UserGroup" | "MessageTemplate" | "Webhook" | undefined; "within"?: string | undefined }; body: undefined; reply: RecycleBinPage }
  restoreRecycleBinEntry: { path: { "id": string }; query: {}; body: undefined; reply: RecycleBinEntry }
  purgeRecycleBinEntry: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  listWebhooks: { path: {}; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | "url" | "isActive" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "isActive"?: boolean | undefined; "event"?: string | undefined; "within"?: string | undefined }; body: undefined; reply: WebhookPage }
  createWebhook: { path: {}; query: {}; body: NewWebhook; reply: CreatedWebhook }
  listWebhookEventTypes: { path: {}; query: {}; body: undefined; reply: (WebhookEventType)[] }
  getWebhook: { path: { "id": string }; query: {}; body: undefined; reply: Webhook }
  updateWebhook: { path: { "id": string }; query: {}; body: WebhookChange; reply: Webhook }
  deleteWebhook: { path: { "id": string }; query: {}; body: undefined; reply: undefined }
  getWebhookSecret: { path: { "id": string }; query: {}; body: undefined; reply: WebhookSecret }
  rotateWebhookSecret: { path: { "id": string }; query: {}; body: WebhookSecretRotation; reply: RotatedWebhookSecret }
  getWebhookStatistics: { path: { "id": string }; query: { "range"?: "24h" | "7d" | "30d" | undefined }; body: undefined; reply: WebhookStatistics }
  listWebhookDeliveries: { path: { "id": string }; query: { "page"?: number | undefined; "pageSize"?: number | undefined; "search"?: string | undefined; "sortBy"?: "createdAt" | undefined; "sortDirection"?: "asc" | "desc" | undefined; "cursor"?: string | undefined; "status"?: string | undefined; "event"?: string | undefined; "httpStatusClass"?: string | undefined; "isTest"?: boolean | undefined; "from"?: string | string | undefined; "to"?: string | string | undefined }; body: undefined; reply: WebhookDeliveryPage }
  getWebhookDelivery: { path: { "id": string; "eventId": string }; query: {}; body: undefined; reply: WebhookDeliveryDetail }
  sendWebhookTest: { path: { "id": string }; query: {}; body: WebhookTest; reply: WebhookTestResult }
  replayWebhookDelivery: { path: { "id": string; "eventId": string }; query: {}; body: undefined; reply: WebhookReplayResult }
  replayWebhookDeliveries: { path: { "id": string }; query: {}; body: WebhookReplay; reply: WebhookReplayResult }
  getHealth: { path: {}; query: {}; body: undefined; reply: Health }
  getLiveness: { path: {}; query: {}; body: undefined; reply: Health }
  getReadiness: { path: {}; query: {}; body: undefined; reply: Health }
  getHealthDetails: { path: {}; query: {}; body: undefined; reply: HealthDetails }
}

export const addresses = {
  signIn: ['POST', '/api/v1/auth/admin/login'],
  discoverWorkspaces: ['POST', '/api/v1/auth/admin/discover-workspaces'],
  refreshTokens: ['POST', '/api/v1/auth/admin/refresh'],
  signOut: ['POST', '/api/v1/auth/admin/logout'],
  listSessions: ['GET', '/api/v1/auth/admin/sessions'],
  endSession: ['DELETE', '/api/v1/auth/admin/sessions/{tokenId}'],
  endAllSessions: ['POST', '/api/v1/auth/admin/sessions/revoke-all'],
  listSecurityEvents: ['GET', '/api/v1/auth/admin/security-log'],
  impersonateAdmin: ['POST', '/api/v1/auth/admin/impersonate/{id}'],
  stopImpersonation: ['POST', '/api/v1/auth/admin/stop-impersonation'],
  startTwoFactorSetup: ['POST', '/api/v1/auth/admin/2fa/enable'],
  confirmTwoFactor: ['POST', '/api/v1/auth/admin/2fa/confirm'],
  verifyTwoFactor: ['POST', '/api/v1/auth/admin/2fa/verify'],
  disableTwoFactor: ['POST', '/api/v1/auth/admin/2fa/disable'],
  regenerateBackupCodes: ['POST', '/api/v1/auth/admin/2fa/backup-codes/regenerate'],
  requestPasswordReset: ['POST', '/api/v1/auth/admin/request-password-reset'],
  verifyPasswordReset: ['POST', '/api/v1/auth/admin/verify-reset-otp'],
  resetPassword: ['POST', '/api/v1/auth/admin/reset-password'],
  signInByProvider: ['POST', '/api/v1/auth/admin/login/{provider}'],
  listExternalLogins: ['GET', '/api/v1/auth/admin/external-logins'],
  linkExternalLogin: ['POST', '/api/v1/auth/admin/external-logins/link'],
  unlinkExternalLogin: ['DELETE', '/api/v1/auth/admin/external-logins/{externalLoginId}'],
  signInUser: ['POST', '/api/v1/auth/user/login'],
  requestUserPasswordReset: ['POST', '/api/v1/auth/user/request-password-reset'],
  resetOwnUserPassword: ['POST', '/api/v1/auth/user/reset-password'],
  registerUser: ['POST', '/api/v1/auth/user/register'],
  sendEmailVerification: ['POST', '/api/v1/auth/user/send-email-verification'],
  verifyEmail: ['POST', '/api/v1/auth/user/verify-email'],
  requestPhoneVerification: ['POST', '/api/v1/auth/user/send-phone-verification'],
  verifyPhone: ['POST', '/api/v1/auth/user/verify-phone'],
  refreshUserTokens: ['POST', '/api/v1/auth/user/refresh'],
  signOutUser: ['POST', '/api/v1/auth/user/logout'],
  listUserSessions: ['GET', '/api/v1/auth/user/sessions'],
  endUserSession: ['DELETE', '/api/v1/auth/user/sessions/{tokenId}'],
  endAllUserSessions: ['POST', '/api/v1/auth/user/sessions/revoke-all'],
  listUserSecurityEvents: ['GET', '/api/v1/auth/user/security-log'],
  startUserTwoFactorSetup: ['POST', '/api/v1/auth/user/2fa/enable'],
  confirmUserTwoFactor: ['POST', '/api/v1/auth/user/2fa/confirm'],
  verifyUserTwoFactor: ['POST', '/api/v1/auth/user/2fa/verify'],
  disableUserTwoFactor: ['POST', '/api/v1/auth/user/2fa/disable'],
  regenerateUserBackupCodes: ['POST', '/api/v1/auth/user/2fa/backup-codes/regenerate'],
  signInUserByProvider: ['POST', '/api/v1/auth/user/login/{provider}'],
  listUserExternalLogins: ['GET', '/api/v1/auth/user/external-logins'],
  linkUserExternalLogin: ['POST', '/api/v1/auth/user/external-logins/link'],
  unlinkUserExternalLogin: ['DELETE', '/api/v1/auth/user/external-logins/{externalLoginId}'],
  getOwnUserProfile: ['GET', '/api/v1/Users/me'],
  updateOwnUserProfile: ['PUT', '/api/v1/Users/me'],
  changeOwnUserPassword: ['POST', '/api/v1/Users/{id}/change-password'],
  uploadOwnUserAvatar: ['POST', '/api/v1/Users/me/avatar'],
  deleteOwnUserAvatar: ['DELETE', '/api/v1/Users/me/avatar'],
  getOwnProfile: ['GET', '/api/v1/Admins/me'],
  updateOwnProfile: ['PUT', '/api/v1/Admins/me'],
  changeOwnPassword: ['POST', '/api/v1/Admins/{id}/change-password'],
  uploadOwnAvatar: ['POST', '/api/v1/Admins/me/avatar'],
  deleteOwnAvatar: ['DELETE', '/api/v1/Admins/me/avatar'],
  activateAdmins: ['POST', '/api/v1/Admins/bulk-activate'],
  deactivateAdmins: ['POST', '/api/v1/Admins/bulk-deactivate'],
  deleteAdmins: ['POST', '/api/v1/Admins/bulk-delete'],
  deleteMatchingAdmins: ['POST', '/api/v1/Admins/bulk-delete-all'],
  listAdmins: ['GET', '/api/v1/Admins'],
  createAdmin: ['POST', '/api/v1/Admins'],
  getAdmin: ['GET', '/api/v1/Admins/{id}'],
  updateAdmin: ['PUT', '/api/v1/Admins/{id}'],
  deleteAdmin: ['DELETE', '/api/v1/Admins/{id}'],
  getAdminPermissions: ['GET', '/api/v1/Admins/{id}/permissions'],
  activateAdmin: ['POST', '/api/v1/Admins/{id}/activate'],
  deactivateAdmin: ['POST', '/api/v1/Admins/{id}/deactivate'],
  blockAdmin: ['POST', '/api/v1/Admins/{id}/block'],
  unblockAdmin: ['POST', '/api/v1/Admins/{id}/unblock'],
  unlockAdmin: ['POST', '/api/v1/Admins/{id}/unlock'],
  resetAdminTwoFactor: ['POST', '/api/v1/Admins/{id}/reset-2fa'],
  resetAdminPassword: ['POST', '/api/v1/Admins/{id}/reset-password'],
  protectAdmin: ['POST', '/api/v1/Admins/{id}/protect'],
  transferSuperAdmin: ['POST', '/api/v1/Admins/{id}/transfer'],
  listUsers: ['GET', '/api/v1/users'],
  createUser: ['POST', '/api/v1/users'],
  getUser: ['GET', '/api/v1/users/{id}'],
  updateUser: ['PUT', '/api/v1/users/{id}'],
  deleteUser: ['DELETE', '/api/v1/users/{id}'],
  uploadUserAvatar: ['PUT', '/api/v1/users/{id}/avatar'],
  blockUser: ['PUT', '/api/v1/users/{id}/block'],
  unlockUser: ['POST', '/api/v1/users/{id}/unlock'],
  resetUserPassword: ['POST', '/api/v1/users/{id}/reset-password'],
  resetUserTwoFactor: ['POST', '/api/v1/users/{id}/reset-2fa'],
  importUsers: ['POST', '/api/v1/users/import'],
  getTenantTree: ['GET', '/api/v1/Tenants/tree'],
  listOwnChildTenants: ['GET', '/api/v1/Tenants/myChildren'],
  listOwnTenantAndChildren: ['GET', '/api/v1/Tenants/myTenantAndChildren'],
  getTenantCreationPermissions: ['GET', '/api/v1/Tenants/creation-permissions'],
  listChildTenants: ['GET', '/api/v1/Tenants/{id}/children'],
  getTenantStatistics: ['GET', '/api/v1/Tenants/{id}/stats'],
  countDescendantTenants: ['GET', '/api/v1/Tenants/{id}/descendant-count'],
  listTenantAdmins: ['GET', '/api/v1/Tenants/{id}/admins'],
  listTenants: ['GET', '/api/v1/Tenants'],
  createTenant: ['POST', '/api/v1/Tenants'],
  getTenant: ['GET', '/api/v1/Tenants/{id}'],
  updateTenant: ['PUT', '/api/v1/Tenants/{id}'],
  deleteTenant: ['DELETE', '/api/v1/Tenants/{id}'],
  uploadTenantLogo: ['POST', '/api/v1/Tenants/{id}/logo'],
  getTenantSettings: ['GET', '/api/v1/Tenants/{id}/settings'],
  updateTenantSettings: ['PUT', '/api/v1/Tenants/{id}/settings'],
  listTenantPermissions: ['GET', '/api/v1/Tenants/{id}/permissions'],
  replaceTenantPermissions: ['PUT', '/api/v1/Tenants/{id}/permissions'],
  listTenantPermissionsByCategory: ['GET', '/api/v1/Tenants/{id}/permissions/grouped'],
  listTenantRoles: ['GET', '/api/v1/Tenants/{id}/roles'],
  listTenantDomains: ['GET', '/api/v1/Tenants/{id}/domains'],
  addTenantDomain: ['POST', '/api/v1/Tenants/{id}/domains'],
  deleteTenantDomain: ['DELETE', '/api/v1/Tenants/{id}/domains/{domainId}'],
  makeTenantDomainPrimary: ['PUT', '/api/v1/Tenants/{id}/domains/{domainId}/primary'],
  verifyTenantDomain: ['POST', '/api/v1/Tenants/{id}/domains/{domainId}/verify'],
  listIdentityProviders: ['GET', '/api/v1/Tenants/{id}/identity-providers'],
  addIdentityProvider: ['POST', '/api/v1/Tenants/{id}/identity-providers'],
  changeIdentityProvider: ['PUT', '/api/v1/Tenants/{id}/identity-providers/{providerId}'],
  deleteIdentityProvider: ['DELETE', '/api/v1/Tenants/{id}/identity-providers/{providerId}'],
  listRoles: ['GET', '/api/v1/roles'],
  createRole: ['POST', '/api/v1/roles'],
  listOwnTenantRoles: ['GET', '/api/v1/roles/my-tenant-roles'],
  listOwnTenantAvailablePermissions: ['GET', '/api/v1/roles/my-tenant-available-permissions'],
  getRole: ['GET', '/api/v1/roles/{id}'],
  updateRole: ['PUT', '/api/v1/roles/{id}'],
  deleteRole: ['DELETE', '/api/v1/roles/{id}'],
  cloneRole: ['POST', '/api/v1/roles/{id}/clone'],
  replaceRolePermissions: ['PUT', '/api/v1/roles/{id}/permissions'],
  listRolePermissions: ['GET', '/api/v1/roles/{id}/permissions'],
  syncRoleScopes: ['POST', '/api/v1/roles/{id}/sync-scopes'],
  listUserGroups: ['GET', '/api/v1/UserGroups'],
  createUserGroup: ['POST', '/api/v1/UserGroups'],
  listUserGroupChoices: ['GET', '/api/v1/UserGroups/myTenantGroups'],
  listTenantUserGroups: ['GET', '/api/v1/UserGroups/byTenantId/{tenantId}'],
  getUserGroup: ['GET', '/api/v1/UserGroups/{id}'],
  updateUserGroup: ['PUT', '/api/v1/UserGroups/{id}'],
  deleteUserGroup: ['DELETE', '/api/v1/UserGroups/{id}'],
  createOwnTenantUserGroup: ['POST', '/api/v1/UserGroups/createForMyTenant'],
  addUserGroupMembers: ['POST', '/api/v1/UserGroups/{groupId}/members'],
  removeUserGroupMember: ['DELETE', '/api/v1/UserGroups/{groupId}/members/{adminId}'],
  replaceUserGroupRoles: ['PUT', '/api/v1/UserGroups/{groupId}/roles'],
  replaceUserGroupRestrictions: ['PUT', '/api/v1/UserGroups/{groupId}/restrictions'],
  activateUserGroups: ['POST', '/api/v1/UserGroups/bulk/activate'],
  deactivateUserGroups: ['POST', '/api/v1/UserGroups/bulk/deactivate'],
  deleteUserGroups: ['POST', '/api/v1/UserGroups/bulk/delete'],
  activateMatchingUserGroups: ['POST', '/api/v1/UserGroups/bulk/activate-all'],
  deactivateMatchingUserGroups: ['POST', '/api/v1/UserGroups/bulk/deactivate-all'],
  deleteMatchingUserGroups: ['POST', '/api/v1/UserGroups/bulk/delete-all'],
  listNotifications: ['GET', '/api/v1/notifications'],
  sendNotification: ['POST', '/api/v1/notifications'],
  countUnreadNotifications: ['GET', '/api/v1/notifications/unread-count'],
  listNotificationTargets: ['GET', '/api/v1/notifications/search-targets'],
  createStreamTicket: ['POST', '/api/v1/notifications/stream-ticket'],
  markAllNotificationsRead: ['PUT', '/api/v1/notifications/read-all'],
  markNotificationRead: ['PUT', '/api/v1/notifications/{id}/read'],
  deleteNotification: ['DELETE', '/api/v1/notifications/{id}'],
  listMessageTemplates: ['GET', '/api/v1/message-templates'],
  createMessageTemplate: ['POST', '/api/v1/message-templates'],
  previewDraft: ['POST', '/api/v1/message-templates/preview'],
  getMessageTemplate: ['GET', '/api/v1/message-templates/{id}'],
  updateMessageTemplate: ['PUT', '/api/v1/message-templates/{id}'],
  deleteMessageTemplate: ['DELETE', '/api/v1/message-templates/{id}'],
  previewMessageTemplate: ['POST', '/api/v1/message-templates/{id}/preview'],
  renderMessageTemplate: ['POST', '/api/v1/message-templates/{id}/render'],
  sendTestMail: ['POST', '/api/v1/message-templates/{id}/send-test'],
  listPermissions: ['GET', '/api/v1/permissions'],
  getOwnPermissions: ['GET', '/api/v1/permissions/my'],
  listPermissionCategories: ['GET', '/api/v1/permissions/categories'],
  listAvailablePermissions: ['GET', '/api/v1/permissions/available-for-tenant'],
  explainPermission: ['GET', '/api/v1/permissions/explain'],
  getPermission: ['GET', '/api/v1/permissions/{id}'],
  getWorkspace: ['GET', '/api/v1/public/workspace'],
  listAuditEntries: ['GET', '/api/v1/audit'],
  getAuditEntry: ['GET', '/api/v1/audit/{id}'],
  listEmails: ['GET', '/api/v1/emails'],
  getEmailStats: ['GET', '/api/v1/emails/stats'],
  listEmailRecipients: ['GET', '/api/v1/emails/search-recipients'],
  getEmail: ['GET', '/api/v1/emails/{id}'],
  sendEmail: ['POST', '/api/v1/emails/send'],
  sendEmails: ['POST', '/api/v1/emails/send-bulk'],
  cancelEmail: ['DELETE', '/api/v1/emails/{id}/cancel'],
  resendEmail: ['POST', '/api/v1/emails/{id}/resend'],
  cancelEmailBatch: ['DELETE', '/api/v1/emails/batches/{batchId}/cancel'],
  reportBounce: ['POST', '/api/v1/emails/bounces'],
  listRecycleBin: ['GET', '/api/v1/recycle-bin'],
  restoreRecycleBinEntry: ['POST', '/api/v1/recycle-bin/{id}/restore'],
  purgeRecycleBinEntry: ['DELETE', '/api/v1/recycle-bin/{id}'],
  listWebhooks: ['GET', '/api/v1/webhooks'],
  createWebhook: ['POST', '/api/v1/webhooks'],
  listWebhookEventTypes: ['GET', '/api/v1/webhooks/event-types'],
  getWebhook: ['GET', '/api/v1/webhooks/{id}'],
  updateWebhook: ['PUT', '/api/v1/webhooks/{id}'],
  deleteWebhook: ['DELETE', '/api/v1/webhooks/{id}'],
  getWebhookSecret: ['GET', '/api/v1/webhooks/{id}/secret'],
  rotateWebhookSecret: ['POST', '/api/v1/webhooks/{id}/rotate-secret'],
  getWebhookStatistics: ['GET', '/api/v1/webhooks/{id}/stats'],
  listWebhookDeliveries: ['GET', '/api/v1/webhooks/{id}/logs'],
  getWebhookDelivery: ['GET', '/api/v1/webhooks/{id}/logs/{eventId}'],
  sendWebhookTest: ['POST', '/api/v1/webhooks/{id}/test'],
  replayWebhookDelivery: ['POST', '/api/v1/webhooks/{id}/logs/{eventId}/replay'],
  replayWebhookDeliveries: ['POST', '/api/v1/webhooks/{id}/replay'],
  getHealth: ['GET', '/health'],
  getLiveness: ['GET', '/health/live'],
  getReadiness: ['GET', '/health/ready'],
  getHealthDetails: ['GET', '/api/v1/health'],
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>
