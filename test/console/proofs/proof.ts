import type { Scene } from '../scene.ts'

/** How a screen is opened by its address, and when it is whole. */
export interface Proof {
  /** With what the address needs, below `/console`. */
  address: string | ((scene: Scene) => string | Promise<string>)
  /** A selector of what is there when the screen is whole. */
  readonly ready: string
  /** Who opens it: the keeper of the tenant, unless it needs the platform. */
  readonly as?: 'keeper' | 'superAdmin'
  /** How many requests it takes to open at most, with the start of the shell. Four, where nothing is said. */
  readonly requests?: number
  /** Selectors of buttons that open a menu, a dialog or a panel, each judged while it is open. */
  readonly opens?: readonly string[]
}

/** A screen that is in the table and not here does not compile. */
export type Proofs<T> = Readonly<Record<keyof T, Proof>>
