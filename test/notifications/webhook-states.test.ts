/** What the holders of `webhooks.update` are told of a webhook says the cause that the event gives, in both languages, and so does the mail. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { producers } from '#modules/notifications/notification-producers.ts'
import { arabicWords } from '#modules/notifications/notification-words.ar.ts'
import { englishWords } from '#modules/notifications/notification-words.en.ts'
import { renderSystemMail } from '#outside/mail/render.ts'
import { mailsTo } from '../auth/mail.ts'
import { startApp, tenantWithAdmin } from '../harness.ts'
import { fanOut, happen, toldOf } from './told.ts'

const wordsOf = (type: string, reason?: string) => {
  const { words } = producers[type]!({ entityId: randomUUID(), data: { host: 'hooks.acme.test', reason } } as never)!
  return { en: englishWords[words].body as string, ar: arabicWords[words].body }
}

describe('what is told of a webhook', () => {
  it('has words of its own for each cause', () => {
    const all = [
      wordsOf('webhook.delivery_failed', 'attempts_failed'),
      wordsOf('webhook.delivery_failed', 'fields_restricted'),
      wordsOf('webhook.delivery_failed', 'attempt_lost'),
      wordsOf('webhook.disabled', 'consecutive_failures'),
      wordsOf('webhook.disabled', 'gone'),
    ] as const
    for (const language of ['en', 'ar'] as const) assert.equal(new Set(all.map((words) => words[language])).size, all.length)
    for (const { en, ar } of all.slice(1, 3)) {
      assert.doesNotMatch(en, /all its attempts/)
      assert.ok(!ar.includes('محاولاته'))
    }
    assert.doesNotMatch(all[4].en, /kept failing/)
    assert.deepEqual(wordsOf('webhook.delivery_failed'), all[0], 'of an event that gives none')
  })

  it('of one whose receiver is gone says so, in the product and by mail', async () => {
    const app = await startApp()
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { user } = await signIn()
    await happen(app, 'webhook.disabled', {
      tenantId: tenant.id,
      entityId: randomUUID(),
      data: { host: 'hooks.acme.test', reason: 'gone' },
    })
    await fanOut(app)
    const told = (await toldOf(app, user.id)).filter(({ type }) => type.startsWith('webhook.'))
    assert.deepEqual(
      told.map(({ body }) => body),
      [englishWords.webhookGone.body.replace('[ at {host}]', ' at hooks.acme.test')],
    )
    const [mail, ...others] = (await mailsTo(app, user.id)).filter(({ template }) => template === 'webhook_disabled')
    assert.deepEqual(others, [])
    assert.match(renderSystemMail('webhook_disabled', 'en', mail!.variables).text, /is gone for good \(410\)/)
    assert.ok(renderSystemMail('webhook_disabled', 'ar', mail!.variables).text.includes('410'))
  })
})

describe('the mail of a webhook that was switched off', () => {
  it('speaks of failures where its receiver is not gone, or no reason is known', () => {
    for (const reason of ['consecutive_failures', undefined]) {
      const webhook = { host: 'hooks.acme.test', id: randomUUID(), ...(reason && { reason }) }
      assert.match(renderSystemMail('webhook_disabled', 'en', { webhook }).text, /kept failing/)
      assert.ok(!renderSystemMail('webhook_disabled', 'ar', { webhook }).text.includes('410'))
    }
  })
})
