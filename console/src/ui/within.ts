/** The part of the tree that is looked at: `?within=<tenant>` in the address, set by the switcher of the shell and kept from screen to screen. */
import { useSearch } from '@tanstack/react-router'
import { idIn } from './address.ts'

/** The tenant that lists and figures are of, with all below it; undefined for all that the caller sees. Goes to the service as `within`. */
export const useWithin = (): string | undefined =>
  useSearch({ strict: false, select: (address: Readonly<Record<string, string | undefined>>) => idIn(address.within) } as never)

/** For a way to a list of all that was counted: the part that is looked at would leave some out. */
export const ofAll = { within: undefined } as const
