import { expect, test } from 'vitest'
import { newPace, nextAskMs, paceAfter } from './head-pace'

/** Milliseconds that a node takes to answer. */
const responseMs = 80

type Chain = {
  readonly blockSeconds: number
  /** Milliseconds after its timestamp at which a block appears: a part for all blocks, and one that varies. */
  readonly arrivalMs: number
  readonly jitterMs: number
  /** Every how many blocks a slot stays empty. */
  readonly emptyEvery?: number
}

/** Follows a chain for ten minutes; returns requests per block, and the mean delay of their discovery. */
function follow({ blockSeconds, arrivalMs, jitterMs, emptyEvery = Number.NaN }: Chain) {
  const visible: { number: number; timestamp: number; atMs: number }[] = []
  for (let number = 0; number * blockSeconds < 600; number += 1) {
    if (number % emptyEvery === 1) continue
    const timestamp = number * blockSeconds
    const jitter = ((number * 7_919) % 100) / 100
    visible.push({ number, timestamp, atMs: timestamp * 1_000 + arrivalMs + jitter * jitterMs })
  }
  let [pace, nowMs, seen, asked, lateMs] = [newPace, arrivalMs + 1_000, -1, 0, 0]
  while (nowMs < 600_000) {
    const newest = visible.findLast(({ atMs }) => atMs <= nowMs)
    if (!newest) throw new Error('nothing to see')
    asked += 1
    const isNew = newest.number !== seen
    if (isNew) lateMs += nowMs - newest.atMs
    seen = newest.number
    const found = { timestamp: newest.timestamp, askedMs: nowMs, isNew }
    pace = paceAfter(pace, found, blockSeconds)
    nowMs = Math.max(nextAskMs(pace, found, blockSeconds), nowMs + responseMs)
  }
  return { perBlock: asked / visible.length, meanLateMs: lateMs / visible.length }
}

test.each<[string, Chain, number]>([
  ['12 s', { blockSeconds: 12, arrivalMs: 1_500, jitterMs: 1_000, emptyEvery: 50 }, 1.5],
  ['5 s', { blockSeconds: 5, arrivalMs: 800, jitterMs: 400, emptyEvery: 30 }, 1.5],
  ['2 s', { blockSeconds: 2, arrivalMs: 300, jitterMs: 60 }, 1.3],
  ['2 s, with a clock 40 s ahead', { blockSeconds: 2, arrivalMs: 40_300, jitterMs: 60 }, 1.3],
])('a block of %s costs little more than one request', (_, chain, most) => {
  const { perBlock, meanLateMs } = follow(chain)
  expect(perBlock).toBeLessThan(most)
  expect(meanLateMs).toBeLessThan(chain.blockSeconds * 150)
})

test('blocks faster than half a second share a request', () => {
  const { perBlock } = follow({ blockSeconds: 0.25, arrivalMs: 50, jitterMs: 20 })
  expect(perBlock).toBeLessThan(0.6)
})

test('polls a halted chain about once per block time', () => {
  let [pace, nowMs, asked] = [newPace, 0, 0]
  while (nowMs < 600_000) {
    const found = { timestamp: 0, askedMs: nowMs, isNew: asked === 0 }
    pace = paceAfter(pace, found, 12)
    nowMs = nextAskMs(pace, found, 12)
    asked += 1
  }
  expect(asked).toBeLessThan(60)
})
