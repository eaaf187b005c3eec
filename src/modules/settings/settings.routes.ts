import { canOnPlatform } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { changeSettings, getSettings, resetSettings } from './settings.actions.ts'
import { Settings, SettingsChange, SettingsReset } from './settings.schema.ts'

export const settingsRoutes: Routes = {
  'GET /': route({
    operationId: 'getSettings',
    summary: 'Settings of the service as they hold, and where each comes from',
    access: canOnPlatform('settings.view'),
    reply: Settings,
    run: async (ctx) => getSettings(ctx),
  }),

  'PUT /': route({
    operationId: 'updateSettings',
    summary: 'Change settings of the service: absent stays, null is the default again',
    description:
      'Takes effect on every process within a second. All of it or nothing: what the environment sets is 409 `state_conflict`, what is out of bounds 400. What is sent as it holds, and a secret as it was shown, is no change. Where mails, texts and sign-ins go the SuperAdmin alone sets; a secret that would go to another place (host, port, address), by weaker TLS or to whom other certificates vouch for must be given again. What does not fit together is refused where a change belongs to it.',
    access: canOnPlatform('settings.update'),
    body: SettingsChange,
    reply: Settings,
    errors: [409],
    emits: ['settings.updated'],
    transaction: 'own',
    run: (ctx, { body }) => changeSettings(ctx, body),
  }),

  'POST /reset': route({
    operationId: 'resetSettings',
    summary: 'Forget everything that was set over the API: the environment and the defaults hold',
    access: canOnPlatform('settings.update'),
    body: SettingsReset,
    reply: Settings,
    errors: [423],
    emits: ['settings.reset', 'auth.reauthentication.failed', 'auth.account.locked'],
    transaction: 'own',
    run: (ctx, { body }) => resetSettings(ctx, body.password),
  }),
}
