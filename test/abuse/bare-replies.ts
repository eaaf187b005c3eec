/** Replies as an attacker compares them. */
import assert from 'node:assert/strict'
import type { Reply } from '../harness.ts'

/** A reply without what differs between any two requests: trace, tokens, and times. */
export function bareReply({ status, rawHeaders, json }: Reply) {
  const { traceId, lockoutEnd, retryAfterSeconds, ...body } = json
  if (status >= 400) assert.match(traceId, /^[0-9a-f]{32}$/)
  const headers = rawHeaders.map((text, at) => (['date', 'retry-after'].includes(rawHeaders[at - 1]?.toLowerCase() ?? '') ? '' : text))
  if (status === 423) {
    assert.equal(Number.isNaN(Date.parse(lockoutEnd)), false)
    assert.ok(retryAfterSeconds > 0)
    body.message = ''
  }
  const isToken = status === 200 && 'accessToken' in body
  return { status, headers: headers.join('\n').replace(/content-length\n\d+/i, ''), body: isToken ? Object.keys(body) : body }
}
