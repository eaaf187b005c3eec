/** Pictures are taken apart from a real service, in processes that may end at any time and know nothing of it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { killEnv, tokenOf } from '../faults/kill-loop.ts'
import { eventually } from '../rig/ports.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { form, picture, uploadPath } from './rig.ts'

let service: Service
let token: string

/** Of the processes that the service has made; not the copy of itself that is yet to become one, which has its memory. */
const apart = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      if (!/^\d+$/.test(pid) || !readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${service.pid}\n`)) return false
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pictures/apart/program')
    } catch {
      return false // it has ended
    }
  })
const send = async (bytes: Buffer | string, name: string) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` }
  const body = form(Buffer.from(bytes), name).raw as Buffer<ArrayBuffer>
  const answer = await fetch(service.url + uploadPath, { method: 'POST', headers, body })
  return { status: answer.status, json: (await answer.json()) as { code?: string } }
}
const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
/** More than a process holds that waits for its first picture. */
const workKilobytes = 90_000
/** Seconds of work. */
const long = drawing(`<text>${'&lt;x&#38;'.repeat(450_000)}</text>`)

describe('pictures of a service', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    const databaseUrl = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
    service = await startService({ databaseUrl, env: killEnv })
    token = await tokenOf(service.http)
  })

  it('are drawn by a process that knows no secret, and ends by no signal but the last', async () => {
    assert.equal((await send(await picture(20).png().toBuffer(), 'a.png')).status, 201)
    const [pid] = apart()
    assert.ok(pid)
    assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '500')
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    for (const name of ['MASTER', 'SECRET', 'PASSWORD', 'DATABASE', 'PATH', 'HOME']) assert.ok(!environment.includes(name), environment)
    // sent to all of a unit: what is on its way is answered
    process.kill(Number(pid), 'SIGTERM')
    process.kill(Number(pid), 'SIGINT')
    assert.equal((await send(drawing('<g/>'), 'a.svg')).status, 201)
    assert.deepEqual(apart(), [pid])
  })

  it('are drawn by another when the one that was kept has ended', async () => {
    for (const pid of apart()) process.kill(Number(pid), 'SIGKILL')
    assert.equal((await send(drawing('<g/>'), 'b.svg')).status, 201)
  })

  it('400 for the one over which it ends, and for no other', async () => {
    for (const pid of apart()) process.kill(Number(pid), 'SIGKILL')
    const lost = send(long, 'long.svg')
    const atWork = () =>
      apart().find((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) > workKilobytes)
    process.kill(Number(await eventually('the process at work', atWork)), 'SIGKILL')
    const { status, json } = await lost
    assert.deepEqual([status, json.code], [400, 'image_invalid'])
    assert.equal((await send(await picture(20).png().toBuffer(), 'c.png')).status, 201)
    assert.equal((await service.http.get('/api/v1/Admins/me', { token })).status, 200)
  })

  it('leave no process behind when the service is killed', async () => {
    const at = send(long, 'long.svg').catch(() => null)
    const pids = await eventually('a process at work', () => (apart().length > 0 ? apart() : null))
    await service.kill('SIGKILL')
    await at
    for (const pid of pids)
      await eventually(`the end of ${pid}`, () => {
        try {
          return /State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
        } catch {
          return true
        }
      })
  })
})
