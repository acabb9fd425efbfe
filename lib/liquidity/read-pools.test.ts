import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { encodeRoute } from '@/lib/routing/encode-route'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import { addPositions, comparePairSwaps } from '@/lib/testing/compare-pair-swaps'
import { seededRandom } from '@/lib/testing/random-market'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/test-network'
import { discoverPools } from './discover-pools'
import { isPairPool, tokensOf } from './pool'
import { listPoolsOf } from './pool-store'
import { readPools } from './read-pools'

const chainId = 1
let database: TestDatabase
let network: TestNetwork
let ctx: Context
let tokens: Record<string, Address>

beforeAll(async () => {
  ;[database, network] = await Promise.all([createTestDatabase(), startTestNetwork({ chainId })])
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  tokens = network.tokens
})

afterAll(async () => {
  await network?.stop()
  await database?.drop()
})

function tokenOf(symbol: string): Address {
  const address = tokens[symbol]
  if (!address) throw new Error(`no token ${symbol}`)
  return address.toLowerCase() as Address
}

async function balanceOf(token: Address): Promise<bigint> {
  const { client } = ctx.chain(chainId)
  const args = [defaultSettlement] as const
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })
}

/** Sends the route's calls from the settlement contract itself, whose balances they move. */
async function carryOut(route: Route): Promise<{ sold: bigint; bought: bigint }> {
  const rpc = createRpc(network.rpcUrl)
  const before = await Promise.all([balanceOf(route.sellToken), balanceOf(route.buyToken)])
  const calls = encodeRoute(route, { settlement: defaultSettlement, v3Router: originalSwapRouter })
  for (const { target, callData } of calls) {
    // An estimate of this second leaves out what a pair writes in the next one.
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

describe('pools read from the chain', () => {
  test('are those between the asked and the base tokens, without any history being read', async () => {
    const { pools, blockNumber } = await readPools(ctx, {
      chainId,
      tokens: [tokenOf('COW'), tokenOf('USDC')],
    })
    expect(blockNumber).toBe(await ctx.chain(chainId).client.getBlockNumber())
    expect(new Set(pools.map(({ protocol }) => protocol)).size).toBe(2)
    expect(pools.some((pool) => tokensOf(pool).includes(tokenOf('COW')))).toBe(true)
  })

  test('are all found by the events of the factories', async () => {
    while (!(await discoverPools(ctx, { chainId })));
    const found = await listPoolsOf(ctx.db, {
      chainId,
      tokens: Object.values(tokens).map((address) => address.toLowerCase() as Address),
      limit: 1_000,
    })
    expect(found.length).toBeGreaterThanOrEqual(40)
    const isolated = network.fixtures?.isolatedToken.toLowerCase()
    expect(found.some(({ token0, token1 }) => [token0, token1].includes(isolated as Address))).toBe(
      false,
    )
  })

  test('are read once per block, also by requests that come together', async () => {
    const ask = () => readPools(ctx, { chainId, tokens: [tokenOf('UNI'), tokenOf('LINK')] })
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first.pools).toBe(second.pools)
    await createRpc(network.rpcUrl)('evm_mine', [])
    const third = await ask()
    expect(third.blockHash).not.toBe(first.blockHash)
    expect(third.pools).toEqual(first.pools)
  })

  test('give to the last wei what the contracts give, for 1000 random amounts', async () => {
    const random = seededRandom(11)
    const all = Object.values(tokens).map((address) => address.toLowerCase() as Address)
    const ends = [tokenOf('USDC'), tokenOf('WETH')]
    const from = network.accounts[0]?.address as Address
    for (const pool of (await readPools(ctx, { chainId, tokens: all })).pools.filter(isPairPool)) {
      const isMajor = ends.includes(pool.token0) && ends.includes(pool.token1)
      if (pool.protocol !== 'uniswap-v3' || !isMajor) continue
      await addPositions(createRpc(network.rpcUrl), { pool, from })
    }
    const { pools: found, blockNumber } = await readPools(ctx, { chainId, tokens: all })
    const input = { pools: found.filter(isPairPool), blockNumber, swaps: 1_000, random }
    const { differences, compared, crossed } = await comparePairSwaps(ctx.chain(chainId), input)
    expect(differences).toEqual([])
    expect(crossed).toBeGreaterThan(100)
    expect(compared['uniswap-v2']).toBeGreaterThan(150)
    expect(compared['uniswap-v3']).toBeGreaterThan(150)
  })
})

describe('a route carried out from the settlement contract', () => {
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
      const moved = await carryOut(route)
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
