import type { Key } from '../i18n/en.ts'
import type { IconName } from '../ui/icons.ts'

/** Headings of the menu, in the order in which they stand there; what has none stands before them all. */
export const navAreas = ['none', 'people', 'organisation', 'activity', 'messaging', 'system'] as const

/** Who may open a screen: anybody, whoever has signed in (outside of the shell), any admin (in the shell), or who holds a permission. */
export type Screen = (
  | { readonly access: 'everybody' | 'session' | 'admin' }
  | { readonly access: 'permission'; readonly permission: string }
) & {
  /** Its place in the menu; a screen that belongs to a record has none. */
  readonly nav?: { readonly area: (typeof navAreas)[number]; readonly title: Key; readonly icon: IconName; readonly key?: string }
  /** What is made there. */
  readonly makes?: readonly Making[]
  /** Of an address that ends in a tab, `/webhooks/$id/$tab`: the one that is shown where none is named. */
  readonly firstTab?: string
}

export interface Making {
  readonly title: Key
  readonly permission: string
  /** A permission without which nobody could fill the form. */
  readonly also?: string
  /** A field without which none is made: it may be kept from the caller. */
  readonly field?: string
  /** Where it has an address of its own; else it is `do=new` on the screen. */
  readonly to?: string
}

/** Whether the caller may make one. */
export const mayMake = ({ permission, also, field }: Making, { can, keptFrom }: Rights): boolean =>
  can(permission) === true && (also === undefined || can(also) === true) && (field === undefined || !keptFrom(permission).includes(field))

/** Of the start of the console. */
interface Rights {
  can(permission: string): boolean | undefined
  keptFrom(permission: string): readonly string[]
}

/** Address below `/console`, as the router writes it: `/tenants/$id`. */
export type Screens = Readonly<Record<`/${string}`, Screen>>
