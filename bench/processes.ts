/** Where processes run and what they use, as Linux tells it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The core of whatever is measured, and that of the load generator and the database. */
export const serverCore = 0
export const loadCore = 1

/** Clock ticks of /proc/*\/stat: 100 a second on every Linux that node runs on. */
const ticksPerSecond = 100

/** The words that run a command on one core only, or on any when `core` is null or there is only one. */
export const onCore = (core: number | null, command: readonly string[]): string[] =>
  core === null || availableParallelism() < 2 ? [...command] : ['taskset', '-c', String(core), ...command]

/** Moves a running process to one core; quietly does not where that is not allowed. */
export function moveToCore(core: number, pid: number): void {
  try {
    execFileSync('taskset', ['-cp', String(core), String(pid)], { stdio: 'ignore' })
  } catch {
    // not ours to move: wall-clock figures are noisier then, processor time is the same
  }
}

/** User and system time of all threads of a process, in seconds; 0 for one that is gone. */
export function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return 0
  }
}

/** How long the first thread of a process has had a processor, in milliseconds: of one query too, which `cpuSecondsOf` is too coarse for. */
export const onCpuMs = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Resident memory in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1024) / 1e6
}
