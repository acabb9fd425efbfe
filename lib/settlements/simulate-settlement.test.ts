import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import type { Interaction } from '@/lib/core/interaction'
import { defaultSettlement } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/solver-desk'
import { simulateSettlement } from './simulate-settlement'

let desk: SolverDesk

beforeAll(async () => {
  desk = await openSolverDesk()
  const from = desk.network.accounts[1]?.address ?? '0x'
  await sendTransaction(desk.rpc, {
    from,
    to: desk.token('USDC'),
    data: transfer(defaultSettlement),
  })
})
afterAll(() => desk?.close())

const transfer = (to: `0x${string}`) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_000n] })

const simulate = (intra: readonly Interaction[], from = desk.network.solver.address) =>
  simulateSettlement(desk.ctx, {
    chainId: 1,
    from,
    tokens: [desk.token('USDC'), desk.token('WETH')],
    callData: encodeSettlement({
      clearingPrices: new Map(),
      trades: [],
      interactions: { pre: [], intra, post: [] },
      auctionId: undefined,
    }),
  })

test('a settlement that takes and gives nothing is sound', async () => {
  expect(await simulate([])).toEqual({ gas: expect.any(BigInt) })
})

test('one that spends what the contract held before is not', async () => {
  const target = desk.token('USDC')
  const callData = transfer(desk.network.solver.address)
  expect(await simulate([{ target, value: 0n, callData }])).toEqual({
    fault: `the settlement contract would lose 1000 of ${target}`,
  })
})

test('a revert is told with the contract’s reason', async () => {
  const stranger = desk.network.accounts[1]?.address ?? '0x'
  expect(await simulate([], stranger)).toEqual({ fault: 'reverts: GPv2: not a solver' })
})
