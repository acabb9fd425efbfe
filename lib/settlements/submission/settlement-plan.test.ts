import { decodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { erc20Abi, wrappedNativeAbi } from '@/lib/chain/contract-abis'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
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
const callees = { trampoline: `0x${'77'.repeat(20)}`, placers: [] } as const
const where = { settlement: `0x${'55'.repeat(20)}`, v3Router: originalSwapRouter } as const

async function plan(order: Parameters<typeof fixtureOrder>[1]) {
  const auction = fixtureAuction([fixtureOrder(1, order)], [pool])
  const [solution] = await routeSolver.solve(auction)
  if (!solution) throw new Error('no solution')
  return { solution, plan: planSettlement({ auction, solution, auctionId: 7n, where, callees }) }
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
  const hook = (byte: string) => ({ target: weth, callData: `0x${byte}`, gasLimit: 1n }) as const
  const hooksOf = (index: number) =>
    hookInteractions({ pre: [hook(`a${index}`)], post: [hook(`b${index}`)] }, callees.trampoline)
  const entries = [1, 2].map((index) => ({
    ...fixtureOrder(index, { sellToken: usdc, buyToken: weth }),
    interactions: hooksOf(index),
  }))
  const auction = fixtureAuction(entries, [pool])
  const solutions = await routeSolver.solve(auction)
  const alone = solutions.find(({ trades }) => trades[0]?.uid === entries[1]?.uid)
  if (!alone) throw new Error('no solution')
  const input = { auction, auctionId: 7n, where, callees }
  const { interactions } = planSettlement({ ...input, solution: alone })
  expect(interactions).toMatchObject(hooksOf(2))
  const trades = solutions.flatMap((solution) => solution.trades).slice(0, 2)
  const both = planSettlement({ ...input, solution: { ...alone, trades } })
  expect(both.interactions.pre).toEqual([...hooksOf(1).pre, ...hooksOf(2).pre])
  expect(both.interactions.post).toEqual([...hooksOf(1).post, ...hooksOf(2).post])
})

test('rejects an order of another auction', async () => {
  const { solution } = await plan({ sellToken: usdc, buyToken: weth })
  const empty = fixtureAuction([], [pool])
  const settle = () => planSettlement({ auction: empty, solution, auctionId: 7n, where, callees })
  expect(settle).toThrow(RangeError)
})

test('refuses an order that makes the settlement contract call anything but hooks', async () => {
  const [order, callData] = [
    fixtureOrder(1, { sellToken: usdc, buyToken: weth }),
    '0x095ea7b3',
  ] as const
  const forged = { pre: [{ target: usdc, value: 0n, callData }], post: [] }
  const auction = fixtureAuction([{ ...order, interactions: forged }], [pool])
  const [solution] = await routeSolver.solve(auction)
  if (!solution) throw new Error('no solution')
  const settle = () => planSettlement({ auction, solution, auctionId: 7n, where, callees })
  expect(settle).toThrow(`order ${order.uid} calls ${usdc}`)
})
