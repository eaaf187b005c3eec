import type { Reply } from '../../api/client.ts'

export type Entry = Reply<'listAuditEntries'>['items'][number]
export const outcomes = ['success', 'failure', 'denied'] as const satisfies Entry['outcome'][]

/** A value of a record as text: what is no text as JSON. Nothing is said of what was not there. */
export const shownValue = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 1)

/** Looks given the address of a list: what is seen at one click. Each names every filter that it sets. */
export const presets = {
  all: {},
  refused: { outcome: 'denied' },
  failedLogins: { action: 'auth.login.failed' },
  acted: { acted: 'yes' },
  access: { action: 'role' },
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type Preset = keyof typeof presets

/** Filters that presets set; a preset takes away those of the others. */
const presetKeys = ['outcome', 'action', 'acted'] as const

/** The preset that an address is, if it is one. */
export const presetOf = (address: Readonly<Record<string, string | undefined>>): Preset | null =>
  (Object.keys(presets) as Preset[]).find((name) => {
    const wanted: Readonly<Record<string, string>> = presets[name]
    return presetKeys.every((key) => wanted[key] === address[key])
  }) ?? null

/** What changes in an address for a preset. */
export const changeTo = (name: Preset): Record<string, string | undefined> => {
  const wanted: Readonly<Record<string, string>> = presets[name]
  return { ...Object.fromEntries(presetKeys.map((key) => [key, wanted[key]])), page: undefined }
}
