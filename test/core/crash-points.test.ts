import assert from 'node:assert/strict'
import { test } from 'node:test'
import { armCrashPoints, crashLabels } from '#core/crash-points.ts'
import { child } from '../db/children.ts'

const program = `
import { armCrashPoints, crashPoint } from '#core/crash-points.ts'
armCrashPoints(process.argv[1] === 'none' ? null : process.argv[1])
for (let n = 1; n <= 3; n++) {
  crashPoint('mail.before-send')
  crashPoint('mail.after-send')
  process.stdout.write('passed ' + n + '\\n')
}`

for (const [failAt, passed, signal] of [
  ['none', 3, null],
  ['fan-out.after-commit', 3, null],
  ['mail.after-send', 0, 'SIGKILL'],
  ['mail.after-send:3', 2, 'SIGKILL'],
] as const) {
  test(`armed with ${failAt}, ${passed} of 3 passages are survived`, async () => {
    const run = child(program, failAt)
    await run.ended
    assert.deepEqual([run.lines.length, run.process.signalCode], [passed, signal], run.errors())
  })
}

test('a place that does not exist is refused', () => {
  for (const failAt of ['mail', 'mail.after-send:0', 'mail.after-send:x', 'mail.after-send:', '']) {
    assert.throws(() => armCrashPoints(failAt), /FAIL_AT must be one of/)
  }
  for (const label of crashLabels) armCrashPoints(label)
  armCrashPoints(null)
})
