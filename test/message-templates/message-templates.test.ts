/** Message templates as records: those of the service, what is refused when one is written, versions, lists, the recycle bin. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { mailTemplateFacts, ownVariables, systemTemplateId } from '#core/mail-template-facts.ts'
import { createLiquidEngines } from '#outside/mail/liquid.ts'
import { systemTemplateSource, systemTemplates } from '#outside/mail/render.ts'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { put, remove } from '../roles/making.ts'
import { eventsOfTemplate, makeTemplate, path, plainTemplate, tryTemplate } from './making.ts'

let app: TestApp
let root: string
let token: string
let tenantId: string
let below: Awaited<ReturnType<typeof tenantWithAdmin>>
before(async () => {
  app = await startApp()
  root = await app.superToken()
  const own = await tenantWithAdmin(app)
  below = await tenantWithAdmin(app, { parentTenantId: own.tenant.id })
  tenantId = own.tenant.id
  token = (await own.signIn()).accessToken
})

const at = (id: string) => `${path}/${id}`
const code = (reply: { json: { code: string } }) => reply.json.code

describe('a template', () => {
  it('is made, read, changed under its version, and deleted; the log says so without its texts', async () => {
    const reply = expectStatus(
      await tryTemplate(app, token, { name: 'Order', variables: ['name', 'unused'], bodyHtml: '<p>{{ name }} {{ other }}</p>' }),
      201,
    )
    const made = reply.json
    assert.equal(reply.headers.location, at(made.id))
    assert.deepEqual(made.variables, ['name', 'unused', 'other'])
    assert.deepEqual(made.warnings, [
      { code: 'UNDECLARED_VARIABLE', name: 'other' },
      { code: 'UNUSED_VARIABLE', name: 'unused' },
    ])
    assert.deepEqual(
      [made.engine, made.isSystem, made.tenantId, made.version, made.usageCount30d, made.isActive, made.bodyText, made.code],
      ['liquid', false, tenantId, 1, 0, true, null, null],
    )
    const { json: me } = await app.get('/api/v1/Admins/me', { token })
    assert.deepEqual([made.updatedBy, made.updatedByName], [me.id, `${me.firstName} ${me.lastName}`])
    const { warnings, ...kept } = made
    assert.deepEqual((await app.get(at(made.id), { token })).json, kept)
    const changed = expectStatus(await put(app, at(made.id), { bodyHtml: '<b>{{ name }}</b>', version: 1 }, { token }), 200).json
    assert.deepEqual(
      [changed.version, changed.bodyHtml, changed.subject, changed.variables],
      [2, '<b>{{ name }}</b>', 'For {{ name }}', ['name', 'unused']],
    )
    assert.equal(code(expectStatus(await put(app, at(made.id), { name: 'X', version: 1 }, { token }), 409)), 'version_conflict')
    const same = expectStatus(await put(app, at(made.id), { bodyHtml: '<b>{{ name }}</b>' }, { token }), 200).json
    assert.equal(same.version, 2, 'what changes nothing is no change')
    expectStatus(await remove(app, at(made.id), { token }), 204)
    expectStatus(await app.get(at(made.id), { token }), 404)
    const events = (await eventsOfTemplate(app, made.id)).filter(({ type }) => type !== 'access.denied')
    assert.deepEqual(
      events.map(({ type }) => type),
      ['template.created', 'template.updated', 'template.deleted'],
    )
    assert.doesNotMatch(JSON.stringify(events), /<b>|<p>/)
  })

  it('is refused with the field, line and column of what is wrong', async () => {
    for (const [more, field, line] of [
      [{ bodyHtml: 'a\n{{ x | nothing }}' }, 'bodyHtml', 2],
      [{ subject: '{% include "package.json" %}' }, 'subject', 1],
      [{ bodyText: 'a\nb\n{% if x %}' }, 'bodyText', 3],
      [{ translations: { ar: { subject: 'a', bodyHtml: '{{ x' } } }, 'translations.ar.bodyHtml', 1],
    ] as const) {
      const { json } = expectStatus(await tryTemplate(app, token, more), 400)
      assert.deepEqual(
        [json.code, json.errors[0].field, json.errors[0].code, json.line],
        ['template_syntax_error', field, 'template_syntax_error', line],
      )
      assert.ok(json.column >= 1)
    }
    const made = await makeTemplate(app, token)
    assert.equal(code(expectStatus(await put(app, at(made.id), { bodyHtml: '{{ x' }, { token }), 400)), 'template_syntax_error')
    assert.equal((await app.get(at(made.id), { token })).json.version, 1)
  })

  it('is refused for what no template may be', async () => {
    const deep = '{% if x %}'.repeat(5000) + '{% endif %}'.repeat(5000)
    assert.equal(code(expectStatus(await tryTemplate(app, token, { bodyHtml: deep }), 400)), 'template_limit_exceeded')
    const many = Array.from({ length: 10_000 }, (_, i) => `{{ v${i} }}`).join('')
    expectStatus(await tryTemplate(app, token, { bodyHtml: many }), 400)
    expectStatus(await tryTemplate(app, token, { bodyHtml: 'x'.repeat(1_100_000) }), 413)
    for (const [more, field] of [
      [{ engine: 'ejs' }, 'engine'],
      [{ bodyHtml: 'ي'.repeat(100_001) }, 'bodyHtml'],
      [{ bodyText: 'x'.repeat(100_001) }, 'bodyText'],
      [{ subject: 'x'.repeat(301) }, 'subject'],
      [{ subject: 'a\r\nBcc: b@c.test' }, 'subject'],
      [{ category: 'Not One' }, 'category'],
      [{ variables: ['a b'] }, 'variables.0'],
      [{ variables: Array.from({ length: 10_000 }, (_, i) => `v${i}`) }, 'variables'],
      [{ name: '\u200b' }, 'name'],
      [{ translations: { fr: { subject: 'a', bodyHtml: 'b' } } }, 'translations.fr'],
      [{ variableDefinitions: [{ name: 'a' }, { name: 'a' }] }, 'variableDefinitions'],
    ] as const)
      assert.equal(expectStatus(await tryTemplate(app, token, more), 400).json.errors[0].field, field)
    const whole = plainTemplate({
      bodyHtml: 'x'.repeat(200_000),
      bodyText: 'y'.repeat(100_000),
      translations: { ar: { subject: 'a', bodyHtml: 'ز'.repeat(100_000), bodyText: 'ز'.repeat(50_000) } },
    })
    expectStatus(await app.post(path, whole, { token }), 201)
  })

  it('has a name, and a code, that no other living one of the tenant has; ten at once make one', async () => {
    const name = `Same ${randomUUID()}`
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, i) => tryTemplate(app, token, { name: i % 2 ? name : ` ${name.toUpperCase()}` })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)!
    assert.deepEqual([refused.json.code, refused.json.errors[0].field], ['template_name_taken', 'name'])
    await makeTemplate(app, token, { name, tenantId: below.tenant.id })
    const made = await makeTemplate(app, token, { code: 'news' })
    const again = expectStatus(await tryTemplate(app, token, { code: 'news' }), 409).json
    assert.deepEqual([again.code, again.errors[0].field], ['conflict', 'code'])
    expectStatus(await remove(app, at(made.id), { token }), 204)
    await makeTemplate(app, token, { code: 'news' })
  })

  it('changed by two at once has both changes, or one is told', async () => {
    const made = await makeTemplate(app, token)
    const replies = await Promise.all(
      [{ bodyHtml: '<i>{{ a }}</i>' }, { subject: '{{ b }}' }, { bodyText: '{{ c }}' }].map((body) =>
        put(app, at(made.id), body, { token }),
      ),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    )
    const { json } = await app.get(at(made.id), { token })
    assert.deepEqual([json.bodyHtml, json.subject, json.bodyText, json.version], ['<i>{{ a }}</i>', '{{ b }}', '{{ c }}', 4])
    assert.deepEqual(json.variables, ['name', 'a', 'b', 'c'])
    const named = await Promise.all([1, 2, 3].map((n) => put(app, at(made.id), { subject: `${n}`, version: 4 }, { token })))
    assert.deepEqual(named.map(({ status }) => status).sort(), [200, 409, 409])
  })

  it('of another tenant is nowhere; one below is there, the one above is not', async () => {
    const other = (await (await tenantWithAdmin(app)).signIn()).accessToken
    const childToken = (await below.signIn()).accessToken
    const mine = await makeTemplate(app, token)
    const child = await makeTemplate(app, childToken)
    expectStatus(await app.get(at(child.id), { token }), 200)
    for (const stranger of [other, childToken]) {
      const unknown = await app.get(at(randomUUID()), { token: stranger })
      for (const reply of [
        await app.get(at(mine.id), { token: stranger }),
        await put(app, at(mine.id), { name: 'X' }, { token: stranger }),
        await remove(app, at(mine.id), { token: stranger }),
        await app.post(`${at(mine.id)}/preview`, {}, { token: stranger }),
        await app.post(`${at(mine.id)}/render`, {}, { token: stranger }),
      ])
        assert.deepEqual([reply.status, { ...reply.json, traceId: '' }], [404, { ...unknown.json, traceId: '' }])
    }
  })
})

describe('the templates of the service', () => {
  it('are read by everybody who may see templates, and are nobody’s to change', async () => {
    const viewer = await tokenHolding(app, tenantId, ['templates.view'])
    for (const name of systemTemplates) {
      const { json } = expectStatus(await app.get(at(systemTemplateId(name)), { token: viewer }), 200)
      assert.deepEqual(
        [json.code, json.isSystem, json.tenantId, json.subject],
        [name, true, null, systemTemplateSource(name, 'en').subject],
      )
      assert.equal(json.translations.ar.bodyHtml, systemTemplateSource(name, 'ar').bodyHtml)
      const preview = expectStatus(await app.post(`${at(json.id)}/preview`, { locale: 'ar' }, { token: viewer }), 200).json
      assert.doesNotMatch(preview.html, /\[[a-z.]+\]/i)
    }
    for (const user of [root, token]) {
      const id = systemTemplateId('user_welcome')
      assert.equal(code(expectStatus(await put(app, at(id), { subject: 'x' }, { token: user }), 409)), 'template_is_system')
      assert.equal(code(expectStatus(await remove(app, at(id), { token: user }), 409)), 'template_is_system')
    }
  })

  it('say what they can show: just what their texts ask for', () => {
    const { text } = createLiquidEngines({ renderMs: 5000, strictVariables: false })
    for (const name of systemTemplates) {
      const asked = new Set(
        (['en', 'ar'] as const).flatMap((language) =>
          Object.values(systemTemplateSource(name, language)).flatMap((source) => text.globalFullVariablesSync(source)),
        ),
      )
      const known = new Set<string>([...mailTemplateFacts[name].variables, ...ownVariables])
      assert.deepEqual(
        [...asked].filter((path) => !known.has(path)),
        [],
        name,
      )
      const shown = mailTemplateFacts[name].variables.filter((path) => !asked.has(path))
      assert.deepEqual(shown, [], `${name} names what no text of it shows`)
    }
  })
})

describe('the list', () => {
  it('holds the own, those below and the service’s, without texts, filtered, searched, and in pages that fit together', async () => {
    const fresh = await tenantWithAdmin(app)
    const child = await tenantWithAdmin(app, { parentTenantId: fresh.tenant.id })
    const mine = (await fresh.signIn()).accessToken
    for (let i = 0; i < 5; i++)
      await makeTemplate(app, mine, { name: `Piece ${i}`, category: i % 2 ? 'marketing' : 'security', isActive: i !== 3 })
    await makeTemplate(app, mine, { name: 'Below 100%', tenantId: child.tenant.id })
    const list = async (query: string) => expectStatus(await app.get(`${path}?${query}`, { token: mine }), 200).json
    const all = await list('pageSize=100')
    assert.equal(all.totalCount, 6 + systemTemplates.length)
    assert.equal(all.items[0].bodyHtml, undefined)
    const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id)
    for (const sort of [
      'sortBy=createdAt',
      'sortBy=name&sortDirection=asc',
      'sortBy=category&sortDirection=desc',
      'sortBy=updatedAt&sortDirection=asc',
    ]) {
      const whole = idsOf(await list(`pageSize=100&${sort}`))
      assert.equal(new Set(whole).size, 20, sort)
      for (const size of [1, 3, 7, 14]) {
        const byNumber: string[] = []
        for (let page = 1; byNumber.length < 20; page++) byNumber.push(...idsOf(await list(`page=${page}&pageSize=${size}&${sort}`)))
        assert.deepEqual(byNumber, whole, `${sort} by number of ${size}`)
        const byCursor: string[] = []
        let cursor: string | null = ''
        while (cursor !== null) {
          const page: { items: { id: string }[]; nextCursor: string | null } = await list(
            `pageSize=${size}&${sort}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          )
          byCursor.push(...idsOf(page))
          cursor = page.nextCursor
        }
        assert.deepEqual(byCursor, whole, `${sort} by cursor of ${size}`)
      }
    }
    assert.deepEqual((await list('page=99')).items, [])
    const names = async (query: string) => (await list(`pageSize=100&${query}`)).items.map(({ name }: { name: string }) => name).sort()
    assert.deepEqual(await names('category=marketing'), ['Piece 1', 'Piece 3'])
    assert.deepEqual(await names('status=inactive'), ['Piece 3'])
    assert.deepEqual(await names('isActive=false'), ['Piece 3'])
    assert.deepEqual(await names('search=100%25'), ['Below 100%'])
    assert.deepEqual(await names('search=password+link'), ['Password reset by link'])
    assert.deepEqual(await names(`search=${systemTemplateId('user_welcome')}`), ['Welcome of a user'])
    assert.deepEqual(await names(`within=${child.tenant.id}`), ['Below 100%'])
    assert.deepEqual(await names(`within=${randomUUID()}`), [])
    expectStatus(await app.get(`${path}?sortBy=subject`, { token: mine }), 400)
  })
})

describe('the recycle bin', () => {
  it('gives a template back as it was, unless its name or code is taken', async () => {
    const made = await makeTemplate(app, token, { code: 'fetched' })
    expectStatus(await remove(app, at(made.id), { token }), 204)
    const entry = (await app.get(`/api/v1/recycle-bin?search=${made.id}`, { token })).json.items[0]
    assert.deepEqual([entry.entityType, entry.displayName, entry.canRestore], ['MessageTemplate', made.name, true])
    const other = await makeTemplate(app, token, { code: 'fetched' })
    assert.equal(expectStatus(await app.post(`/api/v1/recycle-bin/${made.id}/restore`, {}, { token }), 409).json.reason, 'name_taken')
    expectStatus(await remove(app, at(other.id), { token }), 204)
    expectStatus(await app.post(`/api/v1/recycle-bin/${made.id}/restore`, {}, { token }), 200)
    assert.equal((await app.get(at(made.id), { token })).json.bodyHtml, made.bodyHtml)
    expectStatus(await app.request('DELETE', `/api/v1/recycle-bin/${other.id}`, { token }), 204)
    expectStatus(await app.post(`/api/v1/recycle-bin/${other.id}/restore`, {}, { token }), 404)
  })

  it('goes and comes with its tenant, and is erased with it', async () => {
    const gone = await tenantWithAdmin(app)
    const made = await makeTemplate(app, root, { tenantId: gone.tenant.id })
    const row = () =>
      app.open.service.database.kysely
        .selectFrom('messageTemplates')
        .select(['deletedWith', 'purgedAt'])
        .where('id', '=', made.id)
        .executeTakeFirst()
    expectStatus(await remove(app, `/api/v1/Tenants/${gone.tenant.id}`, { token: root }), 204)
    expectStatus(await app.get(at(made.id), { token: root }), 404)
    assert.equal((await row())?.deletedWith, gone.tenant.id)
    expectStatus(await app.post(`/api/v1/recycle-bin/${gone.tenant.id}/restore`, {}, { token: root }), 200)
    expectStatus(await app.get(at(made.id), { token: root }), 200)
    expectStatus(await remove(app, `/api/v1/Tenants/${gone.tenant.id}`, { token: root }), 204)
    expectStatus(await app.request('DELETE', `/api/v1/recycle-bin/${gone.tenant.id}`, { token: root }), 204)
    assert.ok((await row())?.purgedAt)
  })
})
