import { createPublicClient, encodeFunctionData, erc20Abi, http, parseAbi } from 'viem'
import { expect } from 'vitest'
import { uniswapPeriphery } from '@/lib/devnet/deploy/deploy-uniswap'
import { listDevnetPools, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { createRpc, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { testOpening } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { marketMaker, marketMakerAbi } from './market-maker'
import { createMarket, keepStale, moveTransaction, nudgeOne } from './market-step'
import { sortPools } from './prices'

const now = testOpening + 40_000
const pools = sortPools(listDevnetPools(1), listDevnetTokens(1))
const poolAbi = parseAbi([
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

let network: TestNetwork
let client: ReturnType<typeof createPublicClient>
let rpc: Rpc
let market: ReturnType<typeof createMarket>

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
  client = createPublicClient({ transport: http(network.rpcUrl) })
  rpc = createRpc(network.rpcUrl)
  market = createMarket({ chainId: 1, openedAt: testOpening })
})

/** Price of one token 0 in token 1 of each pool, in whole tokens. */
async function readPrices(): Promise<number[]> {
  return Promise.all(
    pools.map(async ({ fee, token0, token1 }, index) => {
      const [pool] = await client.readContract({
        address: marketMaker,
        abi: marketMakerAbi,
        functionName: 'pools',
        args: [BigInt(index)],
      })
      const scale = 10 ** (token0.decimals - token1.decimals)
      if (fee !== undefined) {
        const [root] = await client.readContract({
          address: pool,
          abi: poolAbi,
          functionName: 'slot0',
        })
        return (Number(root) / 2 ** 96) ** 2 * scale
      }
      const [reserve0, reserve1] = await client.readContract({
        address: pool,
        abi: poolAbi,
        functionName: 'getReserves',
      })
      return (Number(reserve1) / Number(reserve0)) * scale
    }),
  )
}

/** Returns the largest relative difference between two paths to a cross rate. */
function widestGap(prices: readonly number[]): number {
  const usd = new Map([['USDC', 1]])
  for (let round = 0; round < 3; round += 1) {
    pools.forEach(({ token0, token1 }, index) => {
      const price = prices[index]!
      const [a, b] = [usd.get(token0.symbol), usd.get(token1.symbol)]
      if (a === undefined && b !== undefined) usd.set(token0.symbol, b * price)
      if (b === undefined && a !== undefined) usd.set(token1.symbol, a / price)
    })
  }
  const gaps = pools.flatMap(({ token0, token1 }, index) =>
    // A token with a fee on transfer cannot be brought to an exact price.
    token0.model === 'feeOnTransfer' || token1.model === 'feeOnTransfer'
      ? []
      : Math.abs(prices[index]! / (usd.get(token0.symbol)! / usd.get(token1.symbol)!) - 1),
  )
  return Math.max(...gaps)
}

test('a move brings every pool to the market, with cross rates within 0.3 percent', async () => {
  const before = await readPrices()
  const targets = market(now)
  await sendTransaction(rpc, moveTransaction(targets))
  const after = await readPrices()
  const distances = pools.map(({ token0, token1 }, index) => {
    const root = Number(targets[index]! & ((1n << 160n) - 1n)) / 2 ** 96
    const target = root ** 2 * 10 ** (token0.decimals - token1.decimals)
    const isExact = token0.model !== 'feeOnTransfer' && token1.model !== 'feeOnTransfer'
    return isExact ? Math.abs(after[index]! / target - 1) : 0
  })
  // A pool within 0.06 % of its target is left alone.
  expect(Math.max(...distances)).toBeLessThan(0.00061)
  expect(pools.filter((_, index) => after[index] !== before[index]).length).toBeGreaterThan(30)
  expect(widestGap(after)).toBeLessThan(0.003)
})

test('moves back only the pool that was pushed away', async () => {
  await sendTransaction(rpc, moveTransaction(market(now)))
  const trader = network.accounts[0]!.address
  const weth = network.tokens.WETH!
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [uniswapPeriphery.v2Router, 10n ** 30n],
  })
  await sendTransaction(rpc, { from: trader, to: weth, data: approve })
  const swap = encodeFunctionData({
    abi: parseAbi([
      'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ]),
    args: [50n * 10n ** 18n, 0n, [weth, network.tokens.UNI!], trader, 2n ** 40n],
  })
  // An estimate falls short if the second changes before the block: the pool then writes its price accumulators.
  const gas = 500_000
  await sendTransaction(rpc, { from: trader, to: uniswapPeriphery.v2Router, data: swap, gas })
  expect(widestGap(await readPrices())).toBeGreaterThan(0.01)

  const stale = await keepStale(rpc, market(now))
  const moved = pools.filter((_, index) => stale[index])
  expect(moved.map(({ a, b, fee }) => [a, b, fee])).toContainEqual(['WETH', 'UNI', undefined])
  expect(moved.length).toBeLessThanOrEqual(2)
  await sendTransaction(rpc, moveTransaction(stale))
  expect(widestGap(await readPrices())).toBeLessThan(0.003)
})

test('a nudge moves one pool and keeps cross rates within 0.3 percent', async () => {
  await sendTransaction(rpc, moveTransaction(market(now)))
  const before = await readPrices()
  await sendTransaction(rpc, moveTransaction(await keepStale(rpc, nudgeOne(market(now), 0.4))))
  const after = await readPrices()
  expect(after.filter((price, index) => price !== before[index]).length).toBeGreaterThanOrEqual(1)
  expect(widestGap(after)).toBeLessThan(0.003)
})

test('only the operator can move the market', async () => {
  const { to, data } = moveTransaction(market(now))
  const from = network.accounts[0]!.address
  await expect(sendTransaction(rpc, { from, to, data: data!, gas: 5_000_000 })).rejects.toThrow()
})
