/** What a process holds in memory after a collection of garbage, asked through its inspector. */
import { eventually } from '../../test/rig/ports.ts'
import type { Service } from '../../test/rig/service.ts'

/** Makes node open its inspector on a free port; for the environment of a service. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

export interface Memory {
  /** What the program holds, in and beside the heap, in MB (10^6 bytes). */
  readonly heldMb: number
  readonly residentMb: number
}

/** Collects garbage twice (what is finalised at first is gone then) and reads. */
export async function memoryOf(service: Service): Promise<Memory> {
  const url = await eventually('the inspector', () =>
    service.stderr.map((line) => /Debugger listening on (ws:\S+)/.exec(line)?.[1]).find(Boolean),
  )
  const socket = new WebSocket(url as string)
  await new Promise((open, failed) => {
    socket.onopen = open
    socket.onerror = failed
  })
  let number = 0
  const call = async (method: string, params: object = {}) => {
    const id = ++number
    const { promise, resolve } = Promise.withResolvers<{ result: { result?: { value: string } } }>()
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(data as string)
      if (answer.id === id) resolve(answer)
    }
    socket.send(JSON.stringify({ id, method, params }))
    return (await promise).result
  }
  await call('HeapProfiler.collectGarbage')
  await call('HeapProfiler.collectGarbage')
  const { result } = await call('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())', returnByValue: true })
  socket.close()
  const { heapUsed, external, rss } = JSON.parse(result!.value)
  return { heldMb: (heapUsed + external) / 1e6, residentMb: rss / 1e6 }
}
