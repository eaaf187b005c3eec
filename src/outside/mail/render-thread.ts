import { parentPort } from 'node:worker_threads'
import type { RenderTask } from '#core/template-renderer.ts'
import { answerTask } from './render-task.ts'

/**
 * The clock by which liquidjs limits a rendering (it asks `performance` alone): milliseconds that this thread computed, not those it waited for
 * on a busy machine, which no template can help.
 */
function computedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
Object.defineProperty(globalThis, 'performance', { value: { now: computedMs } })

parentPort?.on('message', ({ number, task }: { number: number; task: RenderTask }) => {
  void answerTask(task).then((answer) => parentPort?.postMessage({ number, answer }))
})
parentPort?.postMessage('ready')
