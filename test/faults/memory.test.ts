/** What the embedded service takes of memory, of the whole tree of its processes, as Linux counts it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { type Service, startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

const megabytes = (status: string, field: 'VmHWM' | 'VmRSS') => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024

function statusOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** What this process's service and the service's children hold now. */
function held(): number {
  const statuses = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [{ pid: Number(name), status: statusOf(name) }] : []))
  const childrenOf = (parent: number): typeof statuses => {
    const found = statuses.filter(({ status }) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status))
    return found.flatMap((child) => [child, ...childrenOf(child.pid)])
  }
  return childrenOf(process.pid).reduce((sum, { status }) => sum + megabytes(status, 'VmRSS'), 0)
}

/** The most that was held while `work` ran; looked at so often that what stays for a tenth of a second is seen. */
async function mostHeld<T>(work: Promise<T>): Promise<{ most: number; result: T }> {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, held())
  }, 30)
  try {
    return { result: await work, most }
  } finally {
    clearInterval(timer)
  }
}

const peakOf = ({ pid }: Service) => megabytes(statusOf(pid), 'VmHWM')

describe('the memory of the embedded service', { skip: process.platform !== 'linux' }, () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-memory-'))
  after(() => rmSync(dataDirectory, { recursive: true, force: true }))

  it('stays below 450 MB at the first start, with the process that makes the database', async () => {
    const { result: service, most } = await mostHeld(startService({ env: killEnv, dataDirectory }))
    await service.kill('SIGTERM')
    assert.ok(most > 150 && most < 450, `${Math.round(most)} MB`)
  })

  it('stays below 400 MB at a later start and under load', async () => {
    await using service = await startService({ env: { ...killEnv, RATE_LIMITS: 'off' }, dataDirectory })
    const token = await tokenOf(service.http)
    // longer than the pause after which the process gives back what its start left, when code may be compiled anew
    const end = Date.now() + 6000
    const calls = [
      () => service.http.get('/api/v1/Admins?search=s&pageSize=50', { token }),
      () => service.http.get('/api/v1/Tenants?pageSize=50', { token }),
      () => service.http.get('/api/v1/audit?pageSize=50', { token }),
      () => service.http.get('/api/v1/permissions', { token }),
    ]
    const client = async (first: number) => {
      for (let turn = first; Date.now() < end; turn++) assert.equal((await calls[turn % calls.length]!()).status, 200)
    }
    await Promise.all(Array.from({ length: 16 }, (_, first) => client(first)))
    assert.ok(peakOf(service) > 150 && peakOf(service) < 400, `${Math.round(peakOf(service))} MB`)
  })
})
