import { expect } from 'vitest'
import { readLogs } from '@/lib/chain/read-logs'
import type { MarketFixture } from '@/lib/testing/market/market-fixture'
import { test } from '@/lib/testing/test'
import { swapTopics } from './decode-swaps'
import { readTimes } from './read-market'

let fixture: MarketFixture

test.beforeEach(({ market }) => {
  fixture = market
})

test('reads the times of logs without a timestamp from their blocks', async () => {
  for (const marketSeconds of [300, 600]) await fixture.trade({ marketSeconds }, 60)
  const chain = fixture.ctx.chain(1)
  const toBlock = await chain.client.getBlockNumber()
  const range = { fromBlock: toBlock - 1n, toBlock }
  const logs = await readLogs(chain, { ...range, topics: swapTopics })
  const times = await readTimes(chain, logs)
  const withoutTime = logs.map((log) => ({ ...log, timestamp: undefined }))
  expect(times.size).toBe(2)
  expect(await readTimes(chain, withoutTime)).toEqual(times)
  const lost = withoutTime.map((log) => ({ ...log, blockHash: `0x${'1'.repeat(64)}` as const }))
  await expect(readTimes(chain, lost)).rejects.toThrow('has left the chain')
})
