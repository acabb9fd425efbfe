import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { fetchVaultPools } from '@/lib/liquidity/pools/fetch-vault-pools'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { compareVaultSwaps } from '@/lib/testing/chain/compare-vault-swaps'
import { openRandomPools } from '@/lib/testing/chain/random-vault-pools'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { factoryVersions, placeFactories } from '@/lib/testing/chain/vault-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

const chainId = 1
const swaps = 5_000

let network: TestNetwork
let ctx: Context
let rpc: Rpc

test.beforeAll(async ({ network: mainnet }) => {
  network = mainnet
  ctx = createTestContext({ rpcUrls: new Map([[chainId, network.rpcUrl]]) })
  rpc = createRpc(network.rpcUrl)
  await placeFactories(rpc)
})

describe.each(factoryVersions)('$makes pools made by $address', (version) => {
  test(`match the vault to the last wei in ${swaps} random swaps`, { tags: ['long'] }, async () => {
    const random = seededRandom(8)
    const known = await openRandomPools(rpc, { version, tokens: network.tokens, random, count: 20 })
    const blockNumber = await ctx.chain(chainId).client.getBlockNumber()
    const pools = await fetchVaultPools(ctx, { chainId, known, blockNumber })
    expect(pools).toHaveLength(known.length)
    const input = { pools, blockNumber, swaps, random }
    const { differences, traded } = await compareVaultSwaps(ctx.chain(chainId), input)
    expect(differences).toEqual([])
    expect(traded).toBeGreaterThan(swaps / 2)
  })
})
