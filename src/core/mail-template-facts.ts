import type { SystemTemplate } from './mail-templates.ts'
import type { SecretName } from './template-renderer.ts'
import { uuidFromName } from './uuid.ts'

interface Facts {
  readonly name: string
  /** What only this mail has, beside what every mail has; by their paths. */
  readonly variables: readonly string[]
  /** What the mail is for: whoever writes it otherwise must show all of these. */
  readonly secrets: readonly SecretName[]
}

/** Who did it, when and from where. */
const circumstances = ['time', 'actor.name', 'device', 'ip']
/** In minutes; and in hours where these are whole, two or more. */
const expiry = ['expiresInMinutes', 'expiresInHours']

const told = (name: string, variables: readonly string[] = []): Facts => ({
  name,
  variables: [...variables, ...circumstances],
  secrets: [],
})

/** The mails of the service as templates: what each is called, and what it can show. */
export const mailTemplateFacts: Readonly<Record<SystemTemplate, Facts>> = {
  password_reset_otp: { name: 'Password reset by code', variables: ['code', 'link', ...expiry], secrets: ['code'] },
  password_reset_link: { name: 'Password reset by link', variables: ['link', ...expiry], secrets: ['link'] },
  admin_temp_password: { name: 'Temporary password', variables: ['password', 'link', ...expiry], secrets: ['password'] },
  admin_welcome: { name: 'Welcome of an admin', variables: ['password', 'link', ...expiry], secrets: ['password', 'link'] },
  account_locked: told('Account locked', ['lockoutEnd']),
  new_sign_in: told('New sign-in'),
  two_factor_changed: told('Two-factor authentication changed', ['enabled']),
  password_changed: told('Password changed'),
  session_theft: told('Session ended after a copied token'),
  email_verification: { name: 'Confirmation of an address', variables: ['code', 'link', ...expiry], secrets: ['code'] },
  user_welcome: { name: 'Welcome of a user', variables: ['password', 'link', ...expiry], secrets: ['password', 'link'] },
  email_changed: told('Address changed'),
  superadmin_transferred: told('SuperAdmin handed over'),
  webhook_disabled: { name: 'Webhook switched off', variables: ['link', 'webhook.host', 'webhook.id', 'webhook.reason'], secrets: [] },
}

/** What every mail can show. */
export const ownVariables = ['recipient.firstName', 'recipient.lastName', 'recipient.email', 'tenant.name'] as const

/** Values that previews show. */
export const mailVariableExamples = {
  code: '493027',
  password: 'Kestrel-71-zuvaqor',
  link: 'https://example.com/reset#token=example',
  expiresInMinutes: 120,
  expiresInHours: 2,
  lockoutEnd: '2026-11-22 09:45 UTC',
  time: '2026-11-22 09:30 UTC',
  device: 'Firefox on Linux',
  ip: '203.0.113.7',
  enabled: true,
  actor: { name: 'Omar Said' },
  webhook: { host: 'hooks.acme.example', id: '3f0a5a44-97f6-4f0c-8a2f-0b4a5f0b7c11', reason: 'consecutive_failures' },
  recipient: { firstName: 'Sara', lastName: 'Haddad', email: 'sara@acme.example' },
  tenant: { name: 'Acme' },
} as const

export const isSystemTemplate = (code: string | null): code is SystemTemplate => code !== null && Object.hasOwn(mailTemplateFacts, code)

/** What the mail of this code has beside what every mail has, by its first names (`actor` of `actor.name`); of any other code nothing. */
export const ownNames = (code: string | null): readonly string[] =>
  isSystemTemplate(code) ? [...new Set(mailTemplateFacts[code].variables.map((path) => path.split('.', 1)[0]!))] : []

/** The id of a mail of the service as a template: the same everywhere and for ever. */
export const systemTemplateId = (code: SystemTemplate): string => uuidFromName('0b8d8c0e-2f6a-4c53-9f0e-6a3f5c1d7e21', code)
