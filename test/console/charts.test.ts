/** Where things of a chart stand, and days as a time zone has them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rateKey } from '#core/client-key.ts'
import { csvOf } from '../../console/src/ui/charts/csv.ts'
import { failedFrom } from '../../console/src/ui/charts/failed-from.ts'
import { changeOf, fromLeft, labelsOf, lineOf, slotsOf, stackOf, ticksOf } from '../../console/src/ui/charts/scale.ts'
import { dayAfter, dayEnd, dayOf, dayStart, timeIn } from '../../console/src/ui/days/days.ts'

describe('charts', () => {
  it('have axes of whole round numbers that hold the most there is', () => {
    assert.deepEqual(ticksOf(0), [0, 1])
    assert.deepEqual(ticksOf(3), [0, 1, 2, 3])
    assert.deepEqual(ticksOf(17), [0, 5, 10, 15, 20])
    assert.deepEqual(ticksOf(400), [0, 100, 200, 300, 400])
    for (let most = 1; most < 3000; most += 7) {
      const ticks = ticksOf(most)
      assert.ok((ticks.at(-1) ?? 0) >= most && ticks.length <= 6, String(most))
    }
  })
  it('are mirrored for whoever reads from the right', () => {
    const [first] = slotsOf(4, 0.5)
    assert.deepEqual(first, { start: 6.25, width: 12.5 })
    assert.equal(fromLeft(6.25, 12.5, false), 6.25)
    assert.equal(fromLeft(6.25, 12.5, true), 81.25)
    assert.equal(lineOf([0, 10, 5], false), '0,100 50,0 100,50')
    assert.equal(lineOf([0, 10, 5], true), '100,100 50,0 0,50')
  })
  it('put parts upon each other, and label the last', () => {
    assert.deepEqual(stackOf([3, 1], 10), [
      { from: 0, to: 30 },
      { from: 30, to: 40 },
    ])
    assert.deepEqual(labelsOf(7, 7), [0, 1, 2, 3, 4, 5, 6])
    assert.deepEqual(labelsOf(30, 7), [4, 9, 14, 19, 24, 29])
  })
  it('say by how much a number changed, and nothing where there was none', () => {
    assert.deepEqual([changeOf(15, 10), changeOf(5, 10), changeOf(5, 0), changeOf(1056, 13)], [50, -50, null, null])
  })
  it('lead to what failed from an address, as the log has that written', () => {
    const from = '2026-11-24T00:00:00.000Z'
    const searched = (address: string) => failedFrom(address, from, false).search
    assert.deepEqual(failedFrom('203.0.113.7', from, false), { search: '203.0.113.7', from, outcome: 'failure' })
    // refusals count, too, where the whole service is looked at
    assert.deepEqual(failedFrom('203.0.113.7', from, true), { search: '203.0.113.7', from })
    for (const [address, written] of [
      ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2:a:b:c:d'],
      ['2001:db8:0:2::5', '2001:db8:0:2::5'],
      ['2001:db8:1::5', '2001:db8:1::5'],
      ['2001:db8:1:0:a:b:c:d', '2001:db8:1:0:a:b:c:d'],
      ['2001:db8::5', '2001:db8::5'],
      ['2001:0:0:2:a:b:c:d', '2001::2:a:b:c:d'],
      ['2001:0:0:2::5', '2001:0:0:2::5'],
      ['::1', '::1'],
    ] as const) {
      const key = rateKey(address)
      assert.ok(key.endsWith('::/64') && written.includes(searched(key)), `${searched(key)} of ${key} is not in ${written}`)
    }
    assert.equal(searched('2001:db8:1:2::/64'), '2001:db8:1:2:')
  })
  it('make files in which nothing is run', () => {
    assert.equal(
      csvOf([
        ['a,"b"', 3],
        ['=1+1', 'ريم'],
      ]),
      '\uFEFF"a,""b""",3\r\n\'=1+1,ريم\r\n',
    )
  })
})

describe('days of a zone', () => {
  it('begin and end when its clocks say so', () => {
    assert.equal(dayStart('2026-11-24', 'UTC').toISOString(), '2026-11-24T00:00:00.000Z')
    assert.equal(dayStart('2026-11-24', 'Asia/Kolkata').toISOString(), '2026-11-23T18:30:00.000Z')
    assert.equal(dayStart('2026-11-24', 'America/Los_Angeles').toISOString(), '2026-11-24T08:00:00.000Z')
    // the clocks of Berlin go forward on this day, which has 23 hours
    assert.equal(dayStart('2026-03-29', 'Europe/Berlin').toISOString(), '2026-03-28T23:00:00.000Z')
    assert.equal(dayEnd('2026-03-29', 'Europe/Berlin').toISOString(), '2026-03-29T21:59:59.999Z')
    // of any year, such as a field has while one is typed
    assert.equal(dayStart('0002-11-24', 'UTC').toISOString(), '0002-11-24T00:00:00.000Z')
    assert.equal(dayEnd('9998-12-31', 'Pacific/Kiritimati').toISOString(), '9998-12-31T09:59:59.999Z')
  })
  it('begin when their first minute is shown, also where the clocks change at midnight', () => {
    const starts = [
      // put forward at midnight, west and east of UTC: the day begins at one
      ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
      ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
      ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
      ['Asia/Amman', '2022-02-25', '2022-02-24T22:00:00.000Z'],
      // put back over midnight, which is shown twice
      ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
      ['Asia/Amman', '2021-10-29', '2021-10-28T21:00:00.000Z'],
      // put back just before it
      ['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z'],
    ] as const
    for (const [zone, day, start] of starts) {
      assert.equal(dayStart(day, zone).toISOString(), start, zone)
      const before = new Date(dayStart(day, zone).getTime() - 1)
      assert.deepEqual([dayOf(dayStart(day, zone), zone), dayOf(before, zone)], [day, dayAfter(day, -1)], zone)
    }
  })
  it('have times, of which one that is left out is never early', () => {
    const times = [
      ['2026-03-08T01:30', '2026-03-08T06:30:00.000Z'],
      ['2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
      ['2026-03-08T03:30', '2026-03-08T07:30:00.000Z'],
      // shown twice
      ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
      ['2026-11-01T02:30', '2026-11-01T07:30:00.000Z'],
    ] as const
    for (const [local, at] of times) assert.equal(timeIn(local, 'America/New_York').toISOString(), at, local)
  })
  it('are the days that people there have', () => {
    const at = new Date('2026-12-31T20:00:00Z')
    assert.deepEqual([dayOf(at, 'UTC'), dayOf(at, 'Asia/Kolkata')], ['2026-12-31', '2027-01-01'])
    assert.equal(dayAfter('2026-03-01', -1), '2026-02-28')
  })
})
