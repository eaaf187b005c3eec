/** kill -9 in the middle of an import: whole batches, each user whole and with one event, and the same file completes it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { linesOf } from '../least-body.ts'
import { everyRoundWithin } from '../rig/race.ts'
import type { Service } from '../rig/service.ts'
import { tokenOf } from './kill-loop.ts'

const count = 2000
const path = '/api/v1/users/import'
const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'

interface Told {
  readonly line?: number
  readonly id?: string
  readonly code?: string
}

/**
 * @param start the service on the database of the scene, with these variables
 * @param given.most rounds, however many are asked for: four at most, for the log counts no further than 10,000 entries
 * @param given.batch lines that one transaction takes on
 */
export async function killDuringImports(
  start: (env?: Record<string, string>) => Promise<Service>,
  { most, batch }: { most: number; batch: number },
): Promise<void> {
  const at = `${path}?tenantId=${await makeTenant(await start())}`
  let cut = 0
  let before = 0
  await everyRoundWithin({ most }, async (round) => {
    // between two batches, and at any moment
    const isBetween = round % 2 === 1
    const service = await start(isBetween ? { FAIL_AT: `bulk.after-batch:${1 + (round % 3)}` } : {})
    const token = await tokenOf(service.http)
    const mark = randomUUID().slice(0, 8)
    const file = linesOf(Array.from({ length: count }, (_, n) => ({ email: `k-${n}-${mark}@example.test`, passwordHash: hash })))
    const answered = linesUntilCut(service, at, token, file)
    if (!isBetween) {
      await sleep(150 + Math.random() * 600)
      await service.kill()
    }
    assert.equal(await service.exited, 'SIGKILL')
    const told = (await answered).filter(({ line }) => line !== undefined)
    const again = await start()
    const fresh = await tokenOf(again.http)
    const there = (await usersOf(again, fresh)) - before
    assert.equal(there % batch, 0, `${there} were made: a batch was cut`)
    assert.ok(there >= told.length, 'an answered line is not there')
    if (there > 0 && there < count) cut++
    const rest = await again.http.request('POST', at, { ...file, token: fresh })
    const lines = rest.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Told)
    assert.deepEqual(lines.at(-1), { affected: count - there, skipped: there })
    assert.ok(told.every(({ line }) => lines[(line as number) - 1]?.code === 'conflict'))
    before += count
    assert.equal(await usersOf(again, fresh), before)
    const log = await again.http.get('/api/v1/audit?action=user.created&pageSize=1', { token: fresh })
    assert.equal(log.json.totalCount, before, log.text)
    await again.kill('SIGTERM')
  })
  assert.ok(cut > 0, 'it was never killed in the middle')
}

async function makeTenant(service: Service): Promise<string> {
  const mark = randomUUID().slice(0, 8)
  const token = await tokenOf(service.http)
  const tenant = await service.http.post('/api/v1/Tenants', { name: mark, code: `t-${mark}` }, { token })
  assert.equal(tenant.status, 201, tenant.text)
  await service.kill('SIGTERM')
  return tenant.json.id
}

/** The lines that were answered before the service was gone. */
async function linesUntilCut(service: Service, at: string, token: string, file: ReturnType<typeof linesOf>): Promise<Told[]> {
  const headers = { ...(file.headers as Record<string, string>), authorization: `Bearer ${token}` }
  let text = ''
  try {
    const response = await fetch(service.url + at, { method: 'POST', headers, body: file.raw as string })
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true })
  } catch {
    // it was killed
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Told)
}

async function usersOf(service: Service, token: string): Promise<number> {
  const reply = await service.http.get('/api/v1/users?pageSize=1', { token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.totalCount
}
