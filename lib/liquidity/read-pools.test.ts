import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aggregateReads, wordAt } from '@/lib/chain/aggregate-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { encodeRoute } from '@/lib/routing/encode-route'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/test-network'
import { discoverPools } from './discover-pools'
import { type ConcentratedPool, isPairPool, otherToken, type PairPool, tokensOf } from './pool'
import { listPoolsOf } from './pool-store'
import { readPools } from './read-pools'
import { amountIn, amountOut } from './swap-pool'
import { findRung, ladderOf } from './tick-ladder'

const chainId = 1
const quoter: Address = '0x61ffe014ba17989e743c5f6cb21bf9697530b21e'
const v2Router: Address = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const quoterAbi = parseAbi([
  'struct In { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 limit; }',
  'struct Out { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 limit; }',
  'function quoteExactInputSingle(In params) returns (uint256, uint160, uint32, uint256)',
  'function quoteExactOutputSingle(Out params) returns (uint256, uint160, uint32, uint256)',
])
const positionManager: Address = '0xc36442b4a4522e871399cd717abdd847ab11fe88'
const managerAbi = parseAbi([
  'struct Mint { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'function mint(Mint params) payable returns (uint256, uint128, uint256, uint256)',
])
const libraryAbi = parseAbi([
  'function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
  'function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut) pure returns (uint256)',
])

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

/** A repeatable sequence of numbers from 0 up to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Adds positions that overlap around the price of a V3 pool, so that swaps cross ticks. */
async function addPositions(pool: ConcentratedPool): Promise<void> {
  const rpc = createRpc(network.rpcUrl)
  const from = network.accounts[0]?.address as Address
  for (const to of [pool.token0, pool.token1]) {
    const approval = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [positionManager, 10n ** 30n],
    })
    await sendTransaction(rpc, { from, to, data: approval })
  }
  const center = Math.floor(pool.tick / pool.tickSpacing) * pool.tickSpacing
  for (const [low, high] of [
    [-9, 3],
    [-4, 14],
    [-1, 1],
    [2, 8],
    [-20, -5],
  ] as const) {
    const data = encodeFunctionData({
      abi: managerAbi,
      functionName: 'mint',
      args: [
        {
          token0: pool.token0,
          token1: pool.token1,
          fee: pool.feePpm,
          tickLower: center + low * pool.tickSpacing,
          tickUpper: center + high * pool.tickSpacing,
          amount0Desired: 10n ** 9n,
          amount1Desired: 10n ** 18n,
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: from,
          deadline: 2n ** 40n,
        },
      ],
    })
    // In the next second it also writes an observation, which an estimate of this second leaves out.
    await sendTransaction(rpc, { from, to: positionManager, data, gas: 1_000_000 })
  }
}

/** From one atom up to what the pool can give, small and large alike. */
function randomAmount(
  { pool, token, kind }: Omit<Question, 'amount'>,
  random: () => number,
): bigint {
  const total = kind === 'in' ? 'totalIn' : 'totalOut'
  let most = 10n ** 24n
  if (pool.protocol === 'uniswap-v3') {
    const ladder = ladderOf(pool, (kind === 'in') === (token === pool.token0) ? 'down' : 'up')
    findRung(ladder, { total, amount: 10n ** 60n })
    most = ladder.rungs.at(-1)?.[total] ?? 1n
  }
  const share = 10 ** (-random() * (random() < 0.5 ? 2 : 24))
  return 1n + (most * BigInt(Math.floor(share * 1e15))) / 10n ** 15n
}

function crossesTick({ pool, token, kind, amount }: Question): boolean {
  if (pool.protocol === 'uniswap-v2') return false
  const ladder = ladderOf(pool, (kind === 'in') === (token === pool.token0) ? 'down' : 'up')
  const found = findRung(ladder, { total: kind === 'in' ? 'totalIn' : 'totalOut', amount })
  return found !== undefined && found.rung.liquidity !== pool.liquidity
}

type Question = { pool: PairPool; kind: 'in' | 'out'; token: Address; amount: bigint }

/** How the contracts are asked the same question. */
function contractRead({ pool, kind, token, amount }: Question): { target: Address; callData: Hex } {
  const other = otherToken(pool, token) ?? token
  if (pool.protocol === 'uniswap-v3') {
    const rest = { fee: pool.feePpm, limit: 0n }
    const callData =
      kind === 'in'
        ? encodeFunctionData({
            abi: quoterAbi,
            functionName: 'quoteExactInputSingle',
            args: [{ tokenIn: token, tokenOut: other, amountIn: amount, ...rest }],
          })
        : encodeFunctionData({
            abi: quoterAbi,
            functionName: 'quoteExactOutputSingle',
            args: [{ tokenIn: other, tokenOut: token, amount, ...rest }],
          })
    return { target: quoter, callData }
  }
  const isZeroIn = (kind === 'in') === (token === pool.token0)
  const reserves = isZeroIn
    ? ([pool.reserve0, pool.reserve1] as const)
    : ([pool.reserve1, pool.reserve0] as const)
  const functionName = kind === 'in' ? 'getAmountOut' : 'getAmountIn'
  const callData = encodeFunctionData({
    abi: libraryAbi,
    functionName,
    args: [amount, ...reserves],
  })
  return { target: v2Router, callData }
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
    await sendTransaction(rpc, { from: defaultSettlement, to: target, data: callData })
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
    const random = seeded(11)
    const all = Object.values(tokens).map((address) => address.toLowerCase() as Address)
    const ends = [tokenOf('USDC'), tokenOf('WETH')]
    for (const pool of (await readPools(ctx, { chainId, tokens: all })).pools.filter(isPairPool)) {
      const isMajor = ends.includes(pool.token0) && ends.includes(pool.token1)
      if (pool.protocol === 'uniswap-v3' && isMajor) await addPositions(pool)
    }
    const { pools: found, blockNumber } = await readPools(ctx, { chainId, tokens: all })
    const pools = found.filter(isPairPool)
    const questions: (Question & { ours: bigint })[] = []
    while (questions.length < 1_000) {
      const pool = pools[Math.floor(random() * pools.length)] as PairPool
      const token = random() < 0.5 ? pool.token0 : pool.token1
      const kind = random() < 0.5 ? 'in' : 'out'
      const amount = randomAmount({ pool, token, kind }, random)
      const ours = (kind === 'in' ? amountOut : amountIn)(
        pool,
        { token, amount },
        otherToken(pool, token) ?? token,
      )
      if (ours !== undefined) questions.push({ pool, kind, token, amount, ours })
    }
    expect(questions.filter(crossesTick).length).toBeGreaterThan(100)
    const compared = { 'uniswap-v2': 0, 'uniswap-v3': 0 }
    for (let i = 0; i < questions.length; i += 50) {
      const batch = questions.slice(i, i + 50)
      const answers = await aggregateReads(ctx.chain(chainId), {
        blockNumber,
        reads: batch.map(contractRead),
      })
      for (const [j, { pool, kind, token, amount, ours }] of batch.entries()) {
        expect(wordAt(answers[j], 0), `${pool.address} ${kind} ${token} ${amount}`).toBe(ours)
        compared[pool.protocol] += 1
      }
    }
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
