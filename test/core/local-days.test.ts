import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isTimeZone, localDays } from '#core/local-days.ts'

const hours = (zone: string, now: string, count: number) =>
  Object.fromEntries(localDays(new Date(now), count, zone).map(({ date, from, to }) => [date, (to.getTime() - from.getTime()) / 3_600_000]))
const starts = (zone: string, now: string) => localDays(new Date(now), 1, zone)[0]!

describe('days of a zone', () => {
  test('of UTC, and of zones half and three quarters of an hour off', () => {
    const now = '2026-11-23T18:20:00Z'
    const begin = (zone: string) => [starts(zone, now).date, starts(zone, now).from.toISOString()]
    assert.deepEqual(begin('UTC'), ['2026-11-23', '2026-11-23T00:00:00.000Z'])
    assert.deepEqual(begin('Asia/Kolkata'), ['2026-11-23', '2026-11-22T18:30:00.000Z'])
    assert.deepEqual(begin('Asia/Kathmandu'), ['2026-11-24', '2026-11-23T18:15:00.000Z'])
    assert.deepEqual(begin('America/St_Johns'), ['2026-11-23', '2026-11-23T03:30:00.000Z'])
    assert.deepEqual(begin('Pacific/Apia'), ['2026-11-24', '2026-11-23T11:00:00.000Z'])
    assert.deepEqual(begin('Pacific/Kiritimati'), ['2026-11-24', '2026-11-23T10:00:00.000Z'])
    assert.deepEqual(begin('Etc/GMT+12'), ['2026-11-23', '2026-11-23T12:00:00.000Z'])
  })

  test('over a change of clocks by an hour, and by half of one', () => {
    const changes = (zone: string, now: string) => Object.entries(hours(zone, now, 3)).filter(([, length]) => length !== 24)
    assert.deepEqual(changes('America/St_Johns', '2026-03-09T12:00:00Z'), [['2026-03-08', 23]])
    assert.deepEqual(changes('America/St_Johns', '2026-11-02T12:00:00Z'), [['2026-11-01', 25]])
    assert.deepEqual(changes('Australia/Lord_Howe', '2026-04-05T22:00:00Z'), [['2026-04-05', 24.5]])
    assert.deepEqual(changes('Australia/Lord_Howe', '2026-10-04T22:00:00Z'), [['2026-10-04', 23.5]])
  })

  test('that begin at one in the morning, where midnight is skipped', () => {
    // Egypt: at 00:00 of 24 April 2026 clocks go on to 01:00 (UTC+3)
    const [day] = localDays(new Date('2026-04-24T12:00:00Z'), 1, 'Africa/Cairo')
    assert.deepEqual([day!.from.toISOString(), day!.to.toISOString()], ['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'])
  })

  test('with 29 February in leap years alone, and no other day longer for it', () => {
    for (const zone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
      assert.deepEqual(Object.values(hours(zone, '2028-03-01T12:00:00Z', 3)), [24, 24, 24], zone)
      const year = localDays(new Date('2028-12-31T12:00:00Z'), 366, zone).map(({ date }) => date)
      assert.ok(year.includes('2028-02-29') && new Set(year).size === 366, zone)
    }
    assert.deepEqual(Object.keys(hours('UTC', '2028-03-01T00:00:00Z', 2)), ['2028-02-29', '2028-03-01'])
    assert.deepEqual(Object.keys(hours('UTC', '2027-03-01T00:00:00Z', 2)), ['2027-02-28', '2027-03-01'])
  })

  test('of which one is missing: Apia had no 30 December 2011', () => {
    const days = hours('Pacific/Apia', '2011-12-31T12:00:00Z', 4)
    assert.deepEqual(days, { '2011-12-29': 24, '2011-12-30': 0, '2011-12-31': 24, '2012-01-01': 24 })
  })

  test('follow one another without gap or overlap, through a year, in every zone, at whole quarters', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const days = localDays(new Date('2027-12-31T12:00:00Z'), 370, zone)
      assert.equal(days.length, 370, zone)
      for (const [at, { from, to, date }] of days.entries()) {
        assert.equal(from.getTime() % 900_000, 0, `${zone} ${date}`)
        assert.ok(to > from, `${zone} ${date}`)
        if (at > 0) assert.equal(from.getTime(), days[at - 1]!.to.getTime(), `${zone} ${date}`)
      }
      assert.ok(days.at(-1)!.from <= new Date('2027-12-31T12:00:00Z') && days.at(-1)!.to > new Date('2027-12-31T12:00:00Z'), zone)
    }
  })

  test('of names that are none of a zone are refused', () => {
    for (const zone of ['UTC', 'asia/kolkata', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires', 'EST5EDT']) assert.ok(isTimeZone(zone), zone)
    for (const zone of ['', '+05:30', '-03', 'Mars/Olympus', 'UTC\0', 'Asia/Kolkata ', 'a'.repeat(100), '../UTC', 'America/'])
      assert.ok(!isTimeZone(zone), zone)
  })
})
