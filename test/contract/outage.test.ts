/** Every address while nothing can be known: none hangs, none breaks, and each says when to come again. On PostgreSQL only. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { errorStatuses } from '#http/document/error-statuses.ts'
import { type Actors, standingActors } from '../actors.ts'
import { expectStatus, type Reply, type RequestOptions, startApp, type TestApp } from '../harness.ts'
import { leastRequest } from '../least-body.ts'
import { type FaultProxy, faultProxy } from '../rig/proxy.ts'
import { filledWith, isSignedIn, type MountedRoute, mountedRoutes, takesBody } from './addresses.ts'
import { noteAnswer } from './answers.ts'

let app: TestApp
let proxy: FaultProxy
let actors: Actors
before(async () => {
  const { databaseUrl } = (await startApp()).config
  proxy = await faultProxy(databaseUrl as string)
  app = await startApp({ env: { DATABASE_URL: proxy.through(databaseUrl as string) } })
  actors = await standingActors(app)
})

/** Asks nothing of anybody, and is away only while the process ends. */
const asksNobody = 'getLiveness'

const tenantCode = 'some-workspace'
const person = { username: 'somebody', email: 'somebody@example.test', password: 'zuvaqor-71-Kestrel' }
/** More than the shape of the body asks for: what is refused for want of it is refused without asking the database. */
const bodies: Readonly<Record<string, object>> = {
  refreshTokens: { refreshToken: 'x'.repeat(43) },
  refreshUserTokens: { refreshToken: 'x'.repeat(43) },
  signInByProvider: { token: 'x', tenantId: '01a1fe90-7a38-70eb-b848-22063c8b3365' },
  signInUserByProvider: { token: 'x', tenantCode },
  registerUser: { ...person, tenantCode },
}
const queries: Readonly<Record<string, string>> = { getWorkspace: `?code=${tenantCode}`, getSignInStart: `?code=${tenantCode}` }

async function ask(route: MountedRoute): Promise<string[]> {
  const { operationId } = route.endpoint
  const options: RequestOptions = {
    ...(takesBody(route) && (bodies[operationId] ? { body: bodies[operationId] } : leastRequest(route.endpoint))),
    ...(isSignedIn(route) && { token: await actors.token(route.endpoint) }),
  }
  const { status, headers, text } = await app.request(route.method, filledWith(route.url) + (queries[operationId] ?? ''), options)
  return status === 503 && Number(headers['retry-after']) > 0 ? [] : [`${route.name}: ${status} ${text}`]
}

describe('every address', () => {
  it('503 while the database is away, and all is well when it is back', async () => {
    proxy.mode('refuse')
    proxy.cut()
    const token = await app.superToken()
    // memory knows for a moment who is signed in, and nobody else has a password to change there
    const ofOthers = filledWith('/api/v1/Admins/:id/change-password')
    const body = { currentPassword: person.password, newPassword: `${person.password} 2` }
    while ((await app.post(ofOthers, body, { token })).status !== 503);
    const asked = mountedRoutes.filter(({ endpoint }) => endpoint.operationId !== asksNobody && errorStatuses(endpoint).includes(503))
    const others = await Promise.all(asked.map(ask))
    proxy.mode('pass')
    assert.deepEqual(others.flat(), [])
    while ((await app.get('/health/ready')).status !== 200);
    expectStatus(await app.get('/api/v1/Admins/me', { token }), 200)
  })
})

describe('GET /health/live', () => {
  it('503 while the process ends', async () => {
    const ending = await startApp()
    const halves = await Promise.all(Array.from({ length: 3 }, () => halfSent(ending.url, '/health/live')))
    const closed = ending.close()
    const statuses: number[] = []
    // the first may wait until all is taken in that had come before
    for (const send of halves) statuses.push((await send()).status)
    await closed
    assert.equal(statuses.at(-1), 503)
    assert.deepEqual(
      [...new Set(statuses)].filter((status) => status !== 200),
      [503],
    )
  })
})

/** A request whose head lacks its last line. @returns what sends that, and waits for the answer */
async function halfSent(url: string, path: string): Promise<() => Promise<Reply>> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n`)
  return async () => {
    socket.write('\r\n')
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ') as [string, string]))
    const reply = { status: Number(first.split(' ')[1]), headers, rawHeaders: [], text: body, json: JSON.parse(body) }
    noteAnswer('GET', path, reply)
    return reply
  }
}
