import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { balancerVault, defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { operator } from '@/lib/devnet/accounts'
import { allowListManager, balancerAuthorizer } from '@/lib/devnet/deploy/deploy-settlement'
import { sendAs } from '@/lib/devnet/deploy/place-contract'
import { listDevnetVaultPools } from '@/lib/devnet/embedded-networks'
import { createRpc, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { encodeHop } from '@/lib/liquidity/encode-hop'
import {
  type ConcentratedPool,
  isVaultPool,
  type Pool,
  tokensOf,
  type VaultPool,
} from '@/lib/liquidity/pool'
import { amountOut, type Hop } from '@/lib/liquidity/swap-pool'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import { discoverPools } from './discover-pools'
import { fetchPoolStates } from './fetch-pool-states'
import { listVaultPoolsBetween, listVaultPoolsOf } from './pool-store'
import { readPools } from './read-pools'

const chainId = 1

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
  await rpc('anvil_impersonateAccount', [defaultSettlement])
  await rpc('anvil_setBalance', [defaultSettlement, '0x56bc75e2d63100000'])
})

const tokenOf = (symbol: string): Address => toAddress(network.tokens[symbol] ?? '')

async function readBetween(...symbols: readonly string[]): Promise<readonly Pool[]> {
  const { pools } = await readPools(ctx, { chainId, tokens: symbols.map(tokenOf) })
  return pools
}

async function findVaultPool(...symbols: readonly string[]): Promise<VaultPool> {
  const pools = (await readBetween(...symbols)).filter(isVaultPool)
  const pool = pools.find((candidate) =>
    symbols.every((symbol) => tokensOf(candidate).includes(tokenOf(symbol))),
  )
  if (!pool) throw new Error(`no vault pool of ${symbols}`)
  return pool
}

async function balanceOf(token: Address): Promise<bigint> {
  const call = { address: token, abi: erc20Abi, functionName: 'balanceOf' } as const
  return ctx.chain(chainId).client.readContract({ ...call, args: [defaultSettlement] })
}

/** Sends a hop's input to the settlement contract, and the hop's calls from it. */
async function execute(hop: Hop) {
  const from = network.accounts[0]?.address as Address
  const args = [defaultSettlement, hop.amountIn] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await sendTransaction(rpc, { from, to: hop.tokenIn, data })
  const before = await Promise.all([balanceOf(hop.tokenIn), balanceOf(hop.tokenOut)])
  const where = { settlement: defaultSettlement, v3Router: originalSwapRouter }
  for (const { target, callData } of encodeHop(hop, where)) {
    // A gas estimate in this second omits the storage that a pair writes in the next one.
    await sendTransaction(rpc, {
      from: defaultSettlement,
      to: target,
      data: callData,
      gas: 1_000_000,
    })
  }
  const after = await Promise.all([balanceOf(hop.tokenIn), balanceOf(hop.tokenOut)])
  return { sold: before[0] - after[0], bought: after[1] - before[1] }
}

function hopOf(pool: Pool, sell: string, buy: string, amountIn: bigint): Hop {
  const [tokenIn, tokenOut] = [tokenOf(sell), tokenOf(buy)]
  const bought = amountOut(pool, { token: tokenIn, amount: amountIn }, tokenOut)
  if (bought === undefined) throw new Error('the pool pays nothing')
  return { pool, tokenIn, tokenOut, amountIn, amountOut: bought }
}

describe('vault pools of the embedded network', () => {
  test('are found by the events of their factories, with their tokens', async () => {
    const tokens = Object.keys(network.tokens).map(tokenOf)
    const found = await listVaultPoolsOf(ctx.db, { chainId, tokens, limit: 100 })
    expect(found.map((pool) => [...pool.tokens].sort())).toEqual(
      listDevnetVaultPools(chainId).map(({ symbols }) => symbols.map(tokenOf).sort()),
    )
    const kinds = found.map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['weighted', 'composable-stable']))
  })

  test('are listed for two of their tokens, but not for one', async () => {
    const list = (...symbols: readonly string[]) =>
      listVaultPoolsBetween(ctx.db, { chainId, tokens: symbols.map(tokenOf), limit: 100 })
    expect(await list('WBTC', 'USDC')).toHaveLength(1)
    expect(await list('WBTC', 'DAI')).toHaveLength(0)
  })

  test.each([
    ['COW', 'WETH', 10n ** 21n],
    ['USDC', 'WBTC', 5_000_000_000n],
    ['WETH', 'USDC', 3n * 10n ** 17n],
    ['USDT', 'DAI', 7_777_777_777n],
    ['DAI', 'USDC', 10n ** 21n + 1n],
  ])(
    'trade %s for %s from the settlement contract, exactly as computed',
    async (sell, buy, amount) => {
      const hop = hopOf(await findVaultPool(sell, buy), sell, buy, amount)
      expect(await execute(hop)).toEqual({ sold: hop.amountIn, bought: hop.amountOut })
      const allowance = await ctx.chain(chainId).client.readContract({
        address: hop.tokenIn,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [defaultSettlement, balancerVault],
      })
      expect(allowance).toBe(0n)
    },
  )

  test('revert a hop that demands one atom more', async () => {
    const hop = hopOf(await findVaultPool('COW', 'WETH'), 'COW', 'WETH', 10n ** 20n)
    await expect(execute({ ...hop, amountOut: hop.amountOut + 1n })).rejects.toThrow()
  })
})

