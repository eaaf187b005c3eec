import { changeOwnPreferences, ownPreferences } from '#accounts/own-preferences.ts'
import type { AccountKind } from '#db/rows/context.ts'
import type { Limitation } from '#http/access.ts'
import { Preferences, PreferencesChange } from '#http/preference-fields.ts'
import { type Routes, route } from '#http/route.ts'

/** Who owes something is to read what they are asked in their own language, too. */
const openDuring: readonly Limitation[] = ['password_change', 'two_factor_setup']

/** Below /api/v1/Admins and /api/v1/Users: how people want what they work with. */
export const preferenceRoutes = (kind: AccountKind): Routes => ({
  'GET /me/preferences': route({
    operationId: kind === 'admin' ? 'getOwnPreferences' : 'getOwnUserPreferences',
    summary: 'Own preferences',
    access: kind,
    openDuring,
    reply: Preferences,
    run: (ctx) => ownPreferences(ctx),
  }),

  'PUT /me/preferences': route({
    operationId: kind === 'admin' ? 'updateOwnPreferences' : 'updateOwnUserPreferences',
    summary: 'Change own preferences',
    description:
      'What is sent replaces what is kept under the same name, whole; null takes it back; what is left out stays. Two changes of different names at one moment both hold. All together may be 16 KB of JSON.',
    access: kind,
    openDuring,
    body: PreferencesChange,
    reply: Preferences,
    emits: kind === 'admin' ? ['admin.updated'] : ['user.updated'],
    run: (ctx, { body }) => changeOwnPreferences(ctx, body),
  }),
})
