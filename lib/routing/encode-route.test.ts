import { encodeFunctionData, erc20Abi } from 'viem'
import { beforeAll, describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { encodeRoute } from './encode-route'
import { findRoute } from './find-route'
import type { Route } from './route'

const chainId = 1

let database: TestDatabase
let network: TestNetwork
let ctx: Context

test.beforeAll(({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
})

function tokenOf(symbol: string): Address {
  const address = network.tokens[symbol]
  if (!address) throw new Error(`no token ${symbol}`)
  return address.toLowerCase() as Address
}

async function balanceOf(token: Address): Promise<bigint> {
  const { client } = ctx.chain(chainId)
  const args = [defaultSettlement] as const
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })
}

/** Sends the route's calls from the settlement contract itself, whose balances they move. */
async function execute(route: Route): Promise<{ sold: bigint; bought: bigint }> {
  const rpc = createRpc(network.rpcUrl)
  const before = await Promise.all([balanceOf(route.sellToken), balanceOf(route.buyToken)])
  const calls = encodeRoute(route, { settlement: defaultSettlement, v3Router: originalSwapRouter })
  for (const { target, callData } of calls) {
    // A gas estimate in this second omits the storage that a pair writes in the next one.
    await sendTransaction(rpc, {
      from: defaultSettlement,
      to: target,
      data: callData,
      gas: 1_000_000,
    })
  }
  const after = await Promise.all([balanceOf(route.sellToken), balanceOf(route.buyToken)])
  return { sold: before[0] - after[0], bought: after[1] - before[1] }
}

describe('a route executed from the settlement contract', () => {
  beforeAll(async () => {
    const rpc = createRpc(network.rpcUrl)
    await rpc('anvil_impersonateAccount', [defaultSettlement])
    await rpc('anvil_setBalance', [defaultSettlement, '0x56bc75e2d63100000'])
    const holder = network.accounts[0]?.address as Address
    for (const symbol of ['WETH', 'USDC', 'USDT', 'DAI', 'COW']) {
      const data = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [
          defaultSettlement,
          (symbol.startsWith('USD') ? 5_000n : 5n) * 10n ** (symbol.startsWith('USD') ? 6n : 18n),
        ],
      })
      await sendTransaction(rpc, { from: holder, to: tokenOf(symbol), data })
    }
  })

  test.each([
    ['WETH', 'USDC', { sellAmount: 10n ** 17n }],
    ['USDT', 'COW', { sellAmount: 300_000_000n }],
    ['USDT', 'WETH', { sellAmount: 77_777_777n }],
    ['DAI', 'GNO', { buyAmount: 10n ** 15n }],
    ['COW', 'UNI', { sellAmount: 10n ** 18n }],
    ['USDC', 'LINK', { buyAmount: 10n ** 18n }],
  ])('moves exactly its amounts: %s to %s', async (sell, buy, amount) => {
    const ends = { sellToken: tokenOf(sell), buyToken: tokenOf(buy) }
    const { pools } = await readPools(ctx, { chainId, tokens: [ends.sellToken, ends.buyToken] })
    for (const only of ['uniswap-v2', 'uniswap-v3'] as const) {
      const chosen = pools.filter(({ protocol }) => protocol === only)
      const route = findRoute(chosen, { ...ends, ...amount })
      if (!route) throw new Error(`no route by ${only}`)
      const moved = await execute(route)
      expect(moved).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
    }
    const client = ctx.chain(chainId).client
    const args = [defaultSettlement, originalSwapRouter.address] as const
    const address = ends.sellToken
    const left = await client.readContract({
      address,
      abi: erc20Abi,
      functionName: 'allowance',
      args,
    })
    expect(left).toBe(0n)
  })
})
