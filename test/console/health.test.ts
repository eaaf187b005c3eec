/** What the page of the status says of a service that it can't read, or that is down. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { healthOf } from '../../console/src/screens/status/health.ts'

const works = { status: 'ok', checks: { database: 'ok' } }

describe('the health that is shown', () => {
  it('is what was answered', () => {
    assert.equal(healthOf(works, null), works)
    assert.equal(healthOf(undefined, null), undefined)
  })

  it('is what a service says that is down, and not what it was before', () => {
    const down = { status: 'down', checks: { database: 'down' }, code: 'unavailable' }
    assert.equal(healthOf(works, Object.assign(new Error('503'), { answer: down })), down)
    assert.equal(healthOf(undefined, Object.assign(new Error('503'), { answer: down })), down)
  })

  it('is nothing where nobody answers, or says nothing of it', () => {
    assert.equal(healthOf(works, new Error('no network')), undefined)
    assert.equal(healthOf(works, Object.assign(new Error('403'), { answer: { code: 'permission_denied' } })), undefined)
  })
})
