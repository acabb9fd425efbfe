import { expect, test } from 'vitest'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import { bidsFor } from './list-auctions-of-order'

const uid = `0x${'5e'.repeat(56)}` as const
const other = `0x${'5f'.repeat(56)}` as const
const token = `0x${'01'.repeat(20)}` as const

const solution = (ranking: number, ids: readonly (typeof uid)[]): CompetitionEntry => ({
  solver: `solver-${ranking}`,
  solverAddress: token,
  score: 10n,
  ranking,
  isWinner: ranking === 1,
  filteredOut: false,
  fault: undefined,
  referenceScore: undefined,
  clearingPrices: {},
  orders: ids.map((id) => ({
    id,
    sellAmount: '100',
    buyAmount: `${200 - ranking}`,
    sellToken: token,
    buyToken: token,
  })),
  txHash: undefined,
  settlement: undefined,
})

test('bids for an order are those of the solutions that hold it, the best solution first', () => {
  const solutions = [solution(1, [other, uid]), solution(2, [other]), solution(3, [uid])]
  expect(bidsFor({ solutions }, uid)).toMatchObject([
    { solver: 'solver-1', isWinner: true, sellAmount: 100n, buyAmount: 199n },
    { solver: 'solver-3', isWinner: false, sellAmount: 100n, buyAmount: 197n },
  ])
  expect(bidsFor({ solutions: [] }, uid)).toEqual([])
})
