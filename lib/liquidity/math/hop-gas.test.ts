import { encodeFunctionData, erc20Abi } from 'viem'
import { expect } from 'vitest'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Interaction } from '@/lib/core/interaction'
import { defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { createRpc, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { encodeHop } from '@/lib/liquidity/encode-hop'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { amountOut, poolGas } from '@/lib/liquidity/swap-pool'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'

const chainId = 1
const symbols = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'COW', 'UNI', 'LINK'] as const

/** Maximum hops measured per protocol. */
const maxMeasured = 10

let database: TestDatabase
let network: TestNetwork
let ctx: Context
let rpc: Rpc

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  rpc = createRpc(network.rpcUrl)
  await repeat(() => discoverPools(ctx, { chainId }), Boolean)
})

const tokenOf = (symbol: string): Address => toAddress(network.tokens[symbol] ?? '')

/** Gas of a settlement with these intra interactions and no orders, twelve seconds after the last block. */
async function gasOf(intra: readonly Interaction[]): Promise<number> {
  const interactions = { pre: [], intra, post: [] }
  const plan = { clearingPrices: new Map(), trades: [], interactions, auctionId: undefined }
  await rpc('evm_increaseTime', [12])
  const { gasUsed } = await sendTransaction(rpc, {
    from: network.solver.address,
    to: defaultSettlement,
    data: encodeSettlement(plan),
    gas: 5_000_000,
  })
  return Number(gasUsed)
}

/** Sells a tenth of the settlement contract's balance of a token. */
async function gasOfHop(address: Address, tokenIn: Address, tokenOut: Address) {
  const { pools } = await readPools(ctx, { chainId, tokens: symbols.map(tokenOf) })
  const pool = pools.find((candidate) => candidate.address === address)
  if (!pool) throw new Error(`no pool ${address}`)
  const client = ctx.chain(chainId).client
  const held = { address: tokenIn, abi: erc20Abi, functionName: 'balanceOf' } as const
  const amountIn = (await client.readContract({ ...held, args: [defaultSettlement] })) / 10n
  const paid = amountOut(pool, { token: tokenIn, amount: amountIn }, tokenOut)
  if (paid === undefined) throw new Error(`pool ${pool.address} pays nothing`)
  const hop = { pool, tokenIn, tokenOut, amountIn, amountOut: paid }
  const where = { settlement: defaultSettlement, v3Router: originalSwapRouter }
  return gasOf(encodeHop(hop, where))
}

test('measures the gas of hops in settlements by a contract that holds both tokens', async () => {
  const from = network.accounts[0]?.address as Address
  for (const symbol of symbols) {
    const held = { address: tokenOf(symbol), abi: erc20Abi, functionName: 'balanceOf' } as const
    const balance = await ctx.chain(chainId).client.readContract({ ...held, args: [from] })
    const args = [defaultSettlement, balance / 1_000n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    await sendTransaction(rpc, { from, to: tokenOf(symbol), data })
  }
  const tokens = symbols.map(tokenOf)
  const { pools } = await readPools(ctx, { chainId, tokens })
  const empty = await gasOf([])
  const measured = new Map<Pool['protocol'], number[]>()
  for (const pool of pools) {
    if ((measured.get(pool.protocol)?.length ?? 0) >= maxMeasured) continue
    const [a, b] = tokensOf(pool).filter((token) => tokens.includes(token))
    if (!a || !b) continue
    // The first write of a storage slot costs more, and happens once per pool.
    for (const [sell, buy] of [
      [a, b],
      [b, a],
    ] as const)
      await gasOfHop(pool.address, sell, buy)
    for (const [sell, buy] of [
      [a, b],
      [b, a],
    ] as const) {
      const gas = (await gasOfHop(pool.address, sell, buy)) - empty
      measured.set(pool.protocol, [...(measured.get(pool.protocol) ?? []), gas])
    }
  }
  expect(measured.size).toBe(4)
  for (const [protocol, gas] of measured) {
    const mean = gas.reduce((sum, each) => sum + each, 0) / gas.length
    expect(Math.abs(mean / Number(poolGas[protocol]) - 1), protocol).toBeLessThan(0.05)
  }
})
