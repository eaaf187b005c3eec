/** Names that look like others: refused wherever a name goes in, found by walking the declared bodies of all routes. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { z } from 'zod'
import { addressesOf } from '#http/route.ts'
import { modules } from '../../src/app.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

/** Fields that people read as a name, whatever they are called in full. */
const isName = (field: string) => /name(en|ar)?$|headline|subtitle|^(email|identifier)$/i.test(field)
/** Not chosen by their sender: whose they are is looked up, and a file is shown under its name nowhere. */
const isLookedUp = (address: string, field: string) => field === 'identifier' || address.includes('/auth/') || field === 'domainName'

/** Names of roles are compared without what can't be seen: a twin is told 409. */
const isCompared = (address: string) => / \/api\/v1\/roles/i.test(address)

interface NameField {
  name: string
  schema: z.ZodType
}

/** Every text below a schema that is called a name. */
function nameFieldsOf(address: string, schema: z.ZodType | undefined, path: string[] = []): NameField[] {
  if (schema === undefined) return []
  const definition = schema.def as { type: string; innerType?: z.ZodType; in?: z.ZodType; element?: z.ZodType; options?: z.ZodType[] }
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, inner]) => nameFieldsOf(address, inner as z.ZodType, [...path, field]))
  const inner = [definition.innerType, definition.in, definition.element, ...(definition.options ?? [])].filter(
    (each) => each !== undefined,
  )
  if (inner.length > 0) return inner.flatMap((each) => nameFieldsOf(address, each, path))
  const field = path.at(-1) ?? ''
  if (definition.type !== 'string' || !isName(field) || isLookedUp(address, field) || isCompared(address)) return []
  return [{ name: `${address} ${path.join('.')}`, schema }]
}

const fields = Object.entries(modules).flatMap(([base, routes]) =>
  Object.entries(routes).flatMap(([address, endpoint]) =>
    addressesOf(base, address, endpoint)
      .filter(({ aliasOf }) => aliasOf === null)
      .flatMap(({ method, url }) => nameFieldsOf(`${String(method)} ${url}`, endpoint.body)),
  ),
)

/** A zero-width space, joiners, a soft hyphen, fillers, a variation selector, marks of direction, tags. */
const unseen = ['\u200b', '\u200d', '\u200c', '\u00ad', '\u115f', '\u3164', '\ufe0f', '\u200f', '\u2066', '\u{e0061}']
const blank = ['\u2800', '\u3164', ' \u200b ', '\u{e0061}\u{e0062}']
const valueFor = (name: string, text: string) => (/email$/i.test(name) ? `${text}@acme.example` : text)

describe('names in every body', () => {
  it('are found', () => {
    const names = fields.map(({ name }) => name)
    for (const known of ['POST /api/v1/admins email', 'POST /api/v1/admins firstName', 'POST /api/v1/Tenants admin.lastName'])
      assert.ok(
        names.some((name) => name.toLowerCase() === known.toLowerCase()),
        known,
      )
    assert.ok(names.some((name) => name.endsWith('nameAr')) && names.some((name) => name.endsWith('companyName')))
  })

  for (const { name, schema } of fields) {
    it(`${name}: nothing invisible in it, and something to see`, () => {
      assert.equal(schema.safeParse(valueFor(name, 'sara')).success, true)
      for (const sign of unseen) assert.equal(schema.safeParse(valueFor(name, `sa${sign}ra`)).success, false, JSON.stringify(sign))
      for (const text of blank) assert.equal(schema.safeParse(valueFor(name, text)).success, false, JSON.stringify(text))
    })
  }
})

describe('twins of a person', () => {
  let app: TestApp
  let token: string
  let roleId: string
  before(async () => {
    app = await startApp()
    const own = await tenantWithAdmin(app)
    ;({ accessToken: token } = await own.signIn())
    const { items } = expectStatus(await app.get('/api/v1/roles', { token }), 200).json
    roleId = items.find((role: { name: string }) => role.name === 'Viewer').id
  })
  const person = (more: Record<string, unknown>) => ({
    firstName: 'Twin',
    lastName: 'Person',
    roleId,
    password: 'long words here',
    ...more,
  })
  const make = (more: Record<string, unknown>) => app.post('/api/v1/admins', person(more), { token })

  it('400 names the field of a hidden sign, a blank name, letters of scripts that look alike', async () => {
    const tried: [string, string][] = [
      ['email', 'tw\u200bin@acme.example'],
      ['email', 'twin@ac\u00adme.example'],
      ['username', 'tw\u2060in'],
      ['username', 'tw\u0456n'],
      ['firstName', 'Tw\u200bin'],
      ['lastName', '\u3164'],
    ]
    for (const [field, value] of tried) {
      const reply = expectStatus(await make({ email: 'twin@acme.example', [field]: value }), 400)
      assert.deepEqual(
        reply.json.errors.map((each: { field: string; code: string }) => [each.field, each.code]),
        [[field, 'format']],
      )
    }
  })

  it('409 for the same address with its domain in the other form, and both sign in to one account', async () => {
    const password = 'long words of a twin'
    const { json } = expectStatus(await make({ email: 'twin@b\u00fccher.example', password }), 201)
    const reply = expectStatus(await make({ email: 'TWIN@xn--bcher-kva.example' }), 409)
    assert.equal(reply.json.errors[0].field, 'email')
    for (const identifier of ['twin@b\u00fccher.example', 'Twin@XN--BCHER-KVA.example'])
      assert.equal((await app.signIn(identifier, password)).user.id, json.id)
  })
})
