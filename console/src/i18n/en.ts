/** English, and with it which texts there are. Each area has a file of its own in `en/` and in `ar/`. */
import { admins } from './en/admins.ts'
import { audit } from './en/audit.ts'
import { bin } from './en/bin.ts'
import { dashboard } from './en/dashboard.ts'
import { emails } from './en/emails.ts'
import { files } from './en/files.ts'
import { groups } from './en/groups.ts'
import { kit } from './en/kit.ts'
import { me } from './en/me.ts'
import { menus } from './en/menus.ts'
import { notifications } from './en/notifications.ts'
import { roles } from './en/roles.ts'
import { security } from './en/security.ts'
import { settings } from './en/settings.ts'
import { shell } from './en/shell.ts'
import { signIn } from './en/sign-in.ts'
import { status } from './en/status.ts'
import { templates } from './en/templates.ts'
import { tenants } from './en/tenants.ts'
import { users } from './en/users.ts'
import { webhooks } from './en/webhooks.ts'
import type { TextsOf } from './plural.ts'

export const en = {
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

export type Key = keyof typeof en
export type Texts = TextsOf<typeof en>
