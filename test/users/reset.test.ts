/** What an administrator takes away for a user who lost it: the password, the second factor. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { mailsTo } from '../auth/mail.ts'
import { change } from '../auth/people.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addUser, at, eventsAbout, rowOf, statusOf, tokensOf, typesOf } from './making.ts'

let app: TestApp
let own: World
let other: World
before(async () => {
  app = await startApp()
  own = await world(app)
  other = await world(app)
})

const act = (id: string, what: 'reset-password' | 'reset-2fa', token = own.token) => app.post(`${at}/${id}/${what}`, undefined, { token })

const credentialsOf = async (id: string) => {
  const { kysely } = app.open.service.database
  const rows = await kysely.selectFrom('credentials').select(['kind', 'secret']).where('accountId', '=', id).orderBy('kind').execute()
  return rows
}
const kindsOf = async (id: string) => (await credentialsOf(id)).map(({ kind }) => kind)

/** A second factor, as a user's own set-up stores it. */
const switchOn = (id: string) =>
  change(app, async (ctx) => {
    for (const kind of ['totp', 'pending_totp', 'backup_code', 'backup_code'] as const)
      await ctx.db
        .insertInto('credentials')
        .values({ id: uuidv7(ctx.now), accountId: id, kind, secret: 'x', createdAt: ctx.now })
        .execute()
    await ctx.db.updateTable('accounts').set({ twoFactorEnabled: true }).where('id', '=', id).execute()
  })

describe('POST /api/v1/users/{id}/reset-password', () => {
  it('200 with a sentence; the former password and every session are gone, a temporary one is mailed and stands nowhere else', async () => {
    const { id } = await addUser(app, own.token, { sendInvitation: false })
    const [{ secret: former } = { secret: '' }] = await credentialsOf(id)
    const { accessToken } = await tokensOf(app, id)
    assert.deepEqual(Object.keys(expectStatus(await act(id, 'reset-password'), 200).json), ['message'])
    assert.equal(await statusOf(app, accessToken), 401)
    const [mail, ...more] = await mailsTo(app, id)
    assert.deepEqual([mail?.template, more.length], ['admin_temp_password', 0])
    const temporary = mail?.variables.password as string
    const now = (await credentialsOf(id)).find(({ kind }) => kind === 'password')?.secret as string
    assert.notEqual(now, former)
    assert.ok(await app.open.service.passwords.verify(temporary, now))
    assert.equal((await rowOf(app, id)).mustChangePassword, true)
    const events = await eventsAbout(app, id)
    assert.deepEqual(events.map(({ type, entityType }) => [type, entityType]).at(-1), ['user.password_reset', 'User'])
    assert.ok(!JSON.stringify([events, app.logs]).includes(temporary))
  })

  it('403 without `users.update`, 404 for whom the caller has nothing to do with; nothing is mailed', async () => {
    const { id } = await addUser(app, own.token, { sendInvitation: false })
    expectStatus(await act(id, 'reset-password', (await own.person(['users.view', 'admins.update'])).token), 403)
    for (const foreign of [id, randomUUID(), 'x']) expectStatus(await act(foreign, 'reset-password', other.token), 404)
    expectStatus(await act(own.adminId, 'reset-password'), 404)
    assert.deepEqual(await mailsTo(app, id), [])
    assert.deepEqual(await typesOf(app, id), ['user.created'])
  })
})

describe('POST /api/v1/users/{id}/reset-2fa', () => {
  it('200 with the record: secret, what is pending and backup codes are gone, every session ends, the owner is told', async () => {
    const { id } = await addUser(app, own.token, { sendInvitation: false })
    await switchOn(id)
    const { accessToken } = await tokensOf(app, id)
    assert.equal((await app.get(`${at}/${id}`, { token: own.token })).json.twoFactorEnabled, true)
    assert.equal(expectStatus(await act(id, 'reset-2fa'), 200).json.twoFactorEnabled, false)
    assert.equal(await statusOf(app, accessToken), 401)
    assert.deepEqual(await kindsOf(id), ['password'])
    const mails = await mailsTo(app, id)
    assert.deepEqual(
      mails.map(({ template, variables }) => [template, variables.enabled, variables.ip]),
      [['two_factor_changed', false, undefined]],
    )
    assert.deepEqual(await typesOf(app, id), ['user.created', 'auth.two_factor.reset'])
    assert.equal((await eventsAbout(app, id))[1]?.entityType, 'User')
  })

  it('200 and nothing else where there is none', async () => {
    const { id } = await addUser(app, own.token, { sendInvitation: false })
    const { accessToken } = await tokensOf(app, id)
    expectStatus(await act(id, 'reset-2fa'), 200)
    assert.equal(await statusOf(app, accessToken), 200)
    assert.deepEqual([await mailsTo(app, id), await typesOf(app, id)], [[], ['user.created']])
  })

  it('403 without `users.update`, 404 for whom the caller has nothing to do with; the second factor stays', async () => {
    const { id } = await addUser(app, own.token)
    await switchOn(id)
    expectStatus(await act(id, 'reset-2fa', (await own.person(['users.view', 'admins.update'])).token), 403)
    for (const foreign of [id, randomUUID(), 'x']) expectStatus(await act(foreign, 'reset-2fa', other.token), 404)
    assert.equal((await rowOf(app, id)).twoFactorEnabled, true)
    assert.equal((await kindsOf(id)).length, 5)
  })
})
