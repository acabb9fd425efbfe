import { decodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { erc20Abi, wrappedNativeAbi } from '@/lib/chain/contract-abis'
import { nativeToken } from '@/lib/core/address'
import { balancerVault } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import {
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { planSettlement } from './settlement-plan'

const pool = fixturePool([weth, milli(1_000_000)], [usdc, milli(1_000_000)])
const where = { settlement: `0x${'55'.repeat(20)}`, v3Router: originalSwapRouter } as const

async function plan(order: Parameters<typeof fixtureOrder>[1]) {
  const auction = fixtureAuction([fixtureOrder(1, order)], [pool])
  const [solution] = await routeSolver.solve(auction)
  if (!solution) throw new Error('no solution')
  return { solution, plan: planSettlement({ auction, solution, auctionId: 7n, where }) }
}

test('unwraps native payments after the routes, to the atom', async () => {
  const { solution, plan: settlement } = await plan({ sellToken: usdc, buyToken: nativeToken })
  const last = settlement.interactions.intra.at(-1)
  expect(last?.target).toBe(weth)
  expect(decodeFunctionData({ abi: wrappedNativeAbi, data: last?.callData ?? '0x' })).toEqual({
    functionName: 'withdraw',
    args: [solution.trades[0]?.buyAmount],
  })
})

test('approves the vault for exactly the payments into internal balances', async () => {
  const terms = { sellToken: usdc, buyToken: weth, buyTokenBalance: 'internal' } as const
  const { solution, plan: settlement } = await plan(terms)
  const last = settlement.interactions.intra.at(-1)
  expect(last?.target).toBe(weth)
  const { args } = decodeFunctionData({ abi: erc20Abi, data: last?.callData ?? '0x' })
  expect(String(args?.[0]).toLowerCase()).toBe(balancerVault)
  expect(args?.[1]).toBe(solution.trades[0]?.buyAmount)
})

test('places the hooks of trading orders before the routes and after the payments, and no others', async () => {
  const call = (byte: string) =>
    ({ target: weth, value: 0n, callData: `0x${byte}` as const }) as const
  const entries = [1, 2].map((index) => ({
    ...fixtureOrder(index, { sellToken: usdc, buyToken: weth }),
    interactions: { pre: [call(`a${index}`)], post: [call(`b${index}`)] },
  }))
  const auction = fixtureAuction(entries, [pool])
  const solutions = await routeSolver.solve(auction)
  const alone = solutions.find(({ trades }) => trades[0]?.uid === entries[1]?.uid)
  if (!alone) throw new Error('no solution')
  const { interactions } = planSettlement({ auction, solution: alone, auctionId: 7n, where })
  expect([interactions.pre, interactions.post]).toEqual([[call('a2')], [call('b2')]])
  const trades = solutions.flatMap((solution) => solution.trades).slice(0, 2)
  const both = planSettlement({ auction, solution: { ...alone, trades }, auctionId: 7n, where })
  expect(both.interactions.pre).toEqual([call('a1'), call('a2')])
  expect(both.interactions.post).toEqual([call('b1'), call('b2')])
})

test('rejects an order of another auction', async () => {
  const { solution } = await plan({ sellToken: usdc, buyToken: weth })
  const empty = fixtureAuction([], [pool])
  const settle = () => planSettlement({ auction: empty, solution, auctionId: 7n, where })
  expect(settle).toThrow(RangeError)
})
