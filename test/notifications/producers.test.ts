/** What people are told of what happens to their accounts, made from events: to whom, in which language, once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { producers } from '#modules/notifications/notification-producers.ts'
import { arabicWords } from '#modules/notifications/notification-words.ar.ts'
import { englishWords } from '#modules/notifications/notification-words.en.ts'
import { addAdmin, setAccount, setSettings } from '../auth/people.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { fanOut, happen, toldOf, typesOf } from './told.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = (await tenantWithAdmin(app)).tenant.id
})

describe('what happens to an account', () => {
  it('is told to it, and to nobody else', async () => {
    const admin = await addAdmin(app, tenantId)
    const other = await addAdmin(app, tenantId)
    const about = { tenantId, entityId: admin.id, actor: { id: other.id, kind: 'admin' as const } }
    const names = [
      'auth.password.changed',
      'admin.password_reset',
      'auth.two_factor.enabled',
      'auth.impersonation.started',
      'auth.account.locked',
      'auth.token.reuse_detected',
    ] as const
    for (const name of names) await happen(app, name, about)
    await happen(app, 'admin.updated', { ...about, changes: { firstName: { before: 'A', after: 'B' } } })
    await happen(app, 'admin.updated', { ...about, changes: { roleId: { before: null, after: randomUUID() } } })
    await fanOut(app)
    await fanOut(app)
    const types = await typesOf(app, admin.id)
    assert.equal(types.length, 7)
    assert.deepEqual(
      new Set(types),
      new Set([
        'account.locked',
        'auth.impersonated',
        'auth.password_changed',
        'auth.session_theft',
        'auth.two_factor_changed',
        'role.changed',
      ]),
    )
    assert.deepEqual(await typesOf(app, other.id), [])
  })

  it('is told in its own language, else in its tenant’s', async () => {
    const [plain, arabic, english] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId), await addAdmin(app, tenantId)]
    await setAccount(app, arabic.id, { language: 'ar' })
    await happen(app, 'auth.password.changed', { tenantId, entityId: plain.id })
    await happen(app, 'auth.password.changed', { tenantId, entityId: arabic.id })
    await fanOut(app)
    await setSettings(app, tenantId, { language: 'ar' })
    await happen(app, 'auth.password.changed', { tenantId, entityId: english.id })
    await fanOut(app)
    await setSettings(app, tenantId, { language: null })
    const titles = await Promise.all([plain, arabic, english].map(async ({ id }) => (await toldOf(app, id))[0]?.title))
    assert.deepEqual(titles, [englishWords.passwordChanged.title, arabicWords.passwordChanged.title, arabicWords.passwordChanged.title])
  })
})

describe('every producer', () => {
  it('has words in both languages for all that it gives', () => {
    assert.deepEqual(Object.keys(arabicWords), Object.keys(englishWords))
    for (const name of Object.keys(englishWords) as (keyof typeof englishWords)[]) {
      const placesIn = ({ title, body }: { title: string; body: string }) => new Set(`${title}${body}`.match(/\{\w+\}/g))
      assert.deepEqual(placesIn(arabicWords[name]), placesIn(englishWords[name]), name)
    }
    assert.ok(Object.keys(producers).length >= 20)
  })
})
