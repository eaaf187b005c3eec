import { features, general, rateLimits, security, webhooks } from './parts.inside.ts'
import { email, providers, sms } from './parts.outside.ts'
import type { Setting } from './setting.ts'

/**
 * Every setting of the service that can change while it runs, once: the API, the manual, the environment variables of the same meaning and
 * what holds where nobody says anything are all made from this. A variable that is not in it can't change while a process runs; the
 * manual says which these are.
 */
export const declaration = { general, security, email, sms, rateLimits, webhooks, providers, features } as const

type Declaration = typeof declaration
type ValueOf<S> = S extends Setting<infer T> ? T : never

/** What holds, by part and key. */
export type SettingValues = { readonly [P in keyof Declaration]: { readonly [K in keyof Declaration[P]]: ValueOf<Declaration[P][K]> } }
/** `security.bcryptCost`. */
export type SettingName = { [P in keyof Declaration]: `${P}.${keyof Declaration[P] & string}` }[keyof Declaration]
export type Origin = 'default' | 'environment' | 'database'

export interface NamedSetting extends Setting {
  readonly name: SettingName
  readonly part: keyof Declaration
  readonly key: string
}

/** What leaves, and whom sign-ins are left to. */
const outside = { email, sms, providers }

/** All of them, in the order in which they are shown. */
export const allSettings: readonly NamedSetting[] = Object.entries(declaration).flatMap(([part, settings]) =>
  Object.entries(settings as Record<string, Setting>).map(
    ([key, setting]) =>
      ({ ...setting, ...(part in outside && { isSuperAdminOnly: true }), part, key, name: `${part}.${key}` }) as NamedSetting,
  ),
)

const byName = new Map<string, NamedSetting>(allSettings.map((setting) => [setting.name, setting]))

/** The setting of this name, if there is one. */
export const settingNamed = (name: string): NamedSetting | undefined => byName.get(name)

/** What is set apart from the defaults, by name. */
export type Given = ReadonlyMap<SettingName, unknown>

/** Everything that holds: the first of `given` that says something, else the default. Frozen: one object is one state of all settings. */
export function settle(...given: readonly Given[]): SettingValues {
  const values: Record<string, Record<string, unknown>> = {}
  for (const { part, key, name, preset } of allSettings) {
    values[part] ??= {}
    const from = given.find((one) => one.has(name))
    values[part][key] = from ? from.get(name) : preset
  }
  for (const part of Object.values(values)) Object.freeze(part)
  return Object.freeze(values) as unknown as SettingValues
}

/** Whether a setting has the same value in both. */
export const holdsInBoth = (one: SettingValues, other: SettingValues, setting: Pick<NamedSetting, 'part' | 'key'>): boolean =>
  JSON.stringify(settingValue(one, setting)) === JSON.stringify(settingValue(other, setting))

/** The value of one. */
export const settingValue = (values: SettingValues, { part, key }: Pick<NamedSetting, 'part' | 'key'>): unknown =>
  (values[part] as Record<string, unknown>)[key]
