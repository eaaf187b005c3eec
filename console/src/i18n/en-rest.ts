/** What all other areas say; loaded with the first of their screens. */
import { audit } from './en/audit.ts'
import { bin } from './en/bin.ts'
import { compose } from './en/compose.ts'
import { dashboard } from './en/dashboard.ts'
import { duty } from './en/duty.ts'
import { emails } from './en/emails.ts'
import { files } from './en/files.ts'
import { groups } from './en/groups.ts'
import { later } from './en/later.ts'
import { me } from './en/me.ts'
import { menus } from './en/menus.ts'
import { notifications } from './en/notifications.ts'
import { roles } from './en/roles.ts'
import { security } from './en/security.ts'
import { settings } from './en/settings.ts'
import { setup } from './en/setup.ts'
import { status } from './en/status.ts'
import { templates } from './en/templates.ts'
import { tenants } from './en/tenants.ts'
import { users } from './en/users.ts'
import { views } from './en/views.ts'
import { webhooks } from './en/webhooks.ts'

export const enRest = {
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
