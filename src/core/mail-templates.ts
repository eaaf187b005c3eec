/**
 * The built-in mails, and what kind of mail each is. `security` mails carry secrets or warnings: they leave before all others,
 * their bodies are kept no longer than needed and shown to no administrator. The welcomes are among them for the link that sets
 * the first password.
 */
export const mailCategories = {
  password_reset_otp: 'security',
  password_reset_link: 'security',
  admin_temp_password: 'security',
  admin_welcome: 'security',
  account_locked: 'security',
  new_sign_in: 'security',
  two_factor_changed: 'security',
  password_changed: 'security',
  session_theft: 'security',
  email_verification: 'security',
  user_welcome: 'security',
  email_changed: 'security',
  superadmin_transferred: 'security',
  webhook_disabled: 'account',
} as const satisfies Record<string, 'security' | 'account'>

export type SystemTemplate = keyof typeof mailCategories
