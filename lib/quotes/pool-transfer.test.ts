import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pool } from '@/lib/liquidity/pool'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { createPoolReceiver, createPoolSender } from './pool-transfer'

const { pools } = randomMarket({ seed: 1, tokens: 6, pools: 12 })
/** A market over many blocks: each snapshot holds some of twelve pools, each in one of several states. */
const states = pools.map((pool) => Array.from({ length: 40 }, () => ({ ...pool })))
const snapshots = Array.from({ length: 120 }, (_, i): readonly Pool[] =>
  states.map((versions, place) => versions[Math.floor(i / (1 + place)) % 40]!),
)

test('a thread has the pools of each request, and each pool state is copied once while it is cached', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(119), { minLength: 1, maxLength: 300 }), (asked) => {
      const updateFor = createPoolSender()
      const poolsOf = createPoolReceiver()
      for (const index of asked) {
        const update = structuredClone(updateFor(snapshots[index]!))
        expect(poolsOf(update)).toEqual(snapshots[index])
      }
    }),
    { numRuns: 30, seed: 2 },
  )
})

test('copies neither a known snapshot nor an unchanged pool again', () => {
  const updateFor = createPoolSender()
  const [first, second, ...others] = pools as [Pool, Pool, ...Pool[]]
  const before = [first, second, ...others]
  expect(updateFor(before).added).toHaveLength(12)
  expect(updateFor(before)).toMatchObject({ members: undefined, added: [] })
  const after = [first, { ...second }, ...others]
  expect(updateFor(after).added.map(([, pool]) => pool)).toEqual([second])
})

test('a snapshot is the same array in the thread each time, so that derived caches stay valid', () => {
  const updateFor = createPoolSender()
  const poolsOf = createPoolReceiver()
  expect(poolsOf(updateFor(pools))).toBe(poolsOf(updateFor(pools)))
})
