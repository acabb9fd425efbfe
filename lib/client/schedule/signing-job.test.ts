import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { planParts } from './plan'
import {
  isRunning,
  type JobEvent,
  type JobState,
  type JobWay,
  nextJob,
  nextPart,
  pausedJob,
  placedParts,
  type SigningJob,
} from './signing-job'

const startSeconds = 1_800_000_000
const interval = 600
const uidOf = (index: number): Hex => `0x${String(index).padStart(112, '0')}`

function jobOf(way: JobWay, parts = 3): SigningJob {
  const worst = { bought: 2n, sold: 1n }
  const terms = { total: 300n, parts, intervalSeconds: interval, startSeconds, worst }
  return {
    ...{ schedule: 'test', chainId: 1, owner: `0x${'11'.repeat(20)}` },
    ...{ sellToken: `0x${'22'.repeat(20)}`, buyToken: `0x${'33'.repeat(20)}` },
    ...{ referrerCode: undefined, way },
    parts: planParts(terms).map((part) => ({ ...part, isPlaced: false })),
  }
}

const play = (state: JobState, ...events: readonly JobEvent[]) => events.reduce(nextJob, state)
const start = (id: number, nowSeconds = startSeconds): JobEvent => ({
  type: 'start',
  id,
  nowSeconds,
})
const sign = (id: number, index: number): JobEvent => ({
  ...{ type: 'sign', id, uid: uidOf(index), signature: '0x12' },
})
const place = (id: number, index: number): JobEvent => ({
  ...{ type: 'place', id, uid: uidOf(index), nowSeconds: startSeconds },
})

describe('a job that signs each part', () => {
  const begun = play(pausedJob(jobOf('each')), start(1))

  test('signs and places part after part', () => {
    expect(begun.phase.at).toBe('signing')
    const signed = play(begun, sign(1, 0))
    expect(signed.phase.at).toBe('placing')
    const next = play(signed, place(1, 0))
    expect(next.phase.at).toBe('signing')
    expect(placedParts(next.job)).toBe(1)
    const done = play(next, sign(1, 1), place(1, 1), sign(1, 2), place(1, 2))
    expect(done.phase.at).toBe('done')
    expect(done.job.parts.map(({ uid }) => uid)).toEqual([uidOf(0), uidOf(1), uidOf(2)])
  })

  test('pauses after the part on its way, and goes on with the next', () => {
    const paused = play(begun, { type: 'pause' }, sign(1, 0), place(1, 0))
    expect(paused.phase).toEqual({ at: 'paused' })
    expect(placedParts(paused.job)).toBe(1)
    const resumed = play(paused, start(2))
    expect(resumed.phase).toMatchObject({ at: 'signing', id: 2 })
  })

  test('waits after a 429, and submits the same signature', () => {
    const waiting = play(begun, sign(1, 0), { type: 'limit', id: 1, untilMs: 5_000 })
    expect(waiting.phase).toEqual({ at: 'waiting', id: 1, untilMs: 5_000 })
    const again = play(waiting, { type: 'retry', id: 1 })
    expect(again.phase.at).toBe('placing')
    expect(nextPart(again.job)?.signature).toBe('0x12')
    expect(play(waiting, { type: 'pause' }, start(2)).phase.at).toBe('placing')
  })

  test('keeps a signature across a failure, and drops it once its time has passed', () => {
    const failed = play(begun, sign(1, 0), { type: 'fail', id: 1, trouble: 'failed' })
    expect(failed.phase).toEqual({ at: 'paused', trouble: 'failed' })
    expect(play(failed, start(2)).phase.at).toBe('placing')
    const later = play(failed, start(2, startSeconds + interval))
    expect(later.phase.at).toBe('signing')
    expect(nextPart(later.job)?.validFrom).toBe(startSeconds + interval)
  })

  test('gives up a silent wallet when it is paused, and ignores its late answer', () => {
    const silent = play(begun, { type: 'late', id: 1 }, { type: 'pause' })
    expect(silent.phase).toEqual({ at: 'paused' })
    expect(play(silent, sign(1, 0))).toEqual(silent)
  })

  test('pauses when the page is left', () => {
    const left = play(begun, { type: 'stop' }, sign(1, 0))
    expect(left.phase).toEqual({ at: 'paused' })
    expect(nextPart(left.job)?.signature).toBeUndefined()
  })
})

describe('a job in one bundle', () => {
  const placed = play(pausedJob(jobOf('batch')), start(1), place(1, 0), place(1, 1), place(1, 2))

  test('places all parts, then asks the wallet once', () => {
    expect(placed.phase).toEqual({ at: 'confirming', id: 1, isLate: false })
    const sent = play(placed, { type: 'send', id: 1 })
    expect(sent.phase.at).toBe('sent')
    expect(play(sent, { type: 'finish', id: 1 }).phase).toEqual({ at: 'done' })
  })

  test('asks again for the same parts after a refusal', () => {
    const declined = play(placed, { type: 'fail', id: 1, trouble: 'declined' })
    expect(play(declined, start(2)).phase).toMatchObject({ at: 'confirming', id: 2 })
    expect(placedParts(declined.job)).toBe(3)
  })

  test('is not paused while the wallet holds the bundle, unless it is silent', () => {
    expect(play(placed, { type: 'pause' }).phase.at).toBe('confirming')
    expect(play(placed, { type: 'late', id: 1 }, { type: 'pause' }).phase.at).toBe('paused')
  })
})

const anyId = fc.integer({ min: 1, max: 3 })
const anyIndex = fc.nat(3)
const anyEvent = fc.oneof<fc.Arbitrary<JobEvent>[]>(
  fc.tuple(anyId, fc.nat(5 * interval)).map(([id, late]) => start(id, startSeconds + late)),
  fc.tuple(anyId, anyIndex).map(([id, index]) => sign(id, index)),
  fc.tuple(anyId, anyIndex).map(([id, index]) => place(id, index)),
  anyId.map((id) => ({ type: 'limit', id, untilMs: 1 })),
  anyId.map((id) => ({ type: 'retry', id })),
  anyId.map((id) => ({ type: 'late', id })),
  anyId.map((id) => ({ type: 'send', id })),
  anyId.map((id) => ({ type: 'fail', id, trouble: 'failed' })),
  fc.constantFrom<JobEvent>({ type: 'pause' }, { type: 'stop' }),
)

test('no sequence of events loses a part, changes a placed one or ends without a way on', () => {
  fc.assert(
    fc.property(fc.constantFrom<JobWay>('each', 'batch'), fc.array(anyEvent), (way, events) => {
      let state = pausedJob(jobOf(way))
      for (const event of events) {
        const next = nextJob(state, event)
        const before = state.job.parts.filter(({ isPlaced }) => isPlaced)
        expect(next.job.parts.slice(0, before.length)).toEqual(before)
        expect(next.job.parts.reduce((sum, part) => sum + part.sellAmount, 0n)).toBe(300n)
        const times = next.job.parts.map(({ validFrom }) => validFrom)
        expect(new Set(times).size).toBe(times.length)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        state = next
      }
      if (state.phase.at === 'done') return
      const resumed = play(state, { type: 'stop' }, start(9))
      expect(isRunning(resumed.phase)).toBe(true)
    }),
    { seed: 15 },
  )
})
