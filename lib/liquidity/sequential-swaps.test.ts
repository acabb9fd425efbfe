import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect } from 'vitest'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { balancerVault } from '@/lib/core/networks'
import { createRpc } from '@/lib/devnet/rpc'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { openRandomPools } from '@/lib/testing/chain/random-vault-pools'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { factoryVersions, placeFactories } from '@/lib/testing/chain/vault-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import type { ConstantProductPool, VaultPool, WeightedPool } from './pool'
import { discoverPools } from './pools/discover-pools'
import { fetchVaultPools } from './pools/fetch-vault-pools'
import { readPools } from './pools/read-pools'
import { createSequentialSwaps } from './sequential-swaps'

const chainId = 1
const sequences = 200

/** Sequences of swaps in stable pools that the node simulates in one call: they take much gas. */
const sequencesPerCall = 40

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

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  await repeat(() => discoverPools(ctx, { chainId }), Boolean)
  const tokens = ['WBTC', 'WETH', 'USDC'].map((symbol) => toAddress(network.tokens[symbol] ?? ''))
  const snapshot = await readPools(ctx, { chainId, tokens })
  const isMultiToken = (found: unknown): found is WeightedPool => {
    const { protocol, tokens: held } = found as WeightedPool
    return protocol === 'balancer-weighted' && held.length > 2
  }
  pool = snapshot.pools.find(isMultiToken) as WeightedPool
  blockNumber = snapshot.blockNumber
})

type Swap = { readonly from: Address; readonly to: Address; readonly amount: bigint }

/** One token sold for two others, or two others for it, in some sequence. */
function randomSwaps({ tokens }: VaultPool, random: () => number): readonly Swap[] {
  const count = tokens.length
  const common = Math.floor(random() * count)
  const isSold = random() < 0.5
  return Array.from({ length: 3 }, () => {
    const other = (common + 1 + Math.floor(random() * (count - 1))) % count
    const [from, to] = isSold ? [tokens[common], tokens[other]] : [tokens[other], tokens[common]]
    if (!from || !to) throw new RangeError('no such token')
    const amount = BigInt(Math.floor(Number(from.balance) * 10 ** (-1.1 - 4 * random())))
    return { from: from.address, to: to.address, amount }
  })
}

function addressAt(place: number): Address {
  return pool.tokens[place]?.address as Address
}

/** A query of the vault for the result of a batch of swaps. */
function queryOf({ poolId, tokens }: VaultPool, swaps: readonly Swap[]) {
  const assets = tokens.map(({ address }) => address)
  const placeOf = (token: Address) => BigInt(assets.indexOf(token))
  const steps = swaps.map(({ from, to, amount }) => {
    const places = { assetInIndex: placeOf(from), assetOutIndex: placeOf(to) }
    return { poolId, ...places, amount, userData: '0x' as const }
  })
  const [sender, recipient] = [addressAt(0), addressAt(0)]
  const funds = { sender, recipient, fromInternalBalance: false, toInternalBalance: false }
  const args = [0, steps, assets, funds] as const
  const callData = encodeFunctionData({ abi: vaultAbi, functionName: 'queryBatchSwap', args })
  return { target: balancerVault, callData }
}

/** Returns the balance change of each token of a pool by sequential swaps; undefined if one is refused. */
function deltasOf(traded: VaultPool, swaps: readonly Swap[]): readonly bigint[] | undefined {
  const trade = createSequentialSwaps()
  const deltas = new Map(traded.tokens.map(({ address }) => [address, 0n]))
  for (const { from, to, amount } of swaps) {
    const paid = trade({ pool: traded, tokenIn: from, tokenOut: to, amountIn: amount })
    if (paid === undefined) return undefined
    deltas.set(from, (deltas.get(from) ?? 0n) + amount)
    deltas.set(to, (deltas.get(to) ?? 0n) - paid)
  }
  return [...deltas.values()]
}

/** Compares sequences with the vault at a block; returns how many are not refused. */
async function compare(
  pools: readonly VaultPool[],
  { count, at, seed }: { count: number; at: bigint; seed: number },
) {
  const random = seededRandom(seed)
  const drawn = Array.from({ length: count }, (_, i) => {
    const traded = pools[i % pools.length] as VaultPool
    return { traded, swaps: randomSwaps(traded, random) }
  })
  const reads = drawn.map(({ traded, swaps }) => queryOf(traded, swaps))
  const answers = await aggregateReads(ctx.chain(chainId), { blockNumber: at, reads })
  let accepted = 0
  for (const [i, { traded, swaps }] of drawn.entries()) {
    const deltas = deltasOf(traded, swaps)
    if (!deltas) continue
    accepted += 1
    const expected = traded.tokens.map((_, place) =>
      BigInt.asIntN(256, wordAt(answers[i], place + 2) ?? 0n),
    )
    expect(deltas).toEqual(expected)
  }
  return accepted
}

describe('sequential swaps of a vault pool', () => {
  test('match a batch of the vault to the last wei', async () => {
    expect(await compare([pool], { count: sequences, at: blockNumber, seed: 5 })).toBe(sequences)
  })

  test('match it in stable pools too, and are rarely refused', async () => {
    const rpc = createRpc(network.rpcUrl)
    const random = seededRandom(6)
    await placeFactories(rpc)
    for (const version of factoryVersions.filter(({ makes }) => makes.includes('stable'))) {
      const { tokens } = network
      const known = await openRandomPools(rpc, { version, tokens, random, count: 4 })
      const at = await ctx.chain(chainId).client.getBlockNumber()
      const found = await fetchVaultPools(ctx, { chainId, known, blockNumber: at })
      const several = found.filter(({ tokens: held }) => held.length > 2)
      if (several.length === 0) continue
      let accepted = 0
      for (let seed = 0; seed < sequences / sequencesPerCall; seed += 1) {
        accepted += await compare(several, { count: sequencesPerCall, at, seed })
      }
      expect(accepted).toBeGreaterThan(sequences * 0.95)
    }
  })

  test('are refused if a token reverses direction or its total input is too large', () => {
    const [a, b, c] = [addressAt(0), addressAt(1), addressAt(2)] as const
    const part = (percent: bigint) => ((pool.tokens[0]?.balance ?? 0n) * percent) / 100n
    const trade = createSequentialSwaps()
    expect(trade({ pool, tokenIn: a, tokenOut: b, amountIn: part(20n) })).toBeGreaterThan(0n)
    expect(trade({ pool, tokenIn: b, tokenOut: c, amountIn: 10n ** 6n })).toBeUndefined()
    expect(trade({ pool, tokenIn: c, tokenOut: a, amountIn: 10n ** 6n })).toBeUndefined()
    expect(trade({ pool, tokenIn: a, tokenOut: c, amountIn: part(12n) })).toBeUndefined()
    expect(trade({ pool, tokenIn: a, tokenOut: c, amountIn: part(9n) })).toBeGreaterThan(0n)
  })

  test('are refused after the first in any other pool', () => {
    const pair: ConstantProductPool = {
      protocol: 'uniswap-v2',
      address: '0x00000000000000000000000000000000000000aa',
      token0: addressAt(0),
      token1: addressAt(1),
      feePpm: 3_000,
      reserve0: 10n ** 20n,
      reserve1: 10n ** 20n,
    }
    const trade = createSequentialSwaps()
    const swap = { pool: pair, tokenIn: pair.token0, tokenOut: pair.token1, amountIn: 10n ** 18n }
    expect(trade(swap)).toBeGreaterThan(0n)
    expect(trade(swap)).toBeUndefined()
  })
})
