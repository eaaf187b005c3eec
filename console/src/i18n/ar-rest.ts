/** What all other areas say; loaded with the first of their screens. */
import { audit } from './ar/audit.ts'
import { bin } from './ar/bin.ts'
import { compose } from './ar/compose.ts'
import { dashboard } from './ar/dashboard.ts'
import { duty } from './ar/duty.ts'
import { emails } from './ar/emails.ts'
import { files } from './ar/files.ts'
import { groups } from './ar/groups.ts'
import { later } from './ar/later.ts'
import { me } from './ar/me.ts'
import { menus } from './ar/menus.ts'
import { notifications } from './ar/notifications.ts'
import { roles } from './ar/roles.ts'
import { security } from './ar/security.ts'
import { settings } from './ar/settings.ts'
import { setup } from './ar/setup.ts'
import { status } from './ar/status.ts'
import { templates } from './ar/templates.ts'
import { tenants } from './ar/tenants.ts'
import { users } from './ar/users.ts'
import { views } from './ar/views.ts'
import { webhooks } from './ar/webhooks.ts'
import type { enRest as english } from './en-rest.ts'
import type { TextsOf } from './plural.ts'

export const arRest: TextsOf<typeof english> = {
  ...audit,
  ...bin,
  ...compose,
  ...dashboard,
  ...duty,
  ...emails,
  ...files,
  ...groups,
  ...later,
  ...me,
  ...menus,
  ...notifications,
  ...roles,
  ...security,
  ...settings,
  ...setup,
  ...status,
  ...templates,
  ...tenants,
  ...users,
  ...views,
  ...webhooks,
}
