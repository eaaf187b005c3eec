/** OpenTelemetry: what a receiver of OTLP over HTTP is sent by a real process, and that nothing is without one. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { expectStatus } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { type Service, startService } from '../rig/service.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly status: { readonly code?: number }
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const password = 'zuvaqor-71-Kestrel'
const spans: Span[] = []
const resources: string[] = []
const heads: Record<string, unknown>[] = []
const receiver = createServer(async (request, response) => {
  heads.push({ path: request.url, method: request.method, ...request.headers })
  for (const { resource, scopeSpans } of ((await json(request)) as Export).resourceSpans) {
    resources.push(JSON.stringify(resource))
    spans.push(...scopeSpans.flatMap((scope) => scope.spans))
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
let service: Service
let token: string
before(async () => {
  receiver.listen(0, '127.0.0.1')
  await eventually('the receiver', () => receiver.address())
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const databaseUrl = process.env.TEST_DATABASE === 'postgres' ? await (await throwawayPostgres()).createDatabase() : null
  service = await startService({
    databaseUrl,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20receiver-secret',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      BOOTSTRAP_ADMIN_PASSWORD: password,
      RATE_LIMITS: 'off',
    },
  })
  const credentials = { identifier: 'superadmin', password, isPlatformAdmin: true }
  token = expectStatus(await service.http.post('/api/v1/auth/admin/login', credentials), 200).json.accessToken
})
after(() => receiver.close())

const attributesOf = ({ attributes }: Span) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const named = (name: string, isIt: (span: Span) => boolean = () => true) =>
  eventually(`a span ${name}`, () => spans.find((span) => span.name === name && isIt(span)))
/** Whether a span lies below another, however deep. */
const isBelow = (span: Span, { spanId }: Span): boolean => {
  const parent = spans.find((other) => other.spanId === span.parentSpanId)
  return span.parentSpanId === spanId || (parent !== undefined && isBelow(parent, { spanId } as Span))
}

describe('traces', () => {
  it('a request is a part of its caller’s trace, with its transaction and statements below it', async () => {
    const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    expectStatus(await service.http.request('PUT', '/api/v1/Admins/me', { token, headers, body: { firstName: 'Renamed' } }), 200)
    const request = await named('PUT /api/v1/Admins/me')
    assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [traceId, spanId, 2])
    const { 'tenantry.trace_id': ours, ...attributes } = attributesOf(request)
    assert.deepEqual(attributes, {
      'http.request.method': 'PUT',
      'http.route': '/api/v1/Admins/me',
      'tenantry.operation': 'updateOwnProfile',
      'http.response.status_code': 200,
    })
    assert.match(String(ours), /^[0-9a-f]{32}$/)
    assert.notEqual(ours, traceId)
    const transaction = await named('transaction', (span) => isBelow(span, request))
    const update = await named('UPDATE accounts', (span) => isBelow(span, transaction))
    assert.deepEqual(attributesOf(update), { 'db.system.name': 'postgresql', 'db.query.summary': 'UPDATE accounts' })
    for (const span of [request, transaction, update]) {
      assert.equal(span.traceId, traceId)
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))
    }
    assert.ok(BigInt(update.startTimeUnixNano) >= BigInt(request.startTimeUnixNano) - 1_000_000n)
  })

  it('without one it begins a trace, whose id is that of its answer and its line in the log', async () => {
    const { json } = expectStatus(await service.http.get('/api/v1/Tenants/0190f5e4-0000-7000-8000-000000000000', { token }), 404)
    const request = await named('GET /api/v1/Tenants/:id', (span) => span.traceId === json.traceId)
    assert.equal(attributesOf(request)['tenantry.trace_id'], json.traceId)
    assert.ok(!request.parentSpanId)
    // malformed counts as none; one that its caller keeps no record of is none of ours either
    const refused = await service.http.get('/no/such/path', { headers: { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` } })
    assert.equal((await named('GET unknown', (span) => span.traceId === refused.json.traceId)).traceId, refused.json.traceId)
    const unkept = 'aaaabbbbccccddddeeeeffff00001111'
    await service.http.get('/health', { headers: { traceparent: `00-${unkept}-00f067aa0ba902b7-00` } })
    await service.http.get('/health', { headers: { traceparent: `00-${'b'.repeat(32)}-00f067aa0ba902b7-01` } })
    await named('GET /health', (span) => span.traceId === 'b'.repeat(32))
    assert.ok(!spans.some((span) => span.traceId === unkept))
  })

  it('a job has a span, and the mail that it sends one below that', async () => {
    await service.http.post('/api/v1/auth/admin/request-password-reset', { email: 'superadmin@tenantry.local' })
    await named('job password-reset.send')
    const job = await named('job email.send')
    const mail = await named('send mail', (span) => isBelow(span, job))
    assert.deepEqual(attributesOf(mail), { 'tenantry.mail.transport': 'outbox', 'tenantry.mail.outcome': 'sent' })
    assert.equal(mail.kind, 3)
  })

  it('goes to /v1/traces with the headers that are configured, and says what sends it', () => {
    assert.ok(heads.length > 0)
    for (const head of heads)
      assert.deepEqual(
        [head.method, head.path, head['content-type'], head.authorization],
        ['POST', '/v1/traces', 'application/json', 'Bearer receiver-secret'],
      )
    for (const part of ['"service.name"', '"tenantry"', 'deployment.environment.name']) assert.ok(resources[0]!.includes(part), part)
  })

  it('holds nothing of a person or of what was sent', async () => {
    const canary = 'canary-5d1c'
    await service.http.post(`/api/v1/auth/admin/login?x=${canary}`, { identifier: `${canary}@example.test`, password: canary })
    await service.http.post('/api/v1/auth/admin/login', { identifier: `${canary}@example.test`, password: canary })
    await service.http.get(`/api/v1/Admins?search=${canary}`, { token, headers: { 'user-agent': canary, tracestate: `x=${canary}` } })
    await service.http.get(`/${canary}`, { token: canary })
    await named('GET /api/v1/Admins')
    await named('GET unknown', (span) => spans.indexOf(span) > 0)
    assert.equal(await service.kill('SIGTERM'), 0)
    const text = JSON.stringify(spans)
    for (const part of [canary, 'superadmin', 'example.test', 'tenantry.local', 'Renamed', '127.0.0.1', password, '$1'])
      assert.ok(!text.includes(part), part)
    assert.deepEqual(service.stderr, [])
  })
})

it('the packages are loaded by nobody else: a process without an endpoint neither waits for them nor holds them', () => {
  const probe = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) { if (/opentelemetry.(sdk|exporter|resources)/.test(name)) console.log(name); return next(name, context) } })
  `)}`
  const load = (file: string) => {
    const code = `await import('${new URL(`../../src/${file}`, import.meta.url).href}')`
    const run = spawnSync(process.execPath, ['--conditions=source', '--import', probe, '--input-type=module', '--eval', code], {
      encoding: 'utf8',
    })
    return run.stdout + run.stderr
  }
  assert.equal(load('main.ts'), '')
  assert.match(load('outside/tracing/otlp.ts'), /sdk-trace/)
})
