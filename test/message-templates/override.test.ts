/** Mails of the service as tenants write them: whose text is taken, what is refused, and that no code, link or password is ever lost to a template. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { systemTemplateId } from '#core/mail-template-facts.ts'
import type { SystemTemplate } from '#core/mail-templates.ts'
import { uuidv7 } from '#core/uuid.ts'
import { queueMail } from '#jobs/mail.ts'
import { tokenHolding } from '../actors.ts'
import { change } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { type Mailbox, type ReceivedMail, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { put, remove } from '../roles/making.ts'
import { makeTemplate, path, tryTemplate } from './making.ts'

let app: TestApp
let mailbox: Mailbox
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
})

const whole = '<p>Take {{ code }} now.</p>'
const codeMail = { code: 'password_reset_otp', category: 'security', variables: [], subject: 'Ours', bodyHtml: whole }

/** Sends a mail of the service and waits for it. */
async function sent(
  tenantId: string | null,
  variables: Record<string, unknown> = { code: '482913', expiresInMinutes: 10 },
  { template = 'password_reset_otp', language = 'en' }: { template?: SystemTemplate; language?: 'en' | 'ar' } = {},
): Promise<ReceivedMail> {
  const address = `to-${randomUUID()}@example.test`
  const recipient = { type: 'admin' as const, id: randomUUID(), address, name: 'Sara', language }
  await change(app, (ctx) => queueMail(ctx, { template, tenantId, recipient, variables }))
  return await mailbox.waitFor((mail) => mail.envelope.to.includes(address), 30_000)
}

/** As a text of a former version could stand there, or one that somebody wrote past us. */
async function planted(tenantId: string, texts: { subject?: string; bodyHtml: string; bodyText?: string | null }): Promise<string> {
  const id = uuidv7(app.clock.now())
  const now = app.clock.now()
  const row = {
    id,
    tenantId,
    name: id,
    nameKey: id,
    code: 'password_reset_otp',
    category: 'security',
    subject: 'Planted',
    bodyText: null,
    ...texts,
  }
  await app.open.service.database.kysely
    .insertInto('messageTemplates')
    .values({ ...row, declaredVariables: [], variables: [], createdAt: now, updatedAt: now })
    .execute()
  return id
}

/** Whether a subject of ours is kept as one that may tell the address, once a mail has left with it. */
async function isKeptAsTelling(tenantId: string, subject: string): Promise<boolean> {
  const id = await planted(tenantId, { subject, bodyHtml: whole })
  const { kysely } = app.open.service.database
  await sent(tenantId, { code: '482913', expiresInMinutes: 10, recipient: { email: 'omar@acme.example', firstName: 'Omar' } })
  const row = await eventually('the mail is kept as sent', () =>
    kysely.selectFrom('emails').select(['subject', 'tellsRecipient']).where('overrideId', '=', id).executeTakeFirst(),
  )
  assert.notEqual(row.subject, '')
  await kysely.deleteFrom('messageTemplates').where('id', '=', id).execute()
  return row.tellsRecipient
}

async function family() {
  const parent = await tenantWithAdmin(app)
  const child = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id })
  const token = (await parent.signIn()).accessToken
  return { parentId: parent.tenant.id as string, childId: child.tenant.id as string, token }
}

