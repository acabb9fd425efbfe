import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { createRpc } from '@/lib/devnet/rpc'
import { isPairPool } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { addPositions, comparePairSwaps } from '@/lib/testing/chain/compare-pair-swaps'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'

const chainId = 1
const swaps = 20_000

let database: TestDatabase
let network: TestNetwork
let ctx: Context

test.beforeAll(({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
})

test(`matches the contracts of pairs and concentrated pools in ${swaps} random swaps`, {
  tags: ['long'],
}, async () => {
  const tokens = Object.values(network.tokens).map(toAddress)
  const from = network.accounts[0]?.address as Address
  const { WETH, USDC } = network.tokens
  for (const pool of (await readPools(ctx, { chainId, tokens })).pools) {
    if (pool.protocol !== 'uniswap-v3') continue
    if (pool.token0 !== USDC || pool.token1 !== WETH) continue
    await addPositions(createRpc(network.rpcUrl), { pool, from })
  }
  const { pools: found, blockNumber } = await readPools(ctx, { chainId, tokens })
  const input = { pools: found.filter(isPairPool), blockNumber, swaps, random: seededRandom(12) }
  const { differences, compared, ...kinds } = await comparePairSwaps(ctx.chain(chainId), input)
  expect(differences).toEqual([])
  expect(kinds.crossed).toBeGreaterThan(1_000)
  expect(kinds.far).toBeGreaterThan(1_000)
  expect(Math.min(...Object.values(compared))).toBeGreaterThan(5_000)
})
