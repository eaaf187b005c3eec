/** What the console lets the audit log be asked for by. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { actionFilter } from '#modules/audit/audit.actions.ts'
import { isAction, knownActions } from '../../console/src/screens/audit/known-actions.ts'

it('what the log is asked for by its event is what the service knows, and all of that', () => {
  const { options } = actionFilter.query as unknown as { readonly options: readonly string[] }
  assert.deepEqual([...knownActions].sort(), [...options].sort())
  assert.ok(options.every(isAction))
  for (const text of ['login', 'auth.', 'auth.log', 'Auth', 'constructor', '']) assert.equal(isAction(text), false, text)
})
