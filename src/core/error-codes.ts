import type { MessageCode } from './messages.en.ts'

/** Every code an error can carry, by the status it comes with. A code stands here, or nothing that answers it compiles. */
export const errorCodes = {
  400: [
    'validation_failed',
    'malformed_json',
    'malformed_request',
    'unknown_provider',
    'otp_invalid',
    'otp_expired',
    'otp_exhausted',
    'password_policy',
    'password_reused',
    'image_invalid',
    'image_too_large',
    'bulk_too_large',
    'export_too_large',
    'webhook_url_invalid',
    'webhook_url_not_allowed',
    'webhook_event_unknown',
    'webhook_secret_invalid',
    'template_syntax_error',
    'template_limit_exceeded',
    'template_render_error',
    'template_variables_missing',
    'template_variable_required',
    'template_secret_misplaced',
  ],
  401: [
    'token_missing',
    'token_invalid',
    'token_expired',
    'session_revoked',
    'invalid_credentials',
    'refresh_token_invalid',
    'two_factor_invalid',
  ],
  403: [
    'permission_denied',
    'field_restricted',
    'account_blocked',
    'account_inactive',
    'tenant_inactive',
    'tenant_suspended',
    'tenant_cancelled',
    'password_change_required',
    'two_factor_setup_required',
    'registration_disabled',
    'email_not_verified',
    'impersonation_forbidden',
    'admin_protected',
  ],
  404: ['not_found', 'template_not_found', 'unknown_path'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'conflict',
    'state_conflict',
    'version_conflict',
    'quota_exceeded',
    'role_in_use',
    'tenant_has_children',
    'cannot_restore',
    'domain_not_verified',
    'link_required',
    'webhook_limit_reached',
    'webhook_inactive',
    'template_inactive',
    'idempotency_key_reused',
    'email_not_cancellable',
    'email_not_resendable',
    'template_name_taken',
    'template_is_system',
  ],
  413: ['payload_too_large'],
  414: ['uri_too_long'],
  415: ['unsupported_media_type'],
  423: ['account_locked'],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  500: ['internal_error'],
  503: ['unavailable'],
} as const satisfies Readonly<Record<number, readonly MessageCode[]>>

export type ErrorStatus = keyof typeof errorCodes
export type ErrorCode<S extends ErrorStatus = ErrorStatus> = (typeof errorCodes)[S][number]

/** What may be wrong with one field. */
export const fieldCodes = [
  'required',
  'unknown_property',
  'type',
  'format',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_big',
  'not_allowed_value',
  'nul_character',
  'https_required',
  'blocked_address',
  'issuer_unreachable',
  'issuer_mismatch',
  'too_deep',
  'set_by_environment',
  'validation_failed',
  'not_found',
  'conflict',
  'field_restricted',
  'image_invalid',
  'image_too_large',
  'webhook_url_invalid',
  'webhook_url_not_allowed',
  'webhook_event_unknown',
  'webhook_secret_invalid',
  'template_syntax_error',
  'template_limit_exceeded',
  'template_render_error',
  'template_variable_required',
  'template_secret_misplaced',
  'template_name_taken',
  'password_policy',
  'password_reused',
  'password_too_short',
  'password_too_long',
  'password_uppercase',
  'password_number',
  'password_special',
  'password_common',
  'password_is_identifier',
  'password_nul',
  'password_unchanged',
] as const satisfies readonly MessageCode[]

export type FieldCode = (typeof fieldCodes)[number]

/** Rules that no permission lifts: the `reason` of a 403. Each has its sentence. */
export const rules = [
  'admins_only',
  'users_only',
  'platform_only',
  'superadmin_only',
  'superadmin_account',
  'superadmin_role',
  'own_account',
  'own_tenant',
  'origin_not_allowed',
] as const satisfies readonly MessageCode[]

/** A rule that no permission lifts. */
export type Rule = (typeof rules)[number]

/**
 * Why a record can't be restored now. `name_taken`: a living record has a name that must be its own; `tenant_deleted`: what it belongs
 * to, or stands under, is deleted; `role_deleted`: an admin's role is; `quota_exceeded`: there is no room for one more.
 */
export const obstacleReasons = ['name_taken', 'tenant_deleted', 'role_deleted', 'quota_exceeded'] as const
export type ObstacleReason = (typeof obstacleReasons)[number]

/** What a full quota is a quota of. */
export const quotas = [
  'maxAdmins',
  'maxRoles',
  'maxSubTenants',
  'maxStorageBytes',
  'domains',
  'identityProviders',
  'messageTemplates',
  'menuItems',
  'groupsOfAdmin',
] as const
