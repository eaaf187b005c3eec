/** What a process holds, told from its inside: its heap after garbage is gone, timers and sockets of any kind, listeners. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import type { Service } from '../rig/service.ts'

/**
 * Loaded before the service; answers SIGUSR2 with a file. `process.getActiveResourcesInfo()` leaves out what is `unref`ed, so each resource is
 * counted from its beginning to its end; promises are not, they would take half of the processor.
 */
const probe = (file: string) => `
  import { createHook } from 'node:async_hooks'
  import { renameSync, writeFileSync } from 'node:fs'
  import { setImmediate } from 'node:timers/promises'
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const open = new Map()
  createHook({ init: (id, type) => open.set(id, type), destroy: (id) => open.delete(id), trackPromises: false }).enable()
  process.on('SIGUSR2', async () => {
    // what is collected may end others
    for (let turn = 0; turn < 3; turn++) {
      collect()
      await setImmediate()
    }
    const { heapUsed, external } = process.memoryUsage()
    const resources = {}
    for (const type of open.values()) resources[type] = (resources[type] ?? 0) + 1
    const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
    const told = { heapBytes: heapUsed, externalBytes: external, resources, listeners }
    writeFileSync(${JSON.stringify(`${file}.new`)}, JSON.stringify(told))
    renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)})
  })`

export interface Insides {
  readonly heapBytes: number
  readonly externalBytes: number
  /** By the kind that node has for them: `Timeout`, `TCPWRAP` and many more. */
  readonly resources: Readonly<Record<string, number>>
  /** Of the process itself. */
  readonly listeners: number
}

/** @returns what a service is started with, and what asks it */
export function probed(): { readonly env: { readonly NODE_OPTIONS: string }; look(service: Service): Promise<Insides> } {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-insides-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const [code, file] = [join(folder, 'probe.mjs'), join(folder, 'told.json')]
  writeFileSync(code, probe(file))
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(code)}` },
    async look({ pid }) {
      rmSync(file, { force: true })
      process.kill(pid, 'SIGUSR2')
      await eventually('the process to tell of its insides', () => existsSync(file), 60_000)
      return JSON.parse(readFileSync(file, 'utf8'))
    },
  }
}

/** Resident memory of a process in bytes, as Linux counts it. */
export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
