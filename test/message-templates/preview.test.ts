/** What a template looks like: previews that fill gaps, renderings that do not, drafts, limits, and nothing left behind. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { setSettings } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { makeTemplate, path } from './making.ts'

let app: TestApp
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let viewer: string
let id: string
before(async () => {
  app = await startApp()
  own = await tenantWithAdmin(app, { name: 'Acme' })
  const token = (await own.signIn()).accessToken
  viewer = await tokenHolding(app, own.tenant.id, ['templates.view'])
  id = (
    await makeTemplate(app, token, {
      subject: 'Order {{ number }}',
      bodyHtml: '<p>Hi {{ recipient.firstName }} of {{ tenant.name }}: {{ number }} {{ order.total }} {{ note }}</p>',
      variables: ['number', 'order', 'note'],
      variableDefinitions: [
        { name: 'number', required: true, example: 'A-1' },
        { name: 'note', default: 'none' },
      ],
      translations: { ar: { subject: 'طلب {{ number }}', bodyHtml: '<p dir="rtl">{{ number }}</p>' } },
    })
  ).id
})

const preview = (body: object, at = `/${id}`) => app.post(`${path}${at}/preview`, body, { token: viewer })
const render = (body: object) => app.post(`${path}/${id}/render`, body, { token: viewer })

describe('a preview', () => {
  it('fills what is not given by examples and names, and says what it did', async () => {
    const { json } = expectStatus(await preview({ variables: { order: {}, extra: 1 } }), 200)
    assert.equal(json.subject, 'Order A-1')
    assert.equal(json.html, '<p>Hi Sara of Acme: A-1 [order.total] none</p>')
    assert.equal(json.text, 'Hi Sara of Acme: A-1 [order.total] none')
    assert.deepEqual(json.missingVariables, ['note', 'number', 'order.total'])
    assert.deepEqual(json.unknownVariables, ['extra'])
    assert.equal(json.variablesUsed.number, 'A-1')
    assert.equal((await preview({ locale: 'ar' })).json.subject, 'طلب A-1')
  })

  it('shows a draft and saves nothing', async () => {
    const before = (await app.get(`${path}/${id}`, { token: viewer })).json
    const rows = () => app.open.service.database.kysely.selectFrom('events').select('id').execute()
    const events = (await rows()).length
    const { json } = expectStatus(await preview({ draft: { bodyHtml: '<b>{{ number }}</b>' }, variables: { number: '<2>' } }), 200)
    assert.deepEqual([json.subject, json.html, json.text], ['Order <2>', '<b>&lt;2&gt;</b>', '<2>'])
    assert.deepEqual((await app.get(`${path}/${id}`, { token: viewer })).json, before)
    assert.equal((await rows()).length, events)
  })

  it('as somebody reads it is the mail that they are sent, as far as whoever asks could read that', async () => {
    const { tenant, signIn } = own
    const owner = (await signIn()).accessToken
    await setSettings(app, tenant.id, { companyName: 'Acme Trading' })
    const user = { username: 'rana', email: 'rana@acme.example', firstName: 'Rana', lastName: 'Nasr', tenantId: tenant.id }
    const made = await app.post('/api/v1/users', { ...user, password: 'zuvaqor Kestrel 71' }, { token: owner })
    const recipientId = expectStatus(made, 201).json.id
    const stranger = (await (await tenantWithAdmin(app)).signIn()).user.id as string
    const readers = [recipientId, stranger]
    await app.open.service.database.kysely.updateTable('accounts').set({ language: 'ar' }).where('id', 'in', readers).execute()
    const bodyHtml = '<p>{{ recipient.firstName }} {{ tenant.name }} {{ note }}</p>'
    const letter = await makeTemplate(app, owner, {
      name: 'Letter',
      ...{ subject: 'Hello', bodyHtml },
      variableDefinitions: [{ name: 'note', default: 'none', example: 'a note' }],
      translations: { ar: { subject: 'مرحبًا', bodyHtml } },
    })
    const rights = ['templates.view', 'emails.send', 'emails.view', 'users.view']
    const readBy = async (token: string, id: string | null) => {
      const body = { recipientId: id, variables: { recipient: user } }
      const reply = expectStatus(await app.post(`${path}/${letter.id}/preview`, body, { token }), 200).json
      // what leaves with a default is not missing
      assert.deepEqual([reply.missingVariables, reply.unknownVariables], [[], []])
      const { subject, html, text } = reply
      return { subject, html, text }
    }
    const sender = await tokenHolding(app, tenant.id, rights)
    const mail = expectStatus(
      await app.post('/api/v1/emails/send', { to: user.email, recipientId, templateId: letter.id }, { token: sender }),
      202,
    )
    const { subject, html, text } = expectStatus(await app.get(`/api/v1/emails/${mail.json.id}`, { token: sender }), 200).json
    assert.deepEqual([subject, html], ['مرحبًا', '<p>Rana Acme Trading none</p>'])
    assert.deepEqual(await readBy(sender, recipientId), { subject, html, text })
    assert.equal((await readBy(sender, null)).subject, 'Hello')
    // the language is that person's own: whoever could not read the mail, or knows nobody of that id, is not told
    const masked = await tokenHolding(app, tenant.id, rights, { 'users.view': ['email'] })
    for (const token of [viewer, masked, await tokenHolding(app, tenant.id, rights.slice(0, 2))])
      assert.equal((await readBy(token, recipientId)).subject, 'Hello')
    assert.equal((await readBy(sender, stranger)).subject, 'Hello')
  })

  it('needs no template, and no body', async () => {
    const { json } = expectStatus(
      await preview({ draft: { subject: 'A\u0009{{ x }}', bodyHtml: '{{ tenant.name }}' }, variables: { x: 'y\r\nBcc: z@z.test' } }, ''),
      200,
    )
    assert.deepEqual([json.subject, json.html], ['A y Bcc: z@z.test', 'Acme'])
    expectStatus(await app.request('POST', `${path}/${id}/preview`, { token: viewer }), 200)
  })

  it('tells what is wrong with a draft, and keeps the limits', async () => {
    const { json } = expectStatus(await preview({ draft: { bodyHtml: 'a\n{% render "package.json" %}' } }), 400)
    assert.deepEqual([json.code, json.line, json.errors[0].field], ['template_syntax_error', 2, 'bodyHtml'])
    for (const bodyHtml of [
      '{% for i in (1..3000) %}{% for j in (1..3000) %}a{% endfor %}{% endfor %}',
      '{{ "now" | date: "%99999999d" }}',
    ])
      assert.equal(expectStatus(await preview({ draft: { bodyHtml } }), 400).json.code, 'template_limit_exceeded')
    expectStatus(await preview({ variables: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`v${i}`, i])) }), 400)
    const raw = await fetch(`${app.url}${path}/${id}/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${viewer}`, 'content-type': 'application/json' },
      body: '{"variables":{"__proto__":{"a":1}}}',
    })
    assert.equal(raw.status, 400)
  })
})

describe('a rendering', () => {
  it('is exact, and misses what is not given', async () => {
    const missing = expectStatus(await render({ variables: { order: {} } }), 400).json
    assert.deepEqual([missing.code, missing.missing], ['template_variables_missing', ['number', 'order.total']])
    const whole = expectStatus(
      await render({ variables: { number: '<1>', order: { total: 5 }, recipient: { firstName: 'Omar' } } }),
      200,
    ).json
    assert.deepEqual(whole, { subject: 'Order <1>', html: '<p>Hi Omar of Acme: &lt;1&gt; 5 none</p>', text: 'Hi Omar of Acme: <1> 5 none' })
    const lenient = expectStatus(await render({ variables: {}, strict: false }), 200).json
    assert.equal(lenient.html, '<p>Hi Sara of Acme:   none</p>')
  })

  it('evaluates no value', async () => {
    const { html } = expectStatus(await render({ variables: { number: '{{ order.total }}', order: { total: 'S' } } }), 200).json
    assert.match(html, /\{\{ order\.total \}\}/)
  })
})

describe('what endless templates cost', () => {
  it('nobody else waits: others render, and other routes answer, before one who fills a thread is done', async () => {
    const other = (await (await tenantWithAdmin(app)).signIn()).accessToken
    const done: string[] = []
    const bad = Promise.all(
      [1, 2, 3].map(async () => {
        expectStatus(await preview({ draft: { bodyHtml: '<a <a '.repeat(30_000) } }), 400)
        done.push('bad')
      }),
    )
    for (let i = 0; i < 10; i++) {
      expectStatus(await app.post(`${path}/preview`, { draft: { bodyHtml: 'x' } }, { token: other }), 200)
      expectStatus(await app.get(`${path}/${id}`, { token: viewer }), 200)
      done.push('good')
    }
    await bad
    assert.equal(done.at(-1), 'bad')
  })
})
