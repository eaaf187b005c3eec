/** The judge of all answers, by answers that are made up: what it lets pass no other test would see. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply } from '../rig/http.ts'
import { judge } from './answers.ts'
import { operationAt } from './operation-at.ts'

const json = (status: number, body: unknown, type = 'application/json; charset=utf-8'): Reply => {
  const text = JSON.stringify(body)
  return { status, headers: { 'content-type': type }, rawHeaders: [], text, json: JSON.parse(text) }
}
const empty = (status: number, text = ''): Reply => ({ status, headers: {}, rawHeaders: [], text, json: undefined })
const error = { isSuccess: false, data: null, statusCode: 404, code: 'not_found', message: 'No', traceId: 'x'.repeat(32) }
const health = { status: 'ok', timestamp: '2026-11-23T12:00:00.000Z' }

describe('an answer', () => {
  const fitting: [method: string, path: string, reply: Reply][] = [
    ['GET', '/health', json(200, health)],
    ['GET', '/HEALTH/?a=/x', json(200, health)],
    ['GET', '/health', json(200, { ...health, more: 1 })],
    ['GET', '/api/v1/admins/some-id', json(404, error)],
    ['DELETE', '/api/v1/roles/some-id', empty(204)],
    // any address may answer these, and these are no operations
    ['GET', '/health', json(431, error)],
    ['GET', '/nowhere', json(200, {})],
    ['DELETE', '/health', json(405, {})],
  ]
  for (const [method, path, reply] of fitting)
    it(`${method} ${path} ${reply.status} ${reply.text} fits`, () => assert.doesNotThrow(() => judge(method, path, reply)))

  const wrong: [method: string, path: string, reply: Reply, problem: RegExp][] = [
    ['GET', '/health', json(200, { status: 'ok' }), /GET \/health 200: .*timestamp/],
    ['GET', '/health', json(200, { ...health, status: 'fine' }), /status/],
    ['GET', '/health', json(200, health, 'text/plain'), /answers text\/plain/],
    ['GET', '/health', json(202, health), /GET \/health 202: is not declared/],
    ['GET', '/health', json(404, error), /is not declared/],
    ['GET', '/api/v1/admins/some-id', json(404, { ...error, code: 'nobody_knows' }), /GET \/api\/v1\/Admins\/\{id\} 404: .*code/],
    ['DELETE', '/api/v1/roles/some-id', empty(204, ' '), /has a body/],
  ]
  for (const [method, path, reply, problem] of wrong)
    it(`${method} ${path} ${reply.status} ${reply.text} does not`, () => assert.throws(() => judge(method, path, reply), problem))
})

describe('an address', () => {
  it('belongs to the operation that the router would take', () => {
    const nameOf = (path: string) => operationAt('GET', path)?.name
    assert.equal(nameOf('/api/v1/admins/me'), 'GET /api/v1/Admins/me')
    assert.equal(nameOf('/api/v1/admins/Me/?x=1#y'), 'GET /api/v1/Admins/me')
    assert.equal(nameOf('/api/v1/admins/01a1/permissions'), 'GET /api/v1/Admins/{id}/permissions')
    assert.equal(nameOf('/api/v1/admins//permissions'), undefined)
    assert.equal(nameOf('/'), undefined)
  })
})
