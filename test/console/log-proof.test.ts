/** Which log is proved, and what is known of it after some steps. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { logOf, noneYet, proofWith } from '../../console/src/screens/audit/proof.ts'

it('an admin of a tenant proves the own log, whatever is looked at; one of the platform that of the tenant, or its own', () => {
  assert.equal(logOf('own', 'child'), 'own')
  assert.equal(logOf('own', undefined), 'own')
  assert.equal(logOf(null, 'child'), 'child')
  assert.equal(logOf(null, undefined), null)
})

it('steps add up, and nothing is proved beyond a break', () => {
  const step = { checked: 10, unsealed: 2, erased: 1, firstBreak: null, nextSequence: 11 }
  const first = proofWith(noneYet, step)
  assert.deepEqual(first, { checked: 10, unsealed: 2, erased: 1, firstBreak: null, next: 11, isDone: false })
  const second = proofWith(first, { ...step, unsealed: 3, firstBreak: { entryId: null, kind: 'removed' } })
  assert.deepEqual([second.checked, second.unsealed, second.erased, second.isDone], [20, 3, 2, true])
})
