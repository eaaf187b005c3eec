/** How every screen of the console is opened. */
import { admins } from './admins.ts'
import { audit } from './audit.ts'
import { bin } from './bin.ts'
import { dashboard } from './dashboard.ts'
import { emails } from './emails.ts'
import { files } from './files.ts'
import { groups } from './groups.ts'
import { me } from './me.ts'
import { menus } from './menus.ts'
import { notifications } from './notifications.ts'
import type { Proof } from './proof.ts'
import { roles } from './roles.ts'
import { security } from './security.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { status } from './status.ts'
import { templates } from './templates.ts'
import { tenants } from './tenants.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

export const proofs: Readonly<Record<string, Proof>> = {
  ...signIn,
  ...dashboard,
  ...admins,
  ...users,
  ...groups,
  ...roles,
  ...tenants,
  ...audit,
  ...security,
  ...webhooks,
  ...emails,
  ...templates,
  ...notifications,
  ...files,
  ...bin,
  ...menus,
  ...settings,
  ...status,
  ...me,
}
