import { expect } from 'vitest'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { createRpc, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import type { WeightedPool } from '@/lib/liquidity/pool'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { fetchPoolStates } from '@/lib/liquidity/pools/fetch-pool-states'
import { listVaultPoolsOf } from '@/lib/liquidity/pools/pool-store'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { testOpening } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import { createPriceWalk } from './prices'
import { createVaultMarket, moveVaultTransaction } from './vault-market'

const chainId = 1
const tokens = listDevnetTokens(chainId)

let database: TestDatabase
let network: TestNetwork
let rpc: Rpc

test.beforeAll(({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  rpc = createRpc(network.rpcUrl)
})

async function readWeighted(): Promise<readonly WeightedPool[]> {
  const rpcUrls = new Map([[chainId, network.rpcUrl]])
  const ctx = createTestContext({ db: database.db, rpcUrls })
  await repeat(() => discoverPools(ctx, { chainId }), Boolean)
  const all = tokens.map(({ address }) => address)
  const known = await listVaultPoolsOf(database.db, { chainId, tokens: all, limit: 100 })
  const blockNumber = await ctx.chain(chainId).client.getBlockNumber()
  const states = await fetchPoolStates(ctx, { chainId, known, blockNumber })
  return [...states.values()].filter((pool) => pool.protocol === 'balancer-weighted')
}

/** Returns the maximum relative difference between a token's dollar value in a pool and its weight. */
function imbalances(pools: readonly WeightedPool[], usdOf: (index: number) => number) {
  return pools.map((pool) => {
    const shares = pool.tokens.map(({ address, balance, weight }) => {
      const index = tokens.findIndex((token) => token.address === address)
      const held = Number(balance) / 10 ** (tokens[index]?.decimals ?? 18)
      return (held * usdOf(index)) / Number(weight)
    })
    return Math.max(...shares) / Math.min(...shares) - 1
  })
}

test('weighted pools open at the opening prices and follow the market through a day', async () => {
  const opening = await readWeighted()
  expect(opening.length).toBeGreaterThanOrEqual(3)
  const opened = imbalances(opening, (i) => tokens[i]?.usd ?? 0)
  expect(Math.max(...opened)).toBeLessThan(1e-5)
  const market = createVaultMarket({ chainId, openedAt: testOpening })
  const walk = createPriceWalk(tokens, { seed: 1, openedAt: testOpening })
  const now = testOpening + 86_400
  for (let seconds = testOpening + 600; seconds <= now; seconds += 600)
    await sendTransaction(rpc, moveVaultTransaction(market(seconds)))
  const usd = tokens.map((token) => walk.usdAt(token, now))
  const moved = Math.max(...usd.map((price, i) => Math.abs(price / (tokens[i]?.usd ?? 1) - 1)))
  expect(moved).toBeGreaterThan(0.01)
  expect(Math.max(...imbalances(await readWeighted(), (i) => usd[i] ?? 0))).toBeLessThan(0.004)
})
