/** What must be true of every refusal and of every run, whatever was tried. */
import assert from 'node:assert/strict'
import type { Reply, TestApp } from '../harness.ts'

/** The whole of an error answer, with nothing of ours in it. */
export function assertError(reply: Pick<Reply, 'status' | 'text' | 'json'>, status: number, code?: string): void {
  assert.equal(reply.status, status, reply.text)
  const { isSuccess, data, statusCode, message, traceId, errors } = reply.json
  assert.deepEqual({ isSuccess, data, statusCode }, { isSuccess: false, data: null, statusCode: status })
  assert.ok(typeof message === 'string' && message !== '' && typeof traceId === 'string')
  if (code) assert.equal(reply.json.code, code)
  for (const problem of errors ?? []) assert.deepEqual(Object.keys(problem), ['field', 'code', 'message'])
  assert.doesNotMatch(reply.text, /node_modules|\.[tj]s\b|\\n +at |select |fastify|zod|kysely|postgres|ajv/i)
}

/** Nothing that happened was unforeseen. */
export function assertNothingUnforeseen(app: TestApp): void {
  assert.deepEqual(
    app.logs.filter(({ level }) => level === 'error' || level === 'fatal'),
    [],
  )
}
