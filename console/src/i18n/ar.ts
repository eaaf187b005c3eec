import { admins } from './ar/admins.ts'
import { audit } from './ar/audit.ts'
import { bin } from './ar/bin.ts'
import { dashboard } from './ar/dashboard.ts'
import { emails } from './ar/emails.ts'
import { files } from './ar/files.ts'
import { groups } from './ar/groups.ts'
import { kit } from './ar/kit.ts'
import { me } from './ar/me.ts'
import { menus } from './ar/menus.ts'
import { notifications } from './ar/notifications.ts'
import { roles } from './ar/roles.ts'
import { security } from './ar/security.ts'
import { settings } from './ar/settings.ts'
import { shell } from './ar/shell.ts'
import { signIn } from './ar/sign-in.ts'
import { status } from './ar/status.ts'
import { templates } from './ar/templates.ts'
import { tenants } from './ar/tenants.ts'
import { users } from './ar/users.ts'
import { webhooks } from './ar/webhooks.ts'
import type { Texts } from './en.ts'

export const ar: Texts = {
  ...admins,
  ...audit,
  ...bin,
  ...dashboard,
  ...emails,
  ...files,
  ...groups,
  ...kit,
  ...me,
  ...menus,
  ...notifications,
  ...roles,
  ...security,
  ...settings,
  ...shell,
  ...signIn,
  ...status,
  ...templates,
  ...tenants,
  ...users,
  ...webhooks,
}
