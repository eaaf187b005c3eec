import { parentPort } from 'node:worker_threads'
import { cleanSvg } from './svg.ts'

parentPort?.on('message', (bytes: Uint8Array) => {
  const clean = cleanSvg(bytes)
  const body = clean === null ? null : new TextEncoder().encode(clean)
  parentPort?.postMessage(body, body === null ? [] : [body.buffer])
})
