/** The OpenAPI document by itself: that a client can be made from it, and that its examples are what it says. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { errorCodes } from '#core/error-codes.ts'
import { openApiDocument } from '#http/document/openapi.ts'
import type { AnyRoute, Routes } from '#http/route.ts'
import { modules } from '../../src/app.ts'
import { type Answer, assertFits, behind, document, eventOf, examplesOf, jsonOf, linesOf, operations, type Schema } from './schemas.ts'

const ids = new Map(operations.map(({ operation }) => [operation.operationId, operation]))
const verb =
  /^(?:activate|add|block|cancel|change|clone|confirm|count|create|deactivate|delete|disable|discover|end|explain|export|get|impersonate|import|link|list|make|mark|open|preview|protect|purge|refresh|regenerate|remove|render|replace|replay|register|report|resend|request|reset|restore|rotate|send|sign|start|stop|sync|transfer|unlink|unblock|unlock|update|upload|verify)[A-Z]/

describe('the document', () => {
  it('is valid, with at least 60 named schemas and at most so many bytes for each operation', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    assert.ok(valid, JSON.stringify(errors, null, 1))
    assert.ok(Object.keys(document.components.schemas).length >= 60)
    // of 129 operations it was to have 450 kB at most
    const most = (450_000 / 129) * (operations.length + Object.keys(document.webhooks).length)
    assert.ok(Buffer.byteLength(JSON.stringify(document)) <= most, 'as it is served')
    assert.ok(Buffer.byteLength(JSON.stringify(document, null, 1)) <= most, 'as it is kept in docs')
  })

  it('names its schemas in upper camel case, and every one of them is referred to', () => {
    const text = JSON.stringify(document)
    for (const name of Object.keys(document.components.schemas)) {
      assert.match(name, /^[A-Z][A-Za-z]+$/)
      assert.ok(text.includes(`"#/components/schemas/${name}"`), `nobody refers to ${name}`)
    }
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) assert.ok(document.components.schemas[name as string], name)
  })

  it('knows every code of an error and every error status', () => {
    assert.deepEqual((document.components.schemas.ErrorCode as Schema).enum, Object.values(errorCodes).flat())
    for (const response of Object.values(document.components.responses as Record<string, Answer>))
      assert.deepEqual(jsonOf(response)?.schema, { $ref: '#/components/schemas/Error' })
  })

  it('refuses two routes of one name, and a body nobody gave an example of', () => {
    const [health] = Object.values(modules['']!) as [AnyRoute]
    const login = modules['/api/v1/auth/admin']!['POST /login'] as AnyRoute
    const other = { ...health, run: async () => undefined }
    const made = (routes: Routes) => () => openApiDocument({ '': routes })
    assert.throws(made({ 'GET /health': health, 'GET /other': other }), /both are getHealth/)
    assert.throws(made({ 'POST /login': { ...login, also: [], body: z.strictObject({ text: z.string() }) } }), /no name or no example/)
  })
})

describe('every operation of the document', () => {
  it('has an id that a client can call: a verb of the field, unique; an alias says of what', () => {
    assert.equal(ids.size, operations.length)
    for (const { operation, method, path } of operations) {
      assert.match(operation.operationId, verb, `${method} ${path}`)
      const of = operation['x-alias-of']
      if (of === undefined) continue
      assert.ok(ids.has(of) && ids.get(of)?.['x-alias-of'] === undefined, of)
      assert.ok(operation.operationId.startsWith(of) && operation.description.includes(`\`${of}\``))
    }
  })

  it('is described: summary, description, tag, parameters', () => {
    const described = new Set(document.tags.filter(({ description }) => description.length > 20).map(({ name }) => name))
    assert.equal(described.size, document.tags.length)
    for (const { operation, method, path } of operations) {
      const what = `${method} ${path}`
      assert.ok(operation.summary && operation.description, what)
      assert.ok(operation.tags.length === 1 && described.has(operation.tags[0] as string), what)
      const parameters = operation.parameters.map(behind)
      for (const { name, description } of parameters) assert.ok(description?.length > 3, `${what}: ${name}`)
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      assert.deepEqual(
        inPath,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        what,
      )
      const pageSize = parameters.find(({ name }) => name === 'pageSize')
      if (pageSize) assert.deepEqual([pageSize.schema.default, pageSize.schema.minimum, pageSize.schema.maximum], [10, 1, 100])
    }
  })

  it('shows the secret of a webhook where it is made, rotated and revealed, and in no other example', () => {
    const places = operations
      .filter(({ operation }) => operation.tags[0] === 'Webhooks')
      .flatMap(({ operation }) =>
        Object.entries(operation.responses).flatMap(([status, response]) => {
          const told = JSON.stringify(examplesOf(jsonOf(behind(response)) ?? { schema: {} }))
          return /whsec_|"(?:secret|previousSecret)":/.test(told) ? [`${status} ${operation['x-alias-of'] ?? operation.operationId}`] : []
        }),
      )
    assert.deepEqual([...new Set(places)].sort(), ['200 getWebhookSecret', '200 rotateWebhookSecret', '201 createWebhook'])
  })

  for (const { operation, method, path } of operations) {
    it(`${method} ${path}: named shapes, and examples that fit them`, () => {
      const body = jsonOf(operation.requestBody) ?? linesOf(operation.requestBody)
      if (body) {
        assert.match(body.schema.$ref ?? '', /^#\/components\/schemas\//)
        assertExamples(body, 'body')
      } else if (operation.requestBody)
        assert.match(Object.keys(operation.requestBody.content).join(), /^(?:multipart\/form-data|application\/x-ndjson)$/)
      for (const [status, response] of Object.entries(operation.responses)) {
        const answer = jsonOf(behind(response)) ?? linesOf(behind(response)) ?? eventOf(behind(response))
        if (!answer) {
          // a file is of its own type, and has no shape
          const types = Object.keys((behind(response) as { content?: object }).content ?? {})
          if (types.length === 0) assert.equal(status, '204')
          assert.ok(!types.some((type) => /json|octet-stream/.test(type)), types.join())
          continue
        }
        const isError = !(Number(status) < 400)
        const shapes = !isError ? [shapeOf(answer.schema)] : shapesOf(answer.schema)
        for (const shape of shapes) assert.match(shape?.$ref ?? '', /^#\/components\/schemas\//, status)
        if (isError) assert.equal(shapes[0]?.$ref, '#/components/schemas/Error')
        assertExamples(answer, status)
      }
    })
  }
})

function assertExamples(media: Parameters<typeof examplesOf>[0], what: string): void {
  const examples = examplesOf(media)
  assert.ok(examples.length > 0, `${what} has no example`)
  for (const [name, value] of examples) assertFits(media.schema, value, `${what} ${name}`)
}

/** The named one, where the answer is a list of it or holds it in the envelope. */
function shapeOf(schema: Schema): Schema | undefined {
  if (schema.$ref) return schema
  const inner = (schema.items ?? (schema.properties as Record<string, Schema> | undefined)?.data) as Schema | undefined
  return inner && shapeOf(inner)
}

/** Those that an answer is made of, or may be. */
const shapesOf = (schema: Schema): Schema[] => {
  const parts = (schema.anyOf ?? schema.allOf) as Schema[] | undefined
  return parts ? parts.flatMap(shapesOf) : [schema]
}
