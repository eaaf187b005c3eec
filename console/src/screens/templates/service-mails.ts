/** The mails that the service writes by itself. Made of the sources by `npm run generate`. */
const codes: ReadonlySet<string> = new Set([
  'password_reset_otp',
  'password_reset_link',
  'admin_temp_password',
  'admin_welcome',
  'account_locked',
  'new_sign_in',
  'two_factor_changed',
  'password_changed',
  'session_theft',
  'email_verification',
  'user_welcome',
  'email_changed',
  'superadmin_transferred',
  'webhook_disabled',
])

/** Whether a template of this code stands in the place of one that comes with the service. */
export const isOfService = (code: string | null): boolean => code !== null && codes.has(code)
