import { parentPort, workerData } from 'node:worker_threads'
import { giveWayToOtherThreads } from '#core/thread-priority.ts'
import { PdfTable, type TableFacts, type TableRow } from './pdf-table.ts'

giveWayToOtherThreads()
const table = new PdfTable(workerData as TableFacts, (bytes) => parentPort?.postMessage({ kind: 'bytes', bytes }))

parentPort?.on('message', (rows: readonly TableRow[] | null) => {
  if (rows === null) table.end()
  else for (const row of rows) table.add(row)
  // the file is written behind what was asked for
  setImmediate(() => parentPort?.postMessage({ kind: 'taken' }))
})
