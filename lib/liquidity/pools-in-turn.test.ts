import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aggregateReads, wordAt } from '@/lib/chain/aggregate-reads'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { balancerVault } from '@/lib/core/networks'
import { seededRandom } from '@/lib/testing/random-market'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/test-network'
import { discoverPools } from './discover-pools'
import type { ConstantProductPool, WeightedPool } from './pool'
import { createPoolsInTurn } from './pools-in-turn'
import { readPools } from './read-pools'

const chainId = 1
const sequences = 200

const vaultAbi = parseAbi([
  'struct Step { bytes32 poolId; uint256 assetInIndex; uint256 assetOutIndex; uint256 amount; bytes userData; }',
  'struct Funds { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'function queryBatchSwap(uint8 kind, Step[] swaps, address[] assets, Funds funds) returns (int256[])',
])

let database: TestDatabase
let network: TestNetwork
let ctx: Context
let pool: WeightedPool
let blockNumber: bigint

beforeAll(async () => {
  ;[database, network] = await Promise.all([createTestDatabase(), startTestNetwork({ chainId })])
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  while (!(await discoverPools(ctx, { chainId })));
  const tokens = ['WBTC', 'WETH', 'USDC'].map((symbol) => toAddress(network.tokens[symbol] ?? ''))
  const snapshot = await readPools(ctx, { chainId, tokens })
  const isWanted = (found: unknown): found is WeightedPool => {
    const { protocol, tokens: held } = found as WeightedPool
    return protocol === 'balancer-weighted' && held.length > 2
  }
  pool = snapshot.pools.find(isWanted) as WeightedPool
  blockNumber = snapshot.blockNumber
})

afterAll(async () => {
  await network?.stop()
  await database?.drop()
})

type Swap = { readonly from: number; readonly to: number; readonly amount: bigint }

/** One token that is sold for the two others, or the two others for it, in some sequence. */
function randomSwaps(random: () => number): readonly Swap[] {
  const common = Math.floor(random() * 3)
  const isSold = random() < 0.5
  return Array.from({ length: 3 }, () => {
    const other = (common + 1 + Math.floor(random() * 2)) % 3
    const [from, to] = isSold ? [common, other] : [other, common]
    const amount = Number(pool.tokens[from]?.balance) * 10 ** (-1.1 - 4 * random())
    return { from, to, amount: BigInt(Math.floor(amount)) }
  })
}

function addressAt(place: number): Address {
  return pool.tokens[place]?.address as Address
}

describe('swaps of a weighted pool one after the other', () => {
  test('pay to the last wei what the vault pays for them together', async () => {
    const random = seededRandom(5)
    const drawn = Array.from({ length: sequences }, () => randomSwaps(random))
    const reads = drawn.map((swaps) => {
      const steps = swaps.map(({ from, to, amount }) => {
        const places = { assetInIndex: BigInt(from), assetOutIndex: BigInt(to) }
        return { poolId: pool.poolId, ...places, amount, userData: '0x' as const }
      })
      const assets = pool.tokens.map(({ address }) => address)
      const [sender, recipient] = [addressAt(0), addressAt(0)]
      const funds = { sender, recipient, fromInternalBalance: false, toInternalBalance: false }
      const args = [0, steps, assets, funds] as const
      const callData = encodeFunctionData({ abi: vaultAbi, functionName: 'queryBatchSwap', args })
      return { target: balancerVault, callData }
    })
    const answers = await aggregateReads(ctx.chain(chainId), { blockNumber, reads })
    for (const [i, swaps] of drawn.entries()) {
      const trade = createPoolsInTurn()
      const deltas = [0n, 0n, 0n]
      for (const { from, to, amount } of swaps) {
        const tokens = { tokenIn: addressAt(from), tokenOut: addressAt(to) }
        const paid = trade({ pool, ...tokens, amountIn: amount })
        if (paid === undefined) throw new Error('refused')
        deltas[from] = (deltas[from] ?? 0n) + amount
        deltas[to] = (deltas[to] ?? 0n) - paid
      }
      const told = [2, 3, 4].map((word) => BigInt.asIntN(256, wordAt(answers[i], word) ?? 0n))
      expect(told).toEqual(deltas)
    }
  })

  test('are refused where a token went the other way, or too much of it comes in all', () => {
    const [a, b, c] = [addressAt(0), addressAt(1), addressAt(2)] as const
    const part = (percent: bigint) => ((pool.tokens[0]?.balance ?? 0n) * percent) / 100n
    const trade = createPoolsInTurn()
    expect(trade({ pool, tokenIn: a, tokenOut: b, amountIn: part(20n) })).toBeGreaterThan(0n)
    expect(trade({ pool, tokenIn: b, tokenOut: c, amountIn: 10n ** 6n })).toBeUndefined()
    expect(trade({ pool, tokenIn: c, tokenOut: a, amountIn: 10n ** 6n })).toBeUndefined()
    expect(trade({ pool, tokenIn: a, tokenOut: c, amountIn: part(12n) })).toBeUndefined()
    expect(trade({ pool, tokenIn: a, tokenOut: c, amountIn: part(9n) })).toBeGreaterThan(0n)
  })

  test('are refused of every other pool after the first', () => {
    const pair: ConstantProductPool = {
      protocol: 'uniswap-v2',
      address: '0x00000000000000000000000000000000000000aa',
      token0: addressAt(0),
      token1: addressAt(1),
      feePpm: 3_000,
      reserve0: 10n ** 20n,
      reserve1: 10n ** 20n,
    }
    const trade = createPoolsInTurn()
    const asked = { pool: pair, tokenIn: pair.token0, tokenOut: pair.token1, amountIn: 10n ** 18n }
    expect(trade(asked)).toBeGreaterThan(0n)
    expect(trade(asked)).toBeUndefined()
  })
})
