/** Of which operations the console says that nobody knows whether they were done. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { makesRecord } from '../../console/src/api/makes-record.ts'

/** What is made by a name that there may be once: another call is refused, and makes no second one. */
const once = ['linkExternalLogin', 'registerUser', 'linkUserExternalLogin', 'addTenantDomain']

it('every operation that makes a record is known as one, and no other of those that answer 201', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  }
  const making = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ responses }) => '201' in responses)
    .map(({ operationId }) => operationId)
  assert.ok(making.length > 10)
  assert.deepEqual(
    making.filter((operation) => !makesRecord(operation)),
    once,
  )
})