describe('pools followed across blocks', () => {
  /** Reads like a process that has cached nothing. */
  const readFresh = async () => {
    const rpcUrls = new Map([[chainId, network.rpcUrl]])
    const fresh = createTestContext({ db: database.db, rpcUrls })
    const tokens = ['WETH', 'COW', 'USDC'].map(tokenOf)
    return (await readPools(fresh, { chainId, tokens })).pools
  }

  test('match a fresh read, and only pools with logs are reread', async () => {
    const before = await readBetween('WETH', 'COW', 'USDC')
    const cowWeth = await findVaultPool('COW', 'WETH')
    await execute(hopOf(cowWeth, 'WETH', 'COW', 10n ** 17n))
    const pair = before.find(
      (pool) =>
        pool.protocol === 'uniswap-v2' &&
        [tokenOf('COW'), tokenOf('WETH')].every((token) => tokensOf(pool).includes(token)),
    )
    if (!pair) throw new Error('no pair')
    await execute(hopOf(pair, 'WETH', 'COW', 10n ** 17n))
    const after = await readBetween('WETH', 'COW', 'USDC')
    expect(after).toEqual(await readFresh())
    const steady = after.filter((pool) => before.includes(pool))
    const read = after.filter((pool) => !before.includes(pool))
    expect(steady.length).toBeGreaterThan(10)
    const expected = [cowWeth.address, pair.address]
    const traded = read.filter(({ protocol }) => protocol !== 'balancer-stable')
    expect(traded.map(({ address }) => address).sort()).toEqual(expected.sort())
  })

  test('keep the ticks of a concentrated pool if only its price moved', async () => {
    const isPool = (pool: Pool): pool is ConcentratedPool =>
      pool.protocol === 'uniswap-v3' &&
      [tokenOf('USDC'), tokenOf('WETH')].every((token) => tokensOf(pool).includes(token))
    const read = async () => (await readBetween('WETH', 'USDC')).filter(isPool)[0]
    const before = await read()
    if (!before) throw new Error('no pool')
    await execute(hopOf(before, 'WETH', 'USDC', 10n ** 17n))
    const after = await read()
    expect(after?.sqrtPriceX96).not.toBe(before.sqrtPriceX96)
    expect(after?.ticks).toBe(before.ticks)
    const fresh = (await readFresh()).filter(isPool)[0]
    expect(fresh?.ticks).not.toBe(before.ticks)
    expect(after).toEqual(fresh)
  })

  test('are reread on the new branch after a reorg', async () => {
    const snapshot = await rpc('evm_snapshot', [])
    const before = await readBetween('WETH', 'COW', 'USDC')
    await execute(hopOf(await findVaultPool('COW', 'WETH'), 'WETH', 'COW', 10n ** 17n))
    const traded = await readBetween('WETH', 'COW', 'USDC')
    expect(traded).not.toEqual(before)
    await rpc('evm_revert', [snapshot])
    await rpc('evm_mine', [])
    expect(await readBetween('WETH', 'COW', 'USDC')).toEqual(before)
  })
})

test('finds a pool that recently swapped two of the tokens without its factory’s events', async ({
  freshDatabase: bare,
}) => {
  const tokens = ['LINK', 'UNI'].map(tokenOf)
  const pool = await findVaultPool('LINK', 'UNI')
  await execute(hopOf(pool, 'LINK', 'UNI', 10n ** 17n))
  const fresh = createTestContext({ db: bare.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  const { pools } = await readPools(fresh, { chainId, tokens })
  expect(pools.filter(isVaultPool).some(({ poolId }) => poolId === pool.poolId)).toBe(true)
  const { pools: others } = await readPools(fresh, { chainId, tokens: [tokenOf('GNO')] })
  expect(others.filter(isVaultPool).some(({ poolId }) => poolId === pool.poolId)).toBe(false)
})

test('omits a paused pool', async () => {
  const tokens = ['COW', 'WETH'].map(tokenOf)
  const known = await listVaultPoolsBetween(ctx.db, { chainId, tokens, limit: 1 })
  const countRead = async () => {
    const blockNumber = await ctx.chain(chainId).client.getBlockNumber()
    return (await fetchPoolStates(ctx, { chainId, known, blockNumber })).size
  }
  expect(await countRead()).toBe(1)
  const pool = known[0]?.address as Address
  const abi = parseAbi([
    'function getActionId(bytes4 selector) view returns (bytes32)',
    'function grantRole(bytes32 role, address account)',
    'function pause()',
  ])
  const pause = encodeFunctionData({ abi, functionName: 'pause' })
  const role = await ctx.chain(chainId).client.readContract({
    address: pool,
    abi,
    functionName: 'getActionId',
    args: [pause],
  })
  const grant = encodeFunctionData({ abi, functionName: 'grantRole', args: [role, operator] })
  await sendAs(rpc, { from: allowListManager, to: balancerAuthorizer, data: grant })
  await sendTransaction(rpc, { from: operator, to: pool, data: pause })
  expect(await countRead()).toBe(0)
})
