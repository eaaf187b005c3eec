/** The console in a real Chromium: what its users wait for, what a page holds, and what serving it costs the API. */
import { isFull } from '../options.ts'
import { millionDatabase, millionSecret } from '../people-at-a-million.ts'
import type { Result } from '../table.ts'
import { measureHeap } from './heap.ts'
import { measureMatrix } from './matrix.ts'
import { measurePageLoads } from './page-loads.ts'
import { measurePeople } from './people.ts'
import { fillScene, startScene } from './scene.ts'
import { measureTree } from './tree.ts'

/** `BENCH_CONSOLE=tree` measures this one alone; what was measured is told at once, for together they take minutes. */
async function told(name: string, measure: () => Promise<Result[]>): Promise<Result[]> {
  if (!name.includes(process.env.BENCH_CONSOLE ?? '')) return []
  const results = await measure()
  for (const { what, value } of results) process.stderr.write(`${what}: ${value}\n`)
  return results
}

export async function measureConsole(): Promise<Result[]> {
  const { databaseUrl, tenants } = await fillScene()
  const results: Result[] = []
  {
    await using service = await startScene(databaseUrl)
    if (!isFull) results.push(...(await told('people', () => measurePeople(service, '10,000'))))
    results.push(...(await told('tree', () => measureTree(service, tenants))))
    results.push(...(await told('matrix', () => measureMatrix(service, tenants[0]!.id))))
    results.push(...(await told('heap', () => measureHeap(service))))
    results.push(...(await told('page-loads', () => measurePageLoads(service))))
    await service.kill('SIGTERM')
  }
  if (!isFull) return results
  await using service = await startScene(await millionDatabase(), millionSecret)
  return [...(await told('people', () => measurePeople(service, '1,000,000'))), ...results]
}
