import { parentPort } from 'node:worker_threads'
import { cleanSvg } from './svg.ts'

parentPort?.on('message', (bytes: Uint8Array) => {
  const clean = cleanSvg(bytes)
  parentPort?.postMessage(clean === null ? null : new TextEncoder().encode(clean))
})
