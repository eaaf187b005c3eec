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
  /** What is made there, for who holds its permission, and the one that it takes also: at an address of its own, else by `do=new` on this screen. */
  readonly makes?: readonly { readonly title: Key; readonly permission: string; readonly also?: string; readonly to?: string }[]
  /** Of an address that ends in a tab, `/webhooks/$id/$tab`: the one that is shown where none is named. */
  readonly firstTab?: string
}

/** Address below `/console`, as the router writes it: `/tenants/$id`. */
export type Screens = Readonly<Record<`/${string}`, Screen>>
