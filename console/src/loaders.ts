/** What is loaded for each screen. */
import { shownLanguage } from './i18n/language.ts'
import { needRest } from './i18n/texts.ts'
import { admins } from './screens/admins/loaders.ts'
import { audit } from './screens/audit/loaders.ts'
import { bin } from './screens/bin/loaders.ts'
import { dashboard } from './screens/dashboard/loaders.ts'
import { emails } from './screens/emails/loaders.ts'
import { files } from './screens/files/loaders.ts'
import { groups } from './screens/groups/loaders.ts'
import { me } from './screens/me/loaders.ts'
import { menus } from './screens/menus/loaders.ts'
import { notifications } from './screens/notifications/loaders.ts'
import { roles } from './screens/roles/loaders.ts'
import { security } from './screens/security/loaders.ts'
import { settings } from './screens/settings/loaders.ts'
import { signIn } from './screens/sign-in/loaders.ts'
import { status } from './screens/status/loaders.ts'
import { templates } from './screens/templates/loaders.ts'
import { tenants } from './screens/tenants/loaders.ts'
import { users } from './screens/users/loaders.ts'
import { webhooks } from './screens/webhooks/loaders.ts'
import type { ScreenPath } from './sitemap/screens.ts'
import type { Loaders } from './ui/loaders.ts'

const { '/duty': duty, '/setup': setup, ...waysIn } = signIn

/** Screens that say no more than the way in, the shell and the first list do. */
const first = { ...waysIn, ...admins }

const others = {
  '/duty': duty,
  '/setup': setup,
  ...dashboard,
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

/** A screen of another area comes with the texts of all those. */
const withTexts = <T extends Readonly<Record<string, () => Promise<unknown>>>>(table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([path, load]) => [path, async () => (await Promise.all([load(), needRest(shownLanguage())]))[0]]),
  ) as T

export const loaders: Loaders<Record<ScreenPath, unknown>> = { ...first, ...withTexts(others) }
