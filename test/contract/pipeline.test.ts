/** What the pipeline answers before an action has its turn: at every address that declares it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { errorStatuses } from '#http/document/error-statuses.ts'
import { type Actors, standingActors } from '../actors.ts'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, type Reply, type RequestOptions, startApp, type TestApp } from '../harness.ts'
import { leastRequest } from '../least-body.ts'
import { filledWith, isSignedIn, type MountedRoute, mountedRoutes, takesBody } from './addresses.ts'

let app: TestApp
let actors: Actors
before(async () => {
  app = await startApp()
  actors = await standingActors(app)
})

const declaring = (status: number) => mountedRoutes.filter(({ endpoint }) => errorStatuses(endpoint).includes(status as never))

/** Asks each of them, and tells all that did not answer the status. */
async function each(routes: readonly MountedRoute[], status: number, ask: (route: MountedRoute) => Promise<Reply>): Promise<void> {
  assert.ok(routes.length > 0)
  const others: string[] = []
  for (const route of routes) {
    const reply = await ask(route)
    if (reply.status !== status) others.push(`${route.name}: ${reply.status} ${reply.text}`)
  }
  assert.deepEqual(others, [])
}

const asked = async (route: MountedRoute, path: string, options: RequestOptions): Promise<Reply> =>
  await app.request(route.method, path, { ...(isSignedIn(route) && { token: await actors.token(route.endpoint) }), ...options })

describe('every address that declares it', () => {
  it('400 for a query name that nobody declared', async () => {
    const others = mountedRoutes.filter(({ method }) => method !== 'GET')
    await each(others, 400, (route) => asked(route, `${filledWith(route.url)}?no_such_name=1`, {}))
  })

  it('403 for who is signed in and none of those it is for', async () => {
    const own = declaring(403).filter(({ endpoint: { access } }) => access === 'admin' || access === 'user')
    const others = { admin: actors.user, user: actors.tenantAdmin }
    await each(own, 403, ({ method, url, endpoint }) =>
      app.request(method, filledWith(url), { token: others[endpoint.access as 'admin' | 'user'] }),
    )
  })

  it('403 for who must change the password first', async () => {
    const { email, password } = await addAdmin(app, actors.tenantId, { mustChangePassword: true })
    const { accessToken: token } = await app.signIn(email, password, { tenantId: actors.tenantId })
    const everybodys = declaring(403).filter(({ endpoint: { access } }) => access === 'account')
    await each(everybodys, 403, ({ method, url }) => app.request(method, filledWith(url), { token }))
  })

  it('413 for a body that says it is larger than any', async () => {
    await each(declaring(413).filter(takesBody), 413, (route) => {
      const { headers, raw = '{' } = leastRequest(route.endpoint)
      const sent = { 'content-type': 'application/json', ...headers, 'content-length': 2 ** 31 }
      return asked(route, filledWith(route.url), { raw, headers: sent })
    })
  })

  it('414 for an id that is longer than any', async () => {
    await each(declaring(414), 414, (route) =>
      asked(route, filledWith(route.url, 'x'.repeat(200)), takesBody(route) ? leastRequest(route.endpoint) : {}),
    )
  })

  it('415 for a body of a type that nobody reads', async () => {
    await each(declaring(415), 415, (route) =>
      asked(route, filledWith(route.url), { raw: 'some text', headers: { 'content-type': 'text/plain' } }),
    )
  })
})

describe('every address that is counted', () => {
  it('429 once the budget of its group is spent', async () => {
    const limited = await startApp({ env: { RATE_LIMITS: 'on' } })
    const counted = declaring(429)
    const ask = ({ method, url }: MountedRoute) => limited.request(method, filledWith(url))
    for (const route of counted) for (let spent = 0; spent < 200 && (await ask(route)).status !== 429; spent++);
    await each(counted, 429, ask)
    await limited.close()
    expectStatus(await app.get('/health'), 200)
  })
})
