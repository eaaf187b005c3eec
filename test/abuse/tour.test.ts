/** Every address there is, called with success; every answer has the shape that was promised. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { z } from 'zod'
import { apiDocument } from '../../src/app.ts'
import { startApp, type TestApp } from '../harness.ts'
import { eventIn } from '../notifications/sse.ts'
import * as api from '../openapi/schemas.ts'
import { assertNothingUnforeseen } from './refusals.ts'
import { mostAddresses, nameOf, operations, tour, type Visit } from './tour.ts'

let app: TestApp
const visits: Visit[] = []
before(async () => {
  app = await startApp()
  for (let style = 0; style < mostAddresses; style++) visits.push(...(await tour(app, style, { mark: randomUUID() })).visits)
})
after(() => assertNothingUnforeseen(app))

const mounted = [...operations.values()].flatMap(({ addresses }) => addresses.map(nameOf))

const placeOf = (address: string) =>
  api.operations.find(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}` === address) as api.Place

describe('the tour', () => {
  it('calls every address that is mounted', () => {
    assert.deepEqual(new Set(visits.map(({ address }) => address)), new Set(mounted))
  })

  for (const address of mounted) {
    it(`${address} answers exactly the shape it declares`, () => {
      const found = visits.filter((visit) => visit.address === address)
      assert.ok(found.length > 0)
      for (const { endpoint, enveloped, reply } of found) {
        assert.equal(reply.status, endpoint.status ?? 200)
        assert.equal(reply.headers['cache-control'], 'no-store')
        assert.equal(reply.headers['x-content-type-options'], 'nosniff')
        if (enveloped)
          assert.deepEqual(
            { ...reply.json, data: null, message: '' },
            { isSuccess: true, data: null, message: '', statusCode: reply.status },
          )
        if (endpoint.lines) {
          const schema = endpoint.reply as z.ZodObject
          for (const line of reply.text.trimEnd().split('\n')) schema.strict().parse(JSON.parse(line))
          continue
        }
        const files = endpoint.download ?? endpoint.serves
        if (files) {
          assert.ok(files.includes((reply.headers['content-type'] as string).split(';', 1)[0] as string))
          continue
        }
        if (endpoint.stream) {
          const { operation } = placeOf(address)
          api.assertFits(api.eventOf(operation.responses[reply.status])!.schema, eventIn(reply.text), address)
          endpoint.stream.event.parse(eventIn(reply.text))
          continue
        }
        const answer = enveloped ? reply.json.data : reply.json
        // a field that the schema does not know would be taken out by `parse`, one that is missing makes it throw
        if (endpoint.reply) assert.deepEqual(endpoint.reply.parse(answer), answer)
        else assert.ok(answer === null || reply.text === '', reply.text)
        const { operation } = placeOf(address)
        const documented = api.jsonOf(api.behind(operation.responses[reply.status] as api.Answer))
        if (documented) api.assertFits(documented.schema, reply.json, address)
        else assert.equal(reply.text, '')
        if (reply.status === 201) assert.match(reply.headers.location as string, new RegExp(`^/api/v1/[\\w/-]+/${answer.id}$`))
      }
    })
  }
})

describe('the OpenAPI document', () => {
  it('is the one served, valid, and names the mounted addresses exactly', async () => {
    const { json, headers } = await app.get('/swagger/json')
    assert.match(headers['content-type'] as string, /json/)
    const { valid, errors } = await new Validator().validate(structuredClone(json))
    assert.ok(valid, JSON.stringify(errors, null, 1))
    assert.deepEqual(json, JSON.parse(JSON.stringify(apiDocument())))
    const named = Object.entries(json.paths as Record<string, object>).flatMap(([path, entry]) =>
      Object.keys(entry).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    assert.deepEqual(new Set(named), new Set(mounted))
  })

  it('has a page that asks no other host for anything', async () => {
    const page = await app.get('/swagger/')
    assert.equal(page.status, 200)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url as string)
    assert.ok(files.length > 3)
    for (const url of files) {
      assert.doesNotMatch(url, /^(?:https?:)?\/\//)
      assert.equal((await app.get(new URL(url, `${app.url}/swagger/`).pathname)).status, 200, url)
    }
    const policy = page.headers['content-security-policy'] as string
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /https?:|unsafe-eval/)
  })
})