describe('a mail of the service', () => {
  it('may tell the address in its subject however that is spelled, and is kept so; a name alone is none', async () => {
    const { childId } = await family()
    assert.equal(await isKeptAsTelling(childId, "{{ recipient.email | split: '' | join: '_' }}"), true)
    assert.equal(await isKeptAsTelling(childId, '{% assign who = recipient %}{{ who.email | slice: 0, 3 }}'), true)
    assert.equal(await isKeptAsTelling(childId, 'Hello {{ recipient.firstName }}'), false)
  })

  it('is written by its tenant, else by the nearest above, else by the platform, else as ever; in its language', async () => {
    const { parentId, childId, token } = await family()
    const root = await app.superToken()
    assert.match((await sent(childId)).subject!, /^Your password reset code/)
    const platform = await makeTemplate(app, root, { ...codeMail, subject: 'Of the platform' })
    assert.equal((await sent(childId)).subject, 'Of the platform')
    assert.equal((await sent(null)).subject, 'Of the platform')
    const parents = await makeTemplate(app, token, {
      ...codeMail,
      subject: 'Of the parent',
      translations: { ar: { subject: 'من الأعلى', bodyHtml: whole } },
    })
    const mail = await sent(childId)
    assert.deepEqual([mail.subject, mail.html?.trim(), mail.text?.trim()], ['Of the parent', '<p>Take 482913 now.</p>', 'Take 482913 now.'])
    assert.equal((await sent(childId, undefined, { language: 'ar' })).subject, 'من الأعلى')
    assert.equal((await sent(null)).subject, 'Of the platform')
    const own = await makeTemplate(app, token, { ...codeMail, subject: 'Own', tenantId: childId })
    assert.equal((await sent(childId)).subject, 'Own')
    assert.equal((await sent(parentId)).subject, 'Of the parent')
    expectStatus(await put(app, `${path}/${own.id}`, { isActive: false }, { token }), 200)
    assert.equal((await sent(childId)).subject, 'Of the parent')
    for (const id of [own.id, parents.id]) expectStatus(await remove(app, `${path}/${id}`, { token }), 204)
    assert.equal((await sent(childId)).subject, 'Of the platform')
    expectStatus(await remove(app, `${path}/${platform.id}`, { token: root }), 204)
    assert.match((await sent(childId)).subject!, /^Your password reset code/)
  })

  it('shows secrets as they are, escaped in HTML, and no line break of anybody becomes a header', async () => {
    const { childId, token } = await family()
    const password = 'a<B&"9{{ link }}$&'
    const bodyHtml = '<p>Password: {{ password }}</p><p><a href="{{ link }}">Sign in</a> as {{ recipient.firstName }}</p>'
    await makeTemplate(app, token, {
      code: 'admin_welcome',
      category: 'security',
      variables: [],
      subject: 'For {{ recipient.firstName }}',
      bodyHtml,
    })
    const link = 'https://tenantry.test/set#token=abc&x=1'
    const mail = await sent(
      childId,
      { password, link, recipient: { firstName: 'Sara\r\nBcc: evil@example.test' } },
      { template: 'admin_welcome' },
    )
    assert.match(mail.html!, /Password: a&lt;B&amp;&#34;9\{\{ link \}\}\$&amp;</)
    assert.ok(mail.html!.includes(`href="${link.replace('&', '&amp;')}"`))
    assert.ok(mail.text!.includes(`Password: ${password}`) && mail.text!.includes(link))
    assert.equal(mail.envelope.to.length, 1)
    const [head] = mail.source.split('\r\n\r\n')
    assert.doesNotMatch(head!, /^bcc:/im)
    assert.match(head!, /^Subject: For Sara/m)
    assert.match(head!, new RegExp(`^From: .*${app.config.mail.from.replace(/^.*<|>$/g, '')}`, 'm'))
  })
})

describe('a text that loses what the mail is for', () => {
  it('is refused where it is written, with what is missing', async () => {
    const { token } = await family()
    for (const [more, code, field] of [
      [{ bodyHtml: '<p>Hello</p>' }, 'template_variable_required', 'bodyHtml'],
      [{ bodyText: 'Look at the HTML' }, 'template_variable_required', 'bodyText'],
      [{ translations: { ar: { subject: 's', bodyHtml: '<p>-</p>' } } }, 'template_variable_required', 'translations.ar.bodyHtml'],
      [{ subject: 'Your code {{ code }}' }, 'template_secret_misplaced', 'subject'],
      [{ bodyHtml: `${whole}<img src="https://e.test/{{ code }}">` }, 'template_secret_misplaced', 'bodyHtml'],
      [{ bodyHtml: '<p>{{ code | upcase }}</p>' }, 'template_secret_misplaced', 'bodyHtml'],
      [{ translations: { ar: { subject: '{{ code }}', bodyHtml: whole } } }, 'template_secret_misplaced', 'translations.ar.subject'],
    ] as const) {
      const { json } = expectStatus(await tryTemplate(app, token, { ...codeMail, ...more }), 400)
      assert.deepEqual([json.code, json.errors[0].field, json.missing], [code, field, ['code']])
    }
    const made = await makeTemplate(app, token, { ...codeMail, code: null, bodyHtml: '<p>Hello</p>' })
    const refused = await put(app, `${path}/${made.id}`, { code: 'password_reset_otp' }, { token })
    assert.equal(expectStatus(refused, 400).json.code, 'template_variable_required')
  })

  const broken: readonly [name: string, texts: { subject?: string; bodyHtml: string; bodyText?: string }][] = [
    ['is no Liquid', { bodyHtml: '{{ code' }],
    ['does not show it', { bodyHtml: '<p>Hello</p>' }],
    ['shows it in the subject', { subject: '{{ code }}', bodyHtml: whole }],
    ['gives it to a picture', { bodyHtml: `${whole}<img src="https://e.test/?{{ code }}">` }],
    ['never ends', { bodyHtml: `{% for i in (1..3000) %}{% for j in (1..3000) %}a{% endfor %}{% endfor %}${whole}` }],
    ['has to be killed', { bodyHtml: whole + '<a <a '.repeat(30_000) }],
    ['renders nothing', { subject: '{{ nothing }}', bodyHtml: whole }],
  ]
  for (const [name, texts] of broken)
    it(`where it ${name}: the next is taken, at last the service's own`, async () => {
      const { parentId, childId, token } = await family()
      await planted(childId, texts)
      const own = await sent(childId)
      assert.match(own.subject!, /^Your password reset code/)
      assert.ok(own.text!.includes('482913'))
      await makeTemplate(app, token, { ...codeMail, subject: 'Of the parent', tenantId: parentId })
      const next = await sent(childId)
      // a killed one takes half of the time that there is for all of them
      if (!name.includes('killed')) assert.equal(next.subject, 'Of the parent')
      assert.ok(next.text!.includes('482913') && next.html!.includes('482913'))
    })
})

describe('a test mail', () => {
  it('is filled with examples and sent under the rules of any mail', async () => {
    const { parentId, token } = await family()
    const { id } = await makeTemplate(app, token, {
      variableDefinitions: [{ name: 'name', example: 'Omar' }],
      bodyHtml: '<p>{{ name }} {{ other }}</p>',
    })
    const to = `test-${randomUUID()}@example.test`
    const at = `${path}/${id}/send-test`
    expectStatus(await app.post(at, { to }, { token }), 202)
    const mail = await mailbox.waitFor((one) => one.envelope.to.includes(to), 30_000)
    assert.deepEqual([mail.subject, mail.html?.trim()], ['For Omar', '<p>Omar [other]</p>'])
    // names within names too, of the own and of the service's
    const order = await makeTemplate(app, token, {
      subject: 'Order {{ order.id }}',
      bodyHtml: '<p>{{ order.total }} of {{ tenant.name }}</p>',
    })
    for (const [one, subject] of [
      [order.id, 'Order [order.id]'],
      [systemTemplateId('new_sign_in'), null],
    ] as const) {
      const address = `test-${randomUUID()}@example.test`
      expectStatus(await app.post(`${path}/${one}/send-test`, { to: address }, { token }), 202)
      const { subject: written, html } = await mailbox.waitFor((mail) => mail.envelope.to.includes(address), 30_000)
      if (subject !== null) assert.equal(written, subject)
      assert.match(html!, subject === null ? /Omar Said/ : /\[order\.total\]/)
    }
    const inside = await tokenHolding(app, parentId, ['templates.view', 'emails.send'])
    assert.equal(expectStatus(await app.post(at, { to }, { token: inside }), 403).json.requiredPermission, 'emails.external')
    const viewer = await tokenHolding(app, parentId, ['templates.view'])
    assert.equal(expectStatus(await app.post(at, { to }, { token: viewer }), 403).json.requiredPermission, 'emails.send')
    for (const bad of ['a@x.test, b@y.test', 'a@x.test\r\nBcc: b@y.test']) expectStatus(await app.post(at, { to: bad }, { token }), 400)
  })
})

describe('what others do meanwhile', () => {
  it('a template that is changed, switched off and deleted while mails are written: each has its code', async () => {
    const { childId, token } = await family()
    const made = await makeTemplate(app, token, { ...codeMail, tenantId: childId })
    const changes = (async () => {
      for (let i = 0; i < 5; i++) await put(app, `${path}/${made.id}`, { subject: `Ours ${i}`, isActive: i % 2 === 0 }, { token })
      await remove(app, `${path}/${made.id}`, { token })
    })()
    const codes = Array.from({ length: 12 }, (_, i) => `${100_000 + i}`)
    const mails = await Promise.all(codes.map((code) => sent(childId, { code, expiresInMinutes: 10 })))
    await changes
    for (const [i, mail] of mails.entries()) assert.ok(mail.text!.includes(codes[i]!) && mail.html!.includes(codes[i]!))
  })

  it('threads that are full cost no mail its code', async () => {
    const { childId, token } = await family()
    const other = (await (await tenantWithAdmin(app)).signIn()).accessToken
    await makeTemplate(app, token, { ...codeMail, tenantId: childId })
    const endless = { draft: { bodyHtml: '<a <a '.repeat(30_000) } }
    const busy = [token, other].flatMap((each) => [1, 2, 3].map(() => app.post(`${path}/preview`, endless, { token: each })))
    const mails = await Promise.all([1, 2, 3].map(() => sent(childId)))
    for (const mail of mails) assert.ok(mail.text!.includes('482913'))
    for (const { status } of await Promise.all(busy)) assert.ok(status === 400 || status === 503, `${status}`)
  })
})
