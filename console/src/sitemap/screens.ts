/** Every screen that there is, in the order of the menu. Routes, menu and tests follow this table. */
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
import { roles } from './roles.ts'
import type { Screen } from './screen.ts'
import { security } from './security.ts'
import { settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { status } from './status.ts'
import { templates } from './templates.ts'
import { tenants } from './tenants.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

export const screens = {
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

export type ScreenPath = keyof typeof screens

export const screenAt = (path: string): Screen | undefined => (screens as Readonly<Record<string, Screen>>)[path]
