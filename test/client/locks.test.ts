/** One at a time, with the Web Locks of Node and where there are none. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../scripts/tests/files.ts'

const run = promisify(execFile)

const program = `
import { withLock } from '${join(root, 'client/src/locks.ts')}'
let [inside, most, done, waited] = [0, 0, 0, 0]
const work = async (hasWaited) => {
  most = Math.max(most, ++inside)
  waited += hasWaited ? 1 : 0
  await new Promise((resolve) => setTimeout(resolve, 1))
  inside--
  if (++done % 5 === 0) throw new Error('of the work')
  return done
}
const ends = await Promise.allSettled(Array.from({ length: 20 }, () => withLock('a', work)))
const other = await withLock('b', async (hasWaited) => hasWaited)
const held = Promise.withResolvers()
const first = withLock('a', () => held.promise)
const gone = new AbortController()
const late = withLock('a', async () => 'never', gone.signal).catch((error) => error.message)
gone.abort(new Error('gave up'))
held.resolve('held')
const failed = ends.filter(({ status }) => status === 'rejected').length
console.log(JSON.stringify({ locks: Boolean(globalThis.navigator?.locks), most, done, waited, failed, other, first: await first, late: await late }))
`

describe('a lock', () => {
  for (const [where, flags, locks] of [
    ['of the platform', [], true],
    ['of this program alone', ['--no-experimental-global-navigator'], false],
  ] as const)
    it(`${where} lets one in after the other, whatever becomes of them, and nobody who gave up`, async () => {
      const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', program], { timeout: 60_000 })
      const wanted = { locks, most: 1, done: 20, waited: 19, failed: 4, other: false, first: 'held', late: 'gave up' }
      assert.deepEqual(JSON.parse(stdout), wanted)
    })
})
