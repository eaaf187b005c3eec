import type { Scene } from '../scene.ts'

type Address = string | ((scene: Scene) => string | Promise<string>)

/** What a screen shows at another address, or after a filter found nothing, looked at as the screen is. */
export interface Tab {
  readonly address: Address
  readonly ready: string
  /** Selectors of what is clicked one after the other, as tabs that have no address, each judged after. */
  readonly clicks?: readonly string[]
}

/** How a screen is opened by its address, and when it is whole. */
export interface Proof {
  /** With what the address needs, below `/console`. */
  address: Address
  /** A selector of what is there when the screen is whole. */
  readonly ready: string
  /** Who opens it: the keeper of the tenant, unless it needs the platform. */
  readonly as?: 'keeper' | 'superAdmin'
  /** How many requests it takes to open at most, with the start of the shell. Four, where nothing is said. */
  readonly requests?: number
  /** Selectors of buttons that open a menu, a dialog or a panel, each judged while it is open. */
  readonly opens?: readonly string[]
  readonly tabs?: readonly Tab[]
  /** Nothing of it can fail to come: what it shows came with the shell. */
  readonly asksNothing?: true
}

/** A screen that is in the table and not here does not compile. */
export type Proofs<T> = Readonly<Record<keyof T, Proof>>
