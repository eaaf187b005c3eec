import { z } from 'zod'
import { isTimeZone } from '#core/local-days.ts'
import { exampleIds } from './example-values.ts'
import { oneLine } from './person-fields.ts'
import { Id, named } from './shapes.ts'

/** Bounds of lists that people keep for themselves. */
const mostPins = 20
const mostViews = 50
const mostScreens = 50
const mostColumns = 60

/** What an application calls a part of itself: letters, digits, and what paths are made of. */
const Word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9/:._-]{0,63}$/)

const view = {
  screen: Word.meta({ description: 'Which list it is a view of; the application’s own word' }),
  name: oneLine(80),
  query: z
    .string()
    .max(1000)
    .regex(/^\P{Cc}*$/u)
    .meta({ description: 'What stands in the address of the list: its search, filters and order' }),
}
const exampleView = { screen: 'admins', name: 'Blocked', query: 'isBlocked=true' }
const KeptView = named('SavedView', z.object({ screen: z.string(), name: z.string(), query: z.string() }), exampleView)
const View = named('SavedViewChange', z.strictObject(view), exampleView)

const Columns = z
  .record(Word, z.array(Word).max(mostColumns))
  .refine((screens) => Object.keys(screens).length <= mostScreens, { params: { code: 'too_many', maximum: mostScreens } })
  .meta({ description: 'By the name of a list, the columns that it shows, in their order' })

const language = z.enum(['en', 'ar']).meta({ description: 'Also of mails and notifications; null: that of the tenant' })
const theme = z.enum(['light', 'dark', 'system'])
const density = z.enum(['comfortable', 'compact'])
const numerals = z.enum(['latin', 'arabic'])
const timeZone = z.string().max(64).meta({ description: 'IANA name, as `Asia/Amman`' })
const shortcuts = z.boolean().meta({ description: 'Whether single keys act; null: the application decides' })

/** One's own preferences, whole. */
export const Preferences = named(
  'Preferences',
  z.object({
    language: language.nullable(),
    theme: theme.nullable(),
    density: density.nullable(),
    numerals: numerals.nullable(),
    timeZone: timeZone.nullable(),
    shortcuts: shortcuts.nullable(),
    pinnedTenants: z.array(z.string()).meta({ description: 'Ids as they were kept; whether they can be seen (still) is not said' }),
    views: z.array(KeptView),
    columns: z.record(z.string(), z.array(z.string())),
  }),
  {
    ...{ language: 'ar', theme: 'dark', density: null, numerals: 'latin', timeZone: 'Asia/Amman', shortcuts: null },
    pinnedTenants: [exampleIds.childTenant],
    views: [exampleView],
    columns: { admins: ['name', 'role', 'lastLoginAt'] },
  },
)

/** What is sent replaces what is kept under the same name, whole; null takes it back; what is left out stays. */
export const PreferencesChange = named(
  'PreferencesChange',
  z.strictObject({
    language: language.nullish(),
    theme: theme.nullish(),
    density: density.nullish(),
    numerals: numerals.nullish(),
    timeZone: timeZone.refine(isTimeZone, { params: { code: 'format' } }).nullish(),
    shortcuts: shortcuts.nullish(),
    pinnedTenants: z.array(Id).max(mostPins).nullish(),
    views: z.array(View).max(mostViews).nullish(),
    columns: Columns.nullish(),
  }),
  { theme: 'dark', timeZone: 'Asia/Amman', pinnedTenants: [exampleIds.childTenant] },
)
