import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect } from 'vitest'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { createRpc } from '@/lib/devnet/rpc'
import { maxTick, minTick } from '@/lib/liquidity/math/tick-math'
import type { ConcentratedPool } from '@/lib/liquidity/pool'
import { addPosition, addPositions } from '@/lib/testing/chain/compare-pair-swaps'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { readTickWords } from './fetch-ticks'
import { readPools } from './read-pools'

const chainId = 1
let database: TestDatabase
let network: TestNetwork
let ctx: Context

test.beforeAll(({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = freshContext()
})

/** A context like that of a process that has just started, without cached blocks. */
function freshContext(): Context {
  return createTestContext({ db: database.db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })
}

async function readConcentrated(by: Context): Promise<readonly ConcentratedPool[]> {
  const { pools } = await readPools(by, { chainId, tokens: ends() })
  const found = pools.filter((pool) => pool.protocol === 'uniswap-v3')
  return found.sort((a, b) => a.address.localeCompare(b.address))
}

function ends(): readonly Address[] {
  return [network.tokens.USDC, network.tokens.WETH].map((token) => toAddress(token ?? ''))
}

/** Returns the pool of a tick spacing, of USDC and WETH if there is one. */
function spaced(pools: readonly ConcentratedPool[], spacing: number): ConcentratedPool {
  const ofSpacing = pools.filter(({ tickSpacing }) => tickSpacing === spacing)
  const isOfEnds = ({ token0, token1 }: ConcentratedPool) =>
    ends().includes(token0) && ends().includes(token1)
  const pool = ofSpacing.find(isOfEnds) ?? ofSpacing[0]
  if (!pool) throw new Error(`no pool of spacing ${spacing}`)
  return pool
}

const tickAbi = parseAbi(['function tickBitmap(int16) view returns (uint256)'])

describe('the ticks of concentrated pools', () => {
  test('match the bitmap that the contract returns word by word', async () => {
    const chain = ctx.chain(chainId)
    const blockNumber = await chain.client.getBlockNumber()
    const pools = await readConcentrated(ctx)
    const single = spaced(pools, 1)
    const middle = Math.floor(single.tick / 256)
    const ranges = [
      { pool: spaced(pools, 10).address, first: -347, last: 346 },
      { pool: spaced(pools, 60).address, first: -58, last: 57 },
      { pool: single.address, first: middle - 500, last: middle + 10 },
    ]
    const found = await readTickWords(ctx, { chainId, ranges, blockNumber })
    for (const [i, { pool, first, last }] of ranges.entries()) {
      const words = Array.from({ length: last - first + 1 }, (_, k) => first + k)
      const reads = words.map((word) => {
        const args = [word] as const
        const callData = encodeFunctionData({ abi: tickAbi, functionName: 'tickBitmap', args })
        return { target: pool, callData }
      })
      const answers = await aggregateReads(chain, { blockNumber, reads })
      const expected = words.map((word, k) => [word, wordAt(answers[k], 0)] as const)
      expect([...(found[i] ?? [])]).toEqual(expected.filter(([, bits]) => bits !== 0n))
    }
    expect(found.every((words) => words.size > 0)).toBe(true)
  })

  test('are read from end to end, so that all liquidity that enters leaves again', async () => {
    for (const pool of await readConcentrated(ctx)) {
      expect([pool.lowestTick, pool.highestTick]).toEqual([minTick, maxTick])
      expect(pool.ticks.reduce((sum, { liquidityNet }) => sum + liquidityNet, 0n)).toBe(0n)
      const below = pool.ticks.filter(({ tick }) => tick <= pool.tick)
      expect(below.reduce((sum, { liquidityNet }) => sum + liquidityNet, 0n)).toBe(pool.liquidity)
    }
  })

  test('follow liquidity added block by block, near and far', async () => {
    const pool = spaced(await readConcentrated(ctx), 10)
    const by = { pool, from: network.accounts[0]?.address as Address }
    const rpc = createRpc(network.rpcUrl)
    await addPositions(rpc, by)
    const before = await readConcentrated(ctx)
    await addPosition(rpc, { ...by, place: [-3, 4] })
    await addPosition(rpc, { ...by, place: [-2_000, -1_900] })
    const followed = await readConcentrated(ctx)
    expect(followed).toEqual(await readConcentrated(freshContext()))
    const ticks = (pools: readonly ConcentratedPool[]) => spaced(pools, 10).ticks
    expect(ticks(followed).length).toBe(ticks(before).length + 4)
    const other = (pools: readonly ConcentratedPool[]) => spaced(pools, 60).ticks
    // Pools without logs are not reread.
    expect(other(followed)).toBe(other(before))
  })
})
