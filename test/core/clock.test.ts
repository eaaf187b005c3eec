import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { ServiceClock } from '#core/clock.ts'

const hourMs = 3_600_000
const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1000, `${a} is not ${b}`)

describe('the clock of the service', () => {
  const realMs = Date.now()
  const clock = new ServiceClock()
  /** Turns the process clock; the monotonic one goes on. */
  const turn = (ms: number) => mock.timers.setTime(realMs + ms)
  before(() => mock.timers.enable({ apis: ['Date'], now: realMs }))
  afterEach(() => turn(0))
  // the next file in this process has a clock that goes
  after(() => mock.timers.reset())

  it('is that of the process while no other was measured, wherever that jumps', () => {
    for (const ms of [0, -hourMs, hourMs]) {
      turn(ms)
      near(clock.now().getTime(), realMs + ms)
      assert.deepEqual([clock.offsetMs, clock.jumpedMs], [0, 0])
    }
  })

  it('follows the one that was measured, and is not moved by a jump of the process clock', () => {
    clock.follow(2 * hourMs)
    for (const ms of [0, -hourMs, hourMs]) {
      turn(ms)
      near(clock.now().getTime(), realMs + 2 * hourMs)
      near(clock.jumpedMs, ms)
      near(clock.offsetMs, 2 * hourMs - ms)
    }
  })

  it('has whole milliseconds, and is what was measured last', () => {
    turn(-hourMs)
    clock.follow(hourMs)
    assert.ok(Number.isInteger(clock.now().getTime()))
    near(clock.now().getTime(), realMs)
    near(clock.jumpedMs, 0)
  })
})
