import type { Reply } from '../../api/client.ts'
import type { fields, Kind, Part } from './fields.ts'

export type Settings = Reply<'getSettings'>

/** A setting that the service has and the table of fields has not does not compile. */
type Whole = { readonly [P in Exclude<keyof Settings, 'sources' | 'storage'>]: Readonly<Record<keyof Settings[P] & string, Kind>> }
type IsWhole<T extends Whole> = T
export type Fields = IsWhole<typeof fields>

export const partOf = (settings: Settings, part: Part): Readonly<Record<string, unknown>> => settings[part]
