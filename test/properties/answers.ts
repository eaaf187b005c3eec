/** What the service says of rights, and what it does, against what the database and the model say. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { permissionNames } from '#core/permissions.ts'
import { operations } from '../abuse/tour.ts'
import type { TestApp } from '../harness.ts'
import type { AccountTruth, Truth } from './expected-state.ts'
import { type Rights, shown } from './model.ts'
import type { People } from './people.ts'

const mostPeople = 6

/** Everybody's own permissions, and of some permissions the explanation and a real call that asks for them. */
export async function assertAnswersAgree(app: TestApp, truth: Truth, people: People): Promise<void> {
  const able = [...truth.accounts.values()].filter(({ isOut, email }) => !isOut && !email.startsWith('superadmin'))
  const stride = Math.max(1, Math.floor(able.length / mostPeople))
  for (const [at, account] of able.filter((_, index) => index % stride === 0).entries()) {
    const token = await people.signIn(account)
    if (token === null) continue
    const rights = truth.rightsOf(account.id)
    assert.deepEqual(shown(await mine(app, token)), shown(rights), `permissions/my of ${account.id}`)
    for (const name of permissionNames.filter((_, index) => index % 7 === at % 7)) {
      const said = `${name} of ${account.id}, ${JSON.stringify(shown(rights)[name] ?? null)}`
      await assertExplained(app, { account, token, name, rights, said })
      const call = guarded.get(name)
      if (!call) continue
      const reply = await app.request(call.method, call.url, { token, ...(call.method !== 'GET' && { body: { no_such_property: 1 } }) })
      assert.equal(!(reply.status === 403 && reply.json.requiredPermission === name), rights.has(name), `${said}: ${reply.text}`)
    }
  }
}

async function mine(app: TestApp, token: string): Promise<Rights> {
  const { json } = await app.get('/api/v1/permissions/my', { token })
  const masks = new Map(
    (json.restrictions as { permissionCode: string; restrictedFields: string[] }[]).map((one) => [
      one.permissionCode,
      one.restrictedFields,
    ]),
  )
  return new Map((json.permissions as string[]).map((name) => [name, new Set(masks.get(name) ?? [])]))
}

interface Asked {
  readonly account: AccountTruth
  readonly token: string
  readonly name: string
  readonly rights: Rights
  readonly said: string
}

async function assertExplained(app: TestApp, { account, token, name, rights, said }: Asked): Promise<void> {
  const path = `/api/v1/permissions/explain?permission=${name}`
  const own = await app.get(path, { token })
  // asking needs a right of its own
  const mayAsk = rights.has('roles.view')
  assert.equal(own.status, mayAsk ? 200 : 403, `${said}: ${own.text}`)
  if (mayAsk) assert.equal(own.json.allowed, rights.has(name), `${said}: ${own.text}`)
  const byTop = await app.get(`${path}&adminId=${account.id}`, { token: await app.superToken() })
  assert.equal(byTop.json.allowed, rights.has(name), `${said}: ${byTop.text}`)
}

/** For each permission one address that asks for it, with nobody's id in its path. */
const guarded = new Map(
  [...operations.values()].flatMap(({ endpoint, addresses }) => {
    const { method, url } = addresses[0] as (typeof addresses)[number]
    if (typeof endpoint.access !== 'object' || endpoint.upload || endpoint.receives) return []
    return [[endpoint.access.permission as string, { method: String(method), url: url.replace(/:\w+/g, randomUUID()) }] as const]
  }),
)
