import { expect } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import type { Database } from '@/lib/db/database'
import { startLocalServer } from '@/lib/testing/local-server'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { findFinalBlock } from './watermark'

function contextOf(db: Database, rpcUrl: string) {
  return createTestContext({ db, rpcUrls: new Map([[1, rpcUrl]]) })
}

test('final is what the node calls finalized', async ({ indexer }) => {
  await indexer.mine(70)
  await indexer.index()
  const ctx = contextOf(indexer.db, indexer.network.rpcUrl)
  const finalized = await ctx.chain(1).client.getBlock({ blockTag: 'finalized' })
  expect(finalized.number).toBeLessThan(await ctx.chain(1).client.getBlockNumber())
  expect(await findFinalBlock(ctx, 1)).toMatchObject({
    number: finalized.number,
    hash: finalized.hash,
  })
})

test('nothing is final above the index, however far the node is', { tags: ['long-only'] }, async ({
  indexer,
}) => {
  await indexer.index()
  const indexed = await indexer.context().chain(1).client.getBlockNumber()
  await indexer.mine(200)
  const ctx = contextOf(indexer.db, indexer.network.rpcUrl)
  expect(await findFinalBlock(ctx, 1)).toMatchObject({ number: indexed })
})

test('of a node that knows no finalized block, confirmations count', async ({ indexer }) => {
  await indexer.mine(120)
  await indexer.index()
  const node = await startLocalServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (!body.includes('finalized')) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(indexer.network.rpcUrl, { method: 'POST', headers, body })
      response.end(await answer.text())
      return
    }
    const error = { code: -39001, message: 'finalized block not found' }
    response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, error }))
  })
  const ctx = contextOf(indexer.db, node.url)
  const head = await ctx.chain(1).client.getBlockNumber()
  const { finalityBlocks } = getNetwork(1)
  expect(await findFinalBlock(ctx, 1)).toMatchObject({ number: head - BigInt(finalityBlocks) })
  await node.close()
})
