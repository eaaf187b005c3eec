import type { ComponentType } from 'react'

/** How each screen of an area is loaded: one that is in the table and not here does not compile. */
export type Loaders<T> = Readonly<Record<keyof T, () => Promise<{ readonly default: ComponentType }>>>
