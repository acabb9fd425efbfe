import { encodeFunctionData, erc20Abi, maxUint256, numberToHex, parseAbi } from 'viem'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { findRoute } from '@/lib/routing/find-route'
import { runRound, type SettleOutcome } from '@/lib/settlements/auctioneer/run-round'
import { checkCounts } from '@/lib/settlements/verification/check-settlement'
import { type SolverFixture, untilSent } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { listPushablePools } from '@/lib/testing/chain/push-pool'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

/** 20,000 USDC. */
const sellAmount = 20_000n * 10n ** 6n
const gwei = 10n ** 9n

let fixture: SolverFixture
let ctx: Context

// The settlement must cover its gas, as on real networks.
const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))
afterEach(() => fixture.rpc('evm_setAutomine', [true]))

const abi = parseAbi([
  'function sync()',
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
  'function fee() view returns (uint24)',
])

/** Sends a transaction of account 8 that enters the next block before the settlement. */
async function sendFirst(to: Address, data: Hex): Promise<void> {
  const from = fixture.network.accounts[8]?.address
  const tip = numberToHex(50n * gwei)
  const fees = { maxFeePerGas: numberToHex(500n * gwei), maxPriorityFeePerGas: tip }
  await fixture.rpc('eth_sendTransaction', [
    { from, to, data, gas: numberToHex(500_000n), ...fees },
  ])
}

/** Sells an atom of a token to every pair, and a thousand atoms to every V3 pool, before the settlement. */
async function frontRun(sold: Address): Promise<void> {
  for (const pool of await listPushablePools(fixture.rpc)) {
    const other = pool.tokens.find((token) => token !== sold)
    if (!other || !pool.tokens.includes(sold)) continue
    if (pool.isConcentrated) {
      const fee = await ctx
        .chain(1)
        .client.readContract({ address: pool.address, abi, functionName: 'fee' })
      const params = {
        ...{ tokenIn: sold, tokenOut: other, fee, deadline: maxUint256, amountIn: 1_000n },
        recipient: fixture.network.accounts[8]?.address ?? '0x',
        ...{ amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
      }
      const data = encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })
      await sendFirst(originalSwapRouter.address, data)
    } else {
      const args = [pool.address, 1n] as const
      await sendFirst(sold, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }))
      await sendFirst(pool.address, encodeFunctionData({ abi, functionName: 'sync' }))
    }
  }
}

/** Settles while dust is traded in front of the settlement, in the same block. */
async function settleBehindDust(settle: () => Promise<SettleOutcome>): Promise<SettleOutcome> {
  const usdc = fixture.token('USDC').toLowerCase() as Address
  const owner = fixture.network.accounts[8]?.address ?? '0x'
  await approve(fixture.network.rpcUrl, {
    ...{ token: usdc, owner, spender: originalSwapRouter.address, amount: maxUint256 },
  })
  await fixture.rpc('evm_setAutomine', [false])
  const round = settle()
  await untilSent(ctx)
  await frontRun(usdc)
  await fixture.rpc('evm_mine', [])
  await fixture.rpc('evm_setAutomine', [true])
  return round
}

/** What the pools give for an amount, with which a limit is set. */
async function market(buy: string): Promise<bigint> {
  const [sellToken, buyToken] = [fixture.token('USDC'), fixture.token(buy)]
  const { pools } = await readPools(ctx, { chainId: 1, tokens: [sellToken, buyToken] })
  return findRoute(pools, { sellToken, buyToken, sellAmount })?.buyAmount ?? 0n
}

const symbols = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'COW']
const held = () =>
  Promise.all(symbols.map((symbol) => fixture.balanceOf(fixture.token(symbol), defaultSettlement)))

test('a settlement without slack reverts if dust is traded first', async () => {
  await fixture.place(1, {
    ...{ sellToken: fixture.token('USDC'), buyToken: fixture.token('WETH'), sellAmount },
  })
  const rigid = { ...ctx, config: { ...ctx.config, slippageBps: 0 } }
  const outcome = settleBehindDust(() => runRound(rigid, { chainId: 1, epoch: 1n }))
  expect((await outcome).state).toBe('failed')
})

/** Gives the contract buffers: without any, nothing could be lost. */
beforeEach(async () => {
  for (const symbol of symbols) {
    const amount = numberToHex(1_000_003n)
    await fixture.rpc('anvil_dealERC20', [defaultSettlement, fixture.token(symbol), amount])
  }
})

type Wish = { readonly account: number; readonly buy: string; readonly kind: 'sell' | 'buy' }

test.each<[string, readonly Wish[]]>([
  ['a sell order', [{ account: 1, buy: 'WETH', kind: 'sell' }]],
  ['a sell order through several tokens', [{ account: 1, buy: 'COW', kind: 'sell' }]],
  ['a buy order', [{ account: 1, buy: 'WETH', kind: 'buy' }]],
  [
    'a batch of both',
    [
      { account: 1, buy: 'WETH', kind: 'sell' },
      { account: 2, buy: 'DAI', kind: 'buy' },
      { account: 3, buy: 'WBTC', kind: 'buy' },
    ],
  ],
])('%s settles although dust is traded first', async (_, wishes) => {
  const orders = await Promise.all(
    wishes.map(async ({ account, buy, kind }) => {
      const buyAmount = ((await market(buy)) * 99n) / 100n
      const [sellToken, buyToken] = [fixture.token('USDC'), fixture.token(buy)]
      return fixture.place(account, { sellToken, buyToken, sellAmount, buyAmount, kind })
    }),
  )
  const received = () =>
    Promise.all(orders.map(({ buyToken, owner }) => fixture.balanceOf(buyToken, owner)))
  const [before, paid] = [await held(), await received()]
  const { broken } = checkCounts(ctx)
  const { state, auctionId = 0n } = await settleBehindDust(() => fixture.settle())
  expect(state).toBe('mined')
  // Owners get exactly the bid, and the contract loses nothing, to the atom.
  const solutions = await ctx.db.solution.findMany({ where: { auctionId, isWinner: true } })
  const fills = solutions.flatMap((solution) => solution.orders as { id: Hex; buyAmount: string }[])
  const got = await received()
  for (const [index, { uid }] of orders.entries()) {
    const bid = fills.find(({ id }) => id === uid)?.buyAmount
    expect(String((got[index] ?? 0n) - (paid[index] ?? 0n))).toBe(bid)
  }
  for (const [index, amount] of (await held()).entries()) {
    expect(amount, symbols[index]).toBeGreaterThanOrEqual(before[index] ?? 0n)
  }
  expect(checkCounts(ctx).broken).toBe(broken)
})
