import { expect, test } from 'vitest'
import type { OrderBid } from '@/lib/settlements/reports/find-order-report'
import { bidBars } from './bid-bars'

const bid = (solver: string, amounts: Pick<OrderBid, 'sellAmount' | 'buyAmount'>): OrderBid => ({
  ...amounts,
  solver,
  solverAddress: `0x${'01'.repeat(20)}`,
  ranking: 1,
  isWinner: solver === 'Quasar',
  filteredOut: false,
  settlement: undefined,
  fault: undefined,
})

test('the bars of a sell order reach from its minimum to the best bid', () => {
  const sell = (solver: string, buyAmount: bigint) => bid(solver, { sellAmount: 100n, buyAmount })
  const bids = [sell('Quasar', 400n), sell('Laertes', 350n), sell('Barter', 300n)]
  const bars = bidBars('sell', bids, { sellAmount: 100n, buyAmount: 300n })
  expect(bars.map(({ percent }) => percent)).toEqual([96, 48, 2])
  expect(bars.map(({ vsWinner }) => vsWinner)).toEqual([0n, -50n, -100n])
})

test('a buy order pays less with a better bid', () => {
  const buy = (solver: string, sellAmount: bigint) => bid(solver, { sellAmount, buyAmount: 100n })
  const bars = bidBars('buy', [buy('Quasar', 200n), buy('Laertes', 250n)], {
    ...{ sellAmount: 300n, buyAmount: 100n },
  })
  expect(bars.map(({ amount, percent }) => [amount, percent])).toEqual([
    [200n, 96],
    [250n, 48],
  ])
  expect(bars[1]?.vsWinner).toBe(-50n)
})

test('a bid for a part is compared with the limit of that part', () => {
  const bids = [
    bid('Quasar', { sellAmount: 100n, buyAmount: 400n }),
    bid('Laertes', { sellAmount: 50n, buyAmount: 200n }),
  ]
  const [, half] = bidBars('sell', bids, { sellAmount: 100n, buyAmount: 300n })
  expect(half?.percent).toBe(48)
})
