/** Mails that admins send from templates: what is taken, what leaves on the wire, and what never does. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { addTemplate, at, bounceSecret } from './rig.ts'

let app: TestApp
let mailbox: Mailbox
let own: World
let templateId: string
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
  own = await world(app)
  templateId = await addTemplate(app, own.tenantId)
})

const address = () => `lina-${randomUUID().slice(0, 8)}@acme.example`
const variables = { name: 'Lina' }
const send = (body: object, headers: Record<string, string> = {}, token = own.token) => app.post(`${at}/send`, body, { token, headers })
const sendBulk = (body: object, token = own.token) => app.post(`${at}/send-bulk`, body, { token })
const mailsTo = (to: string) => mailbox.mails.filter(({ envelope }) => envelope.to.includes(to))
const count = async () =>
  Number(
    (
      await app.open.service.database.kysely
        .selectFrom('emails')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('one mail', () => {
  it('is written from its template and leaves as the service’s own', async () => {
    const to = address()
    const html = '<b>Lina & "friends"</b>'
    const accepted = expectStatus(await send({ to, templateId, variables: { name: html }, priority: 'high', scheduledAt: null }), 202).json
    assert.deepEqual([accepted.status, accepted.to, accepted.templateId, accepted.priority], ['queued', to, templateId, 'high'])
    const mail = await mailbox.waitFor(({ envelope }) => envelope.to.includes(to))
    assert.deepEqual([mail.envelope.to, mail.from?.address], [[to], 'no-reply@tenantry.local'])
    assert.equal(mail.subject, `Hello ${html}`)
    assert.match(mail.html ?? '', /&lt;b&gt;Lina &amp; /)
    assert.match(mail.text ?? '', /<b>Lina & "friends"<\/b>/)
    const { items } = expectStatus(await app.get(`/api/v1/audit?entityId=${accepted.id}`, { token: own.token }), 200).json
    assert.deepEqual(
      items.map(({ action }: { action: string }) => action),
      ['email.queued'],
    )
    assert.ok(!JSON.stringify(items).includes(to))
  })

  it('has no header and no recipient but those meant: line breaks, lists and groups go nowhere', async () => {
    const to = address()
    const hostile = 'x\r\nBcc: evil@acme.example\r\nX-Evil: 1'
    expectStatus(await send({ to, templateId, variables: { name: hostile }, subject: `{{name}} ${randomUUID()}` }), 202)
    const mail = await mailbox.waitFor(({ envelope }) => envelope.to.includes(to))
    assert.deepEqual(mail.envelope.to, [to])
    const head = mail.source.slice(0, mail.source.indexOf('\r\n\r\n'))
    assert.doesNotMatch(head, /^(?:bcc|x-evil):/im)
    const bad = [
      'a@x.test, b@y.test',
      'Group: a@x.test;',
      `${to}\r\nBcc: e@v.test`,
      '"a@b"@x.test',
      'a(comment)@x.test',
      '<a@x.test>',
      'a@',
      '',
    ]
    for (const each of bad) expectStatus(await send({ to: each, templateId, variables }), 400)
    for (const more of [{ from: 'a@x.test' }, { replyTo: 'a@x.test' }, { headers: {} }, { attachments: [] }, { cc: 'a@x.test' }])
      expectStatus(await send({ to, templateId, variables, ...more }), 400)
    for (const toName of ['a\r\nBcc: b', 'a\0']) expectStatus(await send({ to, templateId, variables, toName }), 400)
  })

  it('has one recipient on the wire, whatever name they are given, and one line of each header', async () => {
    const names = [
      '"x" <evil@acme.example>, y',
      'a, b',
      '=?utf-8?Q?=0D=0ABcc:_evil@acme.example?=',
      'Group: evil@acme.example;',
      '\\" <evil@acme.example>',
      'لينا "ل"',
    ]
    for (const toName of names) {
      const to = address()
      const subject = `${'long words '.repeat(20)}{{name}}`
      const accepted = await send({
        to,
        toName,
        templateId,
        subject,
        variables: { name: '=?utf-8?Q?=0D=0AX-Evil:_1?=\u2028X-Evil: 1\u0085' },
      })
      expectStatus(accepted, 202)
      const mail = await mailbox.waitFor(({ envelope }) => envelope.to.includes(to))
      assert.deepEqual(
        [mail.envelope.to, mail.to?.map((one) => one.address), mail.cc, mail.bcc],
        [[to], [to], undefined, undefined],
        toName,
      )
      const head = mail.source.slice(0, mail.source.indexOf('\r\n\r\n'))
      assert.doesNotMatch(head, /^(?:bcc|cc|x-evil|reply-to):/im)
      const fields = head.split(/\r\n(?![ \t])/).map((field) => field.slice(0, field.indexOf(':')).toLowerCase())
      for (const field of ['from', 'to', 'subject', 'message-id', 'date'])
        assert.equal(fields.filter((one) => one === field).length, 1, field)
    }
  })

  it('says what is wrong with template, variables and time', async () => {
    const to = address()
    const missing = expectStatus(await send({ to, templateId }), 400).json
    assert.deepEqual([missing.code, missing.missing], ['template_variables_missing', ['name']])
    const foreign = await addTemplate(app, (await world(app)).tenantId)
    const replies = [randomUUID(), foreign].map(async (id) => expectStatus(await send({ to, templateId: id, variables }), 404).json)
    const texts = (await Promise.all(replies)).map(({ traceId: _, ...rest }) => JSON.stringify(rest))
    assert.equal(new Set(texts).size, 1)
    assert.match(texts[0] as string, /template_not_found/)
    const inactive = await addTemplate(app, own.tenantId, undefined, { isActive: false })
    assert.equal(expectStatus(await send({ to, templateId: inactive, variables }), 409).json.code, 'template_inactive')
    for (const scheduledAt of ['9999-01-01T00:00:00Z', 'tomorrow', 12])
      expectStatus(await send({ to, templateId, variables, scheduledAt }), 400)
    assert.equal(expectStatus(await send({ to, templateId, variables, scheduledAt: '2020-01-01T00:00:00Z' }), 202).json.status, 'queued')
    const scheduledAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const later = expectStatus(await send({ to, templateId, variables, scheduledAt }), 202).json
    assert.deepEqual([later.status, later.scheduledAt], ['scheduled', scheduledAt])
  })

  it('is refused where its template makes more bytes of it than can be kept; what is accepted can be read', async () => {
    const written = async (times: number) => {
      const bodyHtml = `{% for i in (1..${times}) %}${'漢'.repeat(60_000)}{% endfor %}`
      return await send({ to: address(), templateId: await addTemplate(app, own.tenantId, undefined, { bodyHtml }), variables })
    }
    assert.equal(expectStatus(await written(6), 400).json.code, 'template_limit_exceeded')
    const { id } = expectStatus(await written(2), 202).json
    assert.equal(expectStatus(await app.get(`${at}/${id}`, { token: own.token }), 200).json.html.length, 120_000)
  })

  it('to an address of nobody in scope needs emails.external', async () => {
    const rights = ['emails.send', 'emails.view', 'admins.view', 'users.view']
    const { token } = await own.person(rights)
    const stranger = expectStatus(await send({ to: address(), templateId, variables }, {}, token), 403).json
    assert.equal(stranger.requiredPermission, 'emails.external')
    const member = await own.person([])
    expectStatus(await send({ to: member.email.toUpperCase().replace('TEST', 'test'), templateId, variables }, {}, token), 202)
    const foreign = await (await world(app)).person([])
    expectStatus(await send({ to: foreign.email, templateId, variables }, {}, token), 403)
    // who may not see addresses learns nothing of whose one is
    const masked = (await own.person(rights, { 'admins.view': ['email'] })).token
    expectStatus(await send({ to: member.email, templateId, variables }, {}, masked), 403)
  })
})

describe('many mails', () => {
  it('reach each address once; who is left out is told why', async () => {
    const [first, second, gone] = [address(), address(), address()]
    expectStatus(await send({ to: gone, templateId, variables }), 202)
    await mailbox.waitFor(({ envelope }) => envelope.to.includes(gone))
    const bounce = { to: gone, type: 'hard' }
    const mark = async () => expectStatus(await app.post(`${at}/bounces`, bounce, { headers: { 'x-bounce-secret': bounceSecret } }), 202)
    for (let n = 0; n < 20 && (await suppressions()) === 0; n++) await mark()
    const recipients = [
      { to: first },
      { to: first.toUpperCase() },
      { to: 'no address' },
      { to: gone },
      { to: second, variables: { name: 'Second' } },
    ]
    const answer = expectStatus(await sendBulk({ templateId, variables: { name: 'All' }, recipients }), 202).json
    assert.deepEqual([answer.total, answer.queued, answer.scheduled], [5, 2, 0])
    assert.deepEqual(
      new Set(answer.skipped.map(({ reason }: { reason: string }) => reason)),
      new Set(['duplicate', 'invalid_address', 'suppressed']),
    )
    assert.equal((await mailbox.waitFor(({ envelope }) => envelope.to.includes(second))).subject, 'Hello Second')
    assert.equal((await mailbox.waitFor(({ envelope }) => envelope.to.includes(first))).subject, 'Hello All')
    const page = expectStatus(await app.get(`${at}?batchId=${answer.batchId}`, { token: own.token }), 200).json
    assert.equal(page.totalCount, 2)
    assert.equal(mailsTo(first).length, 1)
  })

  const suppressions = async () =>
    (await app.open.service.database.kysely.selectFrom('emailSuppressions').select('reason').execute()).length

  it('go to the accounts that are meant, where several have one address', async () => {
    const { email, id } = await own.person([])
    const user = { username: `u-${randomUUID().slice(0, 8)}`, email, tenantId: own.tenantId, password: `long ${randomUUID()}` }
    const twin = expectStatus(await app.post('/api/v1/users', user, { token: own.token }), 201).json
    const planned = async (...recipients: object[]) => {
      const { sample, skipped } = expectStatus(await sendBulk({ templateId, variables, recipients, dryRun: true }), 200).json
      return [...sample, ...skipped].map(({ recipientId, reason }) => recipientId ?? reason)
    }
    assert.deepEqual(await planned({ to: email }), [id])
    assert.deepEqual(await planned({ to: email, recipientId: twin.id }, { to: email, recipientId: id }), [twin.id, 'duplicate'])
    // whoever may write to anybody names nobody by the address of another
    const wrong = [email, address()].map((to, at) => ({ to, recipientId: at === 0 ? randomUUID() : id }))
    assert.deepEqual(await planned(...wrong), ['not_allowed', 'not_allowed'])
    const foreign = await tenantWithAdmin(app)
    assert.deepEqual(await planned({ to: foreign.admin.email, recipientId: (await foreign.signIn()).user.id }), ['not_allowed'])
  })

  it('by a filter go to who matches in scope; a dry run writes nothing', async () => {
    const place = await world(app, own.tenantId)
    const letter = await addTemplate(app, place.tenantId, undefined, {
      subject: 'For {{recipient.firstName}}',
      bodyHtml: '<p>{{recipient.email}} {{name}}</p>',
    })
    const [one, two] = [await place.person([]), await place.person([])]
    const filter = { target: 'all', ids: [one.id, two.id, own.adminId] }
    const before = await count()
    const dry = expectStatus(await sendBulk({ templateId: letter, variables, filter, dryRun: true }, place.token), 200).json
    assert.deepEqual([dry.total, dry.batchId, dry.sample.length], [2, null, 2])
    assert.equal(await count(), before)
    const sent = expectStatus(await sendBulk({ templateId: letter, variables, filter }, place.token), 202).json
    assert.equal(sent.queued, 2)
    for (const { email } of [one, two])
      assert.ok(
        (await mailbox.waitFor(({ envelope, subject }) => envelope.to.includes(email) && /^For/.test(subject ?? ''))).html?.includes(email),
      )
    const nobody = { target: 'all', tenantId: own.tenantId }
    assert.equal(expectStatus(await sendBulk({ templateId: letter, variables, filter: nobody }, place.token), 202).json.total, 0)
    const masked = (await place.person(['emails.send', 'emails.view', 'admins.view', 'templates.view'], { 'admins.view': ['email'] })).token
    const hidden = expectStatus(await sendBulk({ templateId: letter, variables, filter, dryRun: true }, masked), 200)
    assert.ok(!hidden.text.includes(one.email))
    assert.equal(hidden.json.total, 2)
    expectStatus(await sendBulk({ templateId: letter, variables, filter }, masked), 202)
    const found = { target: 'all', search: one.email.slice(0, 12) }
    assert.equal(expectStatus(await sendBulk({ templateId: letter, variables, filter: found, dryRun: true }, masked), 200).json.total, 0)
  })

  it('are refused as a whole when they are too many, or the variables are not there', async () => {
    const before = await count()
    const many = Array.from({ length: 1001 }, (_, n) => ({ to: `n${n}@acme.example` }))
    const missing = expectStatus(await sendBulk({ templateId, recipients: [{ to: address(), variables }, { to: address() }] }), 400).json
    assert.equal(missing.code, 'template_variables_missing')
    assert.equal(expectStatus(await sendBulk({ templateId, variables, recipients: many }), 400).json.code, 'bulk_too_large')
    const thousands = Array.from({ length: 4000 }, (_, n) => ({ to: `n${n}@acme.example` }))
    assert.equal(expectStatus(await sendBulk({ templateId, variables, recipients: thousands }), 400).json.code, 'bulk_too_large')
    // each of the thousand with as much of its own as a mail merge has
    const own = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`field${n}`, 'x']))
    const merged = many.slice(0, 1000).map(({ to }) => ({ to, variables: { ...variables, ...own } }))
    assert.equal(expectStatus(await sendBulk({ templateId, recipients: merged, dryRun: true }), 200).json.total, 1000)
    for (const more of [{}, { recipients: [] }, { recipients: [{ to: address() }], filter: { target: 'all' } }])
      expectStatus(await sendBulk({ templateId, variables, ...more }), 400)
    expectStatus(await sendBulk({ templateId: randomUUID(), variables, recipients: [{ to: address() }] }), 404)
    assert.equal(await count(), before)
  })
})
