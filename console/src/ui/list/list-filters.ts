/** The filters of a list: how each is called in the address, what it asks of the service, and how it is shown. */
import type { ReactNode } from 'react'
import { later } from '../later.tsx'

/** A choice among few. */
export interface FilterOption {
  readonly value: string
  readonly label: ReactNode
  /** Said in the place of the label where that is no text. */
  readonly text: string
  /** What the service is asked for: `{ isActive: true }`. */
  readonly query: Readonly<Record<string, unknown>>
}

export interface Filter {
  /** Its name in the address. */
  readonly key: string
  readonly title: string
  readonly options?: readonly FilterOption[]
  /** In the place of options: the value goes to the service as it stands, under this name. */
  readonly param?: string
  /** Whether such a value makes sense; it is left out otherwise. */
  accepts?(value: string): boolean
  /** How a value without an option is shown: as text, or as what finds that out once no row does. */
  nameOf?(value: string): ReactNode
  /** How a value without an option is chosen. */
  field?(value: string | undefined, onChange: (value: string | undefined) => void): ReactNode
}

export type Address = Readonly<Record<string, string | undefined>>

export interface Chip {
  readonly key: string
  readonly title: string
  readonly value: ReactNode
}

const optionOf = ({ options }: Filter, value: string) => options?.find((one) => one.value === value)
const isGiven = (filter: Filter, value: string | undefined): value is string =>
  value !== undefined && value !== '' && (filter.options ? optionOf(filter, value) !== undefined : (filter.accepts?.(value) ?? true))

/** What the filters of an address ask of the service. */
export function queryOf(filters: readonly Filter[], address: Address): Record<string, unknown> {
  const parts = filters.map((filter) => {
    const value = address[filter.key]
    if (!isGiven(filter, value)) return {}
    return filter.param === undefined ? (optionOf(filter, value)?.query ?? {}) : { [filter.param]: value }
  })
  return Object.assign({}, ...parts)
}

/** Those that are set, to be shown and taken away one by one. */
export const chipsOf = (filters: readonly Filter[], address: Address): Chip[] =>
  filters.flatMap((filter) => {
    const value = address[filter.key]
    if (!isGiven(filter, value)) return []
    const name = optionOf(filter, value)?.text ?? (filter.nameOf ? filter.nameOf(value) : value)
    return [{ key: filter.key, title: filter.title, value: name }]
  })

/** An address without any of them. */
export const withoutFilters = (filters: readonly Filter[]): Address =>
  Object.fromEntries(['search', 'page', ...filters.map(({ key }) => key)].map((key) => [key, undefined]))

/** The name of a record that a list is filtered by. */
export const RecordName = later(async () => (await import('./RecordName.tsx')).RecordName)
