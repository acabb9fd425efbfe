import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { discoverPools } from './discover-pools'

const chainId = 1

test('finds the same pools at a node that answers ten blocks at a time', async ({
  nodes: [wide, narrow],
  openDatabase,
}) => {
  narrow.behave({
    refuses: {
      eth_getLogs: ([filter]) => {
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
        return BigInt(toBlock) - BigInt(fromBlock) < 10n ? undefined : 'up to a 10 block range'
      },
    },
  })
  const found = [wide, narrow].map(async ({ url }) => {
    const { db } = await openDatabase()
    const ctx = createTestContext({ db, rpcUrls: new Map([[chainId, url]]) })
    await repeat(() => discoverPools(ctx, { chainId }), Boolean)
    const pools = await db.pool.findMany({ orderBy: { address: 'asc' } })
    return pools.map(({ address }) => address)
  })
  const [expected = [], read] = await Promise.all(found)
  expect(expected.length).toBeGreaterThan(0)
  expect(read).toEqual(expected)
})
