import { expect, test } from 'vitest'
import { boundSettlement } from '@/lib/auctions/bounds/auction-bound'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { someOf } from '@/lib/testing/cases'
import { addEdge, solveSaddle, square, times, timesTransposed } from './matrix'
import { solveBothWays, solveEvenly } from './solve-batch'

test.each([
  { partial: 1, buying: 0, min: 0.996 },
  { partial: 0.5, buying: 0.4, min: 0.985 },
])(
  'pays surplus to the orders where it scores most: $partial',
  { tags: ['long'] },
  ({ min, ...terms }) => {
    let [evenly, reached, bounds] = [0, 0, 0]
    for (const seed of someOf([3, 4, 1, 2], 2)) {
      const auction = randomAuction({ seed, orders: 40, ...terms })
      const { even, best } = solveBothWays(auction)
      const bound = Number(boundSettlement(auction))
      const score = best ? verifySettlement(auction, best.solution) : 0n
      expect(score).toBe(best?.score)
      expect(Number(score)).toBeLessThanOrEqual(bound)
      evenly += Number(even?.score)
      reached += Number(score)
      bounds += bound
    }
    expect(reached / bounds).toBeGreaterThan(min)
    expect(reached / evenly).toBeGreaterThan(1.002)
  },
)

test('distributed evenly, all orders of a pair trade at the clearing price', () => {
  const auction = randomAuction({ seed: 5, orders: 40, partial: 1 })
  const { even } = solveBothWays(auction)
  expect(even).toEqual(solveEvenly(auction))
  for (const { uid, sellAmount, buyAmount } of even?.solution.trades ?? []) {
    const order = auction.orders.find((entry) => entry.uid === uid)?.order
    const value = (token: `0x${string}` | undefined) => Number(token && auction.prices.get(token))
    const paid = Number(buyAmount) * value(order?.buyToken)
    const given = Number(sellAmount) * value(order?.sellToken)
    expect(Math.abs(paid / given - 1)).toBeLessThan(0.03)
  }
})

test('both derivatives are zero at the solution of a saddle system', () => {
  const random = seededRandom(7)
  const size = 6
  const matrix = (weight: () => number) => {
    const made = square(size)
    for (let a = 0; a < size; a += 1) {
      for (let b = 0; b < a; b += 1) addEdge(made, [a, b], weight())
      made.at[a * size + a] = (made.at[a * size + a] ?? 0) + 0.1
    }
    return made
  }
  const [bend, curve] = [matrix(random), matrix(random)]
  const cross = { size, at: Float64Array.from({ length: size * size }, () => random() - 0.5) }
  const vector = () => Float64Array.from({ length: size }, () => random() - 0.5)
  const [pull, gradient] = [vector(), vector()]
  const copy = { size, at: curve.at.slice() }
  const [moves, changes] = solveSaddle({ bend, cross, curve: copy }, { pull, gradient })
  const bent = times(bend, moves)
  const crossed = times(cross, changes)
  const curved = times(curve, changes)
  const back = timesTransposed(cross, moves)
  for (let k = 0; k < size; k += 1) {
    expect((crossed[k] ?? 0) - (bent[k] ?? 0) + (pull[k] ?? 0)).toBeCloseTo(0, 9)
    expect((back[k] ?? 0) + (curved[k] ?? 0) + (gradient[k] ?? 0)).toBeCloseTo(0, 9)
  }
})
