import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'

/**
 * Lets the threads that answer somebody go before the one that calls this, on a machine where both want the processor. Linux alone gives each
 * thread a priority of its own (`setpriority(2)`, notes); elsewhere nothing happens.
 */
export function giveWayToOtherThreads(): void {
  try {
    // <process>/task/<thread>, of the thread that reads it
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // another system, or one that does not show it: the thread competes
  }
}
