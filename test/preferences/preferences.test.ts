/** One's own preferences, of admins and of end users: merged by name, bounded, told to nobody but their owner. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { Preferences } from '#http/preference-fields.ts'
import { runResets } from '../auth/mail.ts'
import { addAdmin, addTenant, eventsOf, login, setAccount, type TestAdmin } from '../auth/people.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { addUser, addWorkspace } from '../users/rig.ts'

let app: TestApp
let tenantId: string
let code: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
  code = (await addWorkspace(app)).code
})

const url = { admin: '/api/v1/Admins/me/preferences', user: '/api/v1/Users/me/preferences' } as const
type Kind = keyof typeof url
const kinds: readonly Kind[] = ['admin', 'user']

interface Someone {
  readonly id: string
  readonly token: string
  get(): Promise<Reply>
  put(body: unknown): Promise<Reply>
}

async function someone(kind: Kind): Promise<Someone> {
  const made = kind === 'admin' ? await addAdmin(app, tenantId) : await addUser(app, code)
  // whoever registers has the language they registered in
  await setAccount(app, made.id, { language: null })
  const token: string = 'signIn' in made ? (await made.signIn()).accessToken : (await login(app, made)).json.accessToken
  return {
    id: made.id,
    token,
    get: () => app.get(url[kind], { token }),
    put: (body) => app.request('PUT', url[kind], { token, body }),
  }
}

const none = {
  ...{ language: null, theme: null, density: null, numerals: null, timeZone: null, shortcuts: null },
  ...{ pinnedTenants: [], views: [], columns: {} },
}
const chosen = {
  ...{ language: 'ar', theme: 'dark', density: 'compact', numerals: 'arabic', timeZone: 'Asia/Amman', shortcuts: false },
  pinnedTenants: [randomUUID()],
  views: [{ screen: 'admins', name: 'محظور', query: 'isBlocked=true&search=%D8%A7' }],
  columns: { 'tenants/admins': ['name', 'lastLoginAt'], users: [] },
}

for (const kind of kinds)
  describe(`preferences of ${kind === 'admin' ? 'an admin' : 'an end user'}`, () => {
    it('are none at first, are kept as sent, and each goes back alone', async () => {
      const { get, put } = await someone(kind)
      assert.deepEqual(expectStatus(await get(), 200).json, none)
      assert.deepEqual(expectStatus(await put({}), 200).json, none)
      assert.deepEqual(Preferences.strict().parse(expectStatus(await put(chosen), 200).json), chosen)
      assert.deepEqual((await get()).json, chosen)
      for (const name of Object.keys(chosen) as (keyof typeof chosen)[]) {
        const wanted = { ...chosen, [name]: none[name] }
        assert.deepEqual(expectStatus(await put({ [name]: null }), 200).json, wanted, name)
        assert.deepEqual(expectStatus(await put({ [name]: chosen[name] }), 200).json, chosen, name)
      }
      const nothing = Object.fromEntries(Object.keys(chosen).map((name) => [name, null]))
      assert.deepEqual(expectStatus(await put(nothing), 200).json, none)
      assert.deepEqual((await get()).json, none)
    })

    it('refuse what is none of them, and name it', async () => {
      const { get, put } = await someone(kind)
      const view = chosen.views[0]!
      const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`screen-${n}`, ['name']]))
      for (const [body, field] of [
        [{ colour: 'red' }, 'colour'],
        [{ theme: 'plum' }, 'theme'],
        [{ language: 'fr' }, 'language'],
        [{ density: true }, 'density'],
        [{ numerals: 'roman' }, 'numerals'],
        [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
        [{ timeZone: '+05:30' }, 'timeZone'],
        [{ shortcuts: 'on' }, 'shortcuts'],
        [{ pinnedTenants: 'all' }, 'pinnedTenants'],
        [{ pinnedTenants: ['x'] }, 'pinnedTenants.0'],
        [{ pinnedTenants: Array.from({ length: 21 }, () => randomUUID()) }, 'pinnedTenants'],
        [{ views: Array.from({ length: 51 }, () => view) }, 'views'],
        [{ views: [{ ...view, name: 'a\nb' }] }, 'views.0.name'],
        [{ views: [{ ...view, query: 'a\u0000b' }] }, 'views.0.query'],
        [{ views: [{ ...view, query: 'a\tb' }] }, 'views.0.query'],
        [{ views: [{ ...view, owner: 'me' }] }, 'views.0.owner'],
        [{ columns: { '<b>': ['name'] } }, 'columns.<b>'],
        [{ columns: { admins: ['a b'] } }, 'columns.admins.0'],
        [{ columns: many(51) }, 'columns'],
        [{ columns: { admins: Array.from({ length: 61 }, (_, n) => `c${n}`) } }, 'columns.admins'],
      ] as const) {
        const { json } = expectStatus(await put(body), 400)
        assert.deepEqual([json.code, json.errors.map((one: { field: string }) => one.field)], ['validation_failed', [field]], field)
      }
      for (const body of [[], 'text', 7]) expectStatus(await put(body), 400)
      assert.deepEqual((await get()).json, none, 'nothing of it was kept')
    })

    it('are 16 KB together, however they come; what is there stays when more is refused', async () => {
      const { get, put } = await someone(kind)
      const large = (letter: string, count: number) =>
        Array.from({ length: count }, (_, n) => ({ screen: 'admins', name: `View ${n}`, query: letter.repeat(1000) }))
      const refused = expectStatus(await put({ theme: 'dark', views: large('a', 17) }), 400).json
      assert.deepEqual(
        refused.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
        [['views', 'too_long']],
      )
      assert.deepEqual((await get()).json, none)
      // letters of two bytes count twice
      expectStatus(await put({ views: large('ا', 9) }), 400)
      expectStatus(await put({ views: large('a', 14) }), 200)
      const columns = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}`.padEnd(60, 'x'), [`${n}`.padEnd(60, 'y')]]))
      const late = expectStatus(await put({ columns, theme: 'dark' }), 400).json
      assert.deepEqual(
        late.errors.map(({ field }: { field: string }) => field),
        ['columns'],
      )
      const kept = (await get()).json
      assert.deepEqual([kept.theme, kept.views.length, kept.columns], [null, 14, {}])
      expectStatus(await put({ columns, views: null }), 200)
      assert.deepEqual((await get()).json.columns, columns)
    })

    it('are their owner’s: nobody else’s change, no token of the other kind, no audit entry but for the language', async () => {
      const [one, other] = [await someone(kind), await someone(kind)]
      expectStatus(await one.put({ theme: 'dark', views: chosen.views }), 200)
      assert.deepEqual((await other.get()).json, none)
      const stranger = await someone(kind === 'admin' ? 'user' : 'admin')
      expectStatus(await app.get(url[kind], { token: stranger.token }), 403)
      expectStatus(await app.request('PUT', url[kind], { token: stranger.token, body: { theme: 'light' } }), 403)
      const told = async () => (await eventsOf(app, one.id)).filter((type) => type === `${kind}.updated`).length
      assert.equal(await told(), 0)
      expectStatus(await one.put({ language: 'ar' }), 200)
      expectStatus(await one.put({ language: 'ar' }), 200)
      assert.equal(await told(), 1, 'the same language again is no change')
    })

    it('leave the record of the account as it was, whose version is for its form', async () => {
      const { token, put } = await someone(kind)
      const me = url[kind].replace('/preferences', '')
      const before = (await app.get(me, { token })).json
      expectStatus(await put(chosen), 200)
      assert.deepEqual((await app.get(me, { token })).json, before)
    })
  })

describe('the language of an admin', () => {
  it('is that of the mails to them', async () => {
    const admin = await addAdmin(app, tenantId)
    const token: string = (await login(app, admin)).json.accessToken
    const languageOfMail = async () => {
      const body = { email: admin.email, tenantId }
      expectStatus(await app.post('/api/v1/auth/admin/request-password-reset', body), 202)
      await runResets(app)
      const { language } = await app.open.service.database.kysely
        .selectFrom('emails')
        .select('language')
        .where('recipientId', '=', admin.id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return language
    }
    assert.equal(await languageOfMail(), 'en')
    expectStatus(await app.request('PUT', url.admin, { token, body: { language: 'ar' } }), 200)
    assert.equal(await languageOfMail(), 'ar')
    expectStatus(await app.request('PUT', url.admin, { token, body: { language: null } }), 200)
    assert.equal(await languageOfMail(), 'en')
  })
})

describe('preferences of somebody who owes something', () => {
  const owing = async (set: Record<string, unknown>): Promise<[TestAdmin, string]> => {
    const admin = await addAdmin(app, tenantId)
    await setAccount(app, admin.id, set)
    return [admin, (await login(app, admin)).json.accessToken]
  }

  it('can be read and changed while a new password is owed', async () => {
    const [, token] = await owing({ mustChangePassword: true })
    expectStatus(await app.get('/api/v1/menus', { token }), 403)
    expectStatus(await app.request('PUT', url.admin, { token, body: { language: 'ar' } }), 200)
    assert.equal(expectStatus(await app.get(url.admin, { token }), 200).json.language, 'ar')
  })
})
