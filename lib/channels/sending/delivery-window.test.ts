import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rhythm } from '@/lib/outbox/subscription'
import { dueTime } from './delivery-window'
import { localTime, nextLocalTime } from './local-time'

const at = (text: string) => Date.parse(text)
const night = { from: 22 * 60, to: 7 * 60 }
const berlin = (rhythm: Partial<Rhythm>): Rhythm => ({
  quiet: undefined,
  timeZone: 'Europe/Berlin',
  digest: 'none',
  ...rhythm,
})

describe('quiet hours', () => {
  test.each([
    ['allow sending at once outside them', '2026-06-01T12:00:00Z', '2026-06-01T12:00:00Z'],
    ['defer from their first minute', '2026-06-01T20:00:00Z', '2026-06-02T05:00:00Z'],
    ['defer after midnight', '2026-06-02T00:30:00Z', '2026-06-02T05:00:00Z'],
    ['defer to their last minute', '2026-06-02T04:59:59Z', '2026-06-02T05:00:00Z'],
    ['allow sending when they end', '2026-06-02T05:00:00Z', '2026-06-02T05:00:00Z'],
    ['follow the clocks when they go forward', '2026-03-28T23:00:00Z', '2026-03-29T05:00:00Z'],
    ['follow the clocks when they go back', '2026-10-24T23:00:00Z', '2026-10-25T06:00:00Z'],
  ])('%s', (_, now, due) => {
    expect(dueTime(berlin({ quiet: night }), at(now), at(now))).toBe(at(due))
  })

  test('that end at a skipped local time end after the gap', () => {
    const quiet = { from: 0, to: 150 }
    const now = at('2026-03-29T00:30:00Z')
    expect(dueTime(berlin({ quiet }), now, now)).toBe(at('2026-03-29T01:30:00Z'))
  })

  test('that end at a repeated local time last through both', () => {
    const quiet = { from: 60, to: 150 }
    const first = dueTime(berlin({ quiet }), 0, at('2026-10-24T23:30:00Z'))
    expect(first).toBe(at('2026-10-25T00:30:00Z'))
    expect(dueTime(berlin({ quiet }), 0, at('2026-10-25T01:10:00Z'))).toBe(
      at('2026-10-25T01:30:00Z'),
    )
  })

  test('of an unknown time zone are in UTC', () => {
    const rhythm = berlin({ quiet: night, timeZone: 'Mars/Olympus' })
    expect(dueTime(rhythm, 0, at('2026-06-01T23:00:00Z'))).toBe(at('2026-06-02T07:00:00Z'))
  })
})

describe('a digest', () => {
  test.each([
    ['hourly', 'Europe/Berlin', '2026-06-01T12:20:00Z', '2026-06-01T13:00:00Z'],
    ['hourly', 'Asia/Kolkata', '2026-06-01T12:20:00Z', '2026-06-01T12:30:00Z'],
    ['daily', 'Europe/Berlin', '2026-06-01T06:59:00Z', '2026-06-01T07:00:00Z'],
    ['daily', 'Europe/Berlin', '2026-06-01T07:00:00Z', '2026-06-02T07:00:00Z'],
    ['daily', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T07:00:00Z'],
    ['daily', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T08:00:00Z'],
  ] as const)('%s in %s, created at %s, is sent at %s', (digest, timeZone, created, due) => {
    const rhythm = berlin({ digest, timeZone })
    expect(dueTime(rhythm, at(created), at(created))).toBe(at(due))
    expect(dueTime(rhythm, at(created), at(due))).toBe(at(due))
  })

  test('waits for the end of quiet hours', () => {
    const rhythm = berlin({ digest: 'hourly', quiet: night })
    const createdMs = at('2026-06-01T19:30:00Z')
    expect(dueTime(rhythm, createdMs, createdMs)).toBe(at('2026-06-02T05:00:00Z'))
  })
})

test('a due time is never in the past or in quiet hours, and is due once reached', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ]
  const minute = fc.integer({ min: 0, max: 1_439 })
  const year = 365 * 24 * 60 * 60_000
  const arbitrary = fc.record({
    timeZone: fc.constantFrom(...zones),
    digest: fc.constantFrom('none', 'hourly', 'daily'),
    quiet: fc.option(fc.record({ from: minute, to: minute }), { nil: undefined }),
  })
  const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') })
  fc.assert(
    fc.property(arbitrary, instant, (rhythm, now) => {
      fc.pre(rhythm.quiet?.from !== rhythm.quiet?.to || !rhythm.quiet)
      let due = dueTime(rhythm, now, now)
      expect(due).toBeGreaterThanOrEqual(now)
      // Only a night on which clocks go back may defer it once more.
      for (let turn = 0; dueTime(rhythm, now, due) > due; turn++) {
        expect(turn).toBeLessThan(2)
        due = dueTime(rhythm, now, due)
      }
      expect(due - now).toBeLessThan(year / 100)
    }),
    { seed: 4, numRuns: 500 },
  )
})

test('finds the next local time of day in a time zone', () => {
  const now = at('2026-06-01T12:00:00Z')
  const next = nextLocalTime('America/New_York', 9 * 60, now)
  expect(next).toBe(at('2026-06-01T13:00:00Z'))
  expect(localTime('America/New_York', next)).toBe(at('2026-06-01T09:00:00Z'))
})
