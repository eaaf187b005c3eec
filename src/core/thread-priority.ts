import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/** Lets others go before a process or thread of ours. One that a system does not let us lower, or that has ended, competes. */
export function lowerPriority(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it competes
  }
}

/**
 * Lets the threads that answer somebody go before the one that calls this, on a machine where both want the processor. Linux alone gives each
 * thread a priority of its own (`setpriority(2)`, notes); elsewhere nothing happens.
 */
export function giveWayToOtherThreads(): void {
  try {
    // <process>/task/<thread>, of the thread that reads it
    lowerPriority(Number(basename(readlinkSync('/proc/thread-self'))))
  } catch {
    // another system, or one that does not show it: the thread competes
  }
}
