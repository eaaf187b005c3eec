import type { z } from 'zod'
import { requireStillSuperAdmin } from '#accounts/superadmin.ts'
import { AppError, type FieldProblem, validationFailed } from '#core/errors.ts'
import {
  allSettings,
  holdsInBoth,
  type NamedSetting,
  type SettingName,
  type SettingValues,
  settingNamed,
  settingValue,
  settle,
} from '#core/settings/declaration.ts'
import { maskedSecret } from '#core/settings/setting.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit, type Json } from '#events/emit.ts'
import { reauthenticate, requireStillProved } from '#sign-in/reauthentication.ts'
import { problemsTogether, secretsToNameAgain } from './settings.problems.ts'
import type { Settings, SettingsChange } from './settings.schema.ts'
import { clear, lockSettings, store } from './settings.stored.ts'

type Answer = z.input<typeof Settings>
type Wanted = z.output<typeof SettingsChange>
type Changes = Record<string, { before: Json; after: Json }>

/** All settings of the service as they hold on this process, and where each comes from. Secrets are not told. */
export function getSettings({ service: { serviceSettings, options } }: Context): Answer {
  const parts: Record<string, Record<string, unknown>> = {}
  const sources: Record<string, 'default' | 'environment' | 'database'> = {}
  for (const setting of allSettings) {
    parts[setting.part] ??= {}
    parts[setting.part]![setting.key] = shown(setting, serviceSettings.values)
    sources[setting.name] = serviceSettings.originOf(setting.name)
  }
  sources['storage.url'] = options.storage.isGiven ? 'environment' : 'default'
  return { ...(parts as Omit<Answer, 'storage' | 'sources'>), storage: storageOf(options.storage), sources }
}

const storageOf = ({ url }: { readonly url: string }): Answer['storage'] => ({ transport: url.slice(0, url.indexOf(':')), url })

const shown = (setting: NamedSetting, values: SettingValues): Json => {
  const value = settingValue(values, setting)
  return (setting.isSecret && value !== null ? maskedSecret : value) as Json
}

/**
 * Changes settings: absent stays, null is the default again, and what is sent as it holds is no change. All of it or nothing. Not in a
 * transaction, for the answer is what this process holds once the change is committed.
 * @throws AppError 400 naming what is wrong, alone or with the rest; 403 for what only the SuperAdmin may; 409 `state_conflict` naming what
 * the environment sets
 */
export async function changeSettings(ctx: Context, wanted: Wanted): Promise<Answer> {
  await transact(ctx, async (ctx) => {
    await lockSettings(ctx)
    await change(ctx, wanted)
  })
  return getSettings(ctx)
}

async function change(ctx: Context, wanted: Wanted): Promise<void> {
  const { serviceSettings } = ctx.service
  const { environment } = serviceSettings
  const stored = new Map(await serviceSettings.read(ctx.db))
  const before = settle(environment, stored)
  const asked = askedOf(wanted, before)
  refuseFixed(ctx, wanted, [...asked.keys()])
  if (asked.size === 0) return
  if (allSettings.some(({ name, isSuperAdminOnly }) => isSuperAdminOnly && asked.has(name))) await requireStillSuperAdmin(ctx)
  const set = new Map([...asked].filter(([, value]) => value !== null))
  const cleared = [...asked.keys()].filter((name) => !set.has(name))
  for (const [name, value] of set) stored.set(name, value)
  for (const name of cleared) stored.delete(name)
  const after = settle(environment, stored)
  const problems = [...problemsTogether(after, new Set(asked.keys())), ...secretsToNameAgain(before, after, namesIn(wanted))]
  if (problems.length > 0) throw validationFailed(problems)
  await store(ctx, set, cleared)
  const changes = changesOf(before, after)
  // a secret that is replaced looks the same before and after
  for (const name of asked.keys()) changes[name] ??= { before: maskedSecret, after: maskedSecret }
  await emit(ctx, 'settings.updated', { tenantId: null, entityName: 'Settings', data: { changedSettings: Object.keys(changes) }, changes })
}

/** What is asked for that does not hold already; null for the default. */
function askedOf(wanted: Wanted, before: SettingValues): Map<SettingName, unknown> {
  const asked = new Map<SettingName, unknown>()
  for (const setting of allSettings) {
    const value = wanted[setting.part]?.[setting.key]
    if (value === undefined || (setting.isSecret && value === maskedSecret)) continue
    const whole = value === null ? null : setting.format.parse(setting.text(value))
    if (JSON.stringify(whole ?? setting.preset) !== JSON.stringify(settingValue(before, setting))) asked.set(setting.name, whole)
  }
  return asked
}

/** Throws 409 naming all that is set by the environment and nothing else may change. */
function refuseFixed({ service: { serviceSettings, options } }: Context, { storage }: Wanted, asked: readonly SettingName[]): void {
  const holds: Record<string, unknown> = storageOf(options.storage)
  const ofStorage = Object.entries(storage ?? {}).flatMap(([key, value]) => (holds[key] === value ? [] : [`storage.${key.slice(0, 100)}`]))
  const fixed = [...asked.filter((name) => serviceSettings.environment.has(name)), ...ofStorage.slice(0, 100)]
  const fields = fixed.map((field): FieldProblem => ({ field, code: 'set_by_environment' }))
  if (fields.length > 0) throw new AppError(409, 'state_conflict', { fields })
}

/** What a request gives a value, or null; a secret as it was shown is none. */
const namesIn = (wanted: Wanted): ReadonlySet<SettingName> =>
  new Set(
    allSettings.flatMap(({ part, key, name }) => {
      const value = wanted[part]?.[key]
      return value === undefined || value === maskedSecret ? [] : [name]
    }),
  )

/** What differs, with secrets masked. */
function changesOf(before: SettingValues, after: SettingValues): Changes {
  const differ = allSettings.filter((setting) => !holdsInBoth(before, after, setting))
  return Object.fromEntries(differ.map((setting) => [setting.name, { before: shown(setting, before), after: shown(setting, after) }]))
}

/**
 * Forgets everything that was set over the API: the environment and the defaults hold. Not in a transaction, because a password is checked.
 * Returns what `reauthenticate` refuses; throws 401 when the password is another by now, and 403 where something is set that only the SuperAdmin
 * may change.
 */
export async function resetSettings(ctx: Context, password: string): Promise<Answer | AppError> {
  const proof = await reauthenticate(ctx, password)
  if (proof instanceof AppError) return proof
  await transact(ctx, async (ctx) => {
    await lockSettings(ctx)
    await requireStillProved(ctx, proof)
    const { serviceSettings } = ctx.service
    const stored = await serviceSettings.read(ctx.db)
    const before = settle(serviceSettings.environment, stored)
    const cleared = await clear(ctx)
    if (cleared.some(isSuperAdminsOwn)) await requireStillSuperAdmin(ctx)
    const changes = changesOf(before, settle(serviceSettings.environment))
    await emit(ctx, 'settings.reset', { tenantId: null, entityName: 'Settings', data: { changedSettings: Object.keys(changes) }, changes })
  })
  return getSettings(ctx)
}

/** What a version stored that this one does not know may be of those too. */
function isSuperAdminsOwn(name: string): boolean {
  const setting = settingNamed(name)
  return setting === undefined || setting.isSuperAdminOnly === true
}
