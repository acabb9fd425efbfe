import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BlockHeader } from '@/lib/chain/block'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { createTestContext } from '@/lib/testing/test-context'
import { swapTopics } from './decode-swaps'
import { countLogs, readBlockLogs } from './read-market-logs'

type Call = { readonly id: number; readonly params: [{ readonly blockHash: Hex }] }

/** Three blocks fill a step of 20,000 logs. */
const logsPerBlock = 9_000
const requested: Hex[] = []
const failing = new Set<Hex>()
let node: Server
let ctx: Context

beforeAll(async () => {
  node = createServer(async (request, response) => {
    const calls = [await json(request)].flat() as Call[]
    const answers = calls.map(({ id, params: [{ blockHash }] }) => {
      requested.push(blockHash)
      const result = Array.from({ length: logsPerBlock }, (_, index) => logOf(blockHash, index))
      return failing.has(blockHash)
        ? { jsonrpc: '2.0', id, error: { code: -32000, message: 'not now' } }
        : { jsonrpc: '2.0', id, result }
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers.length === 1 ? answers[0] : answers))
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  requested.length = 0
  failing.clear()
  const { port } = node.address() as AddressInfo
  ctx = createTestContext({ rpcUrls: new Map([[1, `http://127.0.0.1:${port}`]]) })
})
afterAll(() => node.close())

const logOf = (blockHash: Hex, index: number) => ({
  address: `0x${'ab'.repeat(20)}`,
  topics: [swapTopics[0]],
  data: '0x',
  blockNumber: `0x${Number.parseInt(blockHash.slice(2, 6), 16).toString(16)}`,
  blockHash,
  transactionHash: `0x${'cd'.repeat(32)}`,
  logIndex: `0x${index.toString(16)}`,
})

/** Blocks of a branch; their hashes end with its letter. */
function blocksOf(branch: string, from: number, to: number): BlockHeader[] {
  const hash = (number: number): Hex =>
    `0x${number.toString(16).padStart(4, '0')}${branch.repeat(60)}`
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    number: BigInt(from + index),
    hash: hash(from + index),
    parentHash: hash(from + index - 1),
    timestamp: from + index,
  }))
}

const read = (blocks: BlockHeader[]) => readBlockLogs(ctx, ctx.chain(1), { blocks, tokens: [] })
const numbers = (taken: Awaited<ReturnType<typeof read>>) =>
  taken.map(({ block }) => Number(block.number))

test('bounds each step and requests each block once over all steps', async () => {
  const blocks = blocksOf('a', 1, 9)
  const taken: number[] = []
  while (taken.length < blocks.length) {
    const step = await read(blocks.slice(taken.length))
    expect(countLogs(step)).toBeLessThanOrEqual(20_000)
    taken.push(...numbers(step))
  }
  expect(taken).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect([...requested].sort()).toEqual(blocks.map(({ hash }) => hash))
})

test('discards logs prefetched from another branch', async () => {
  await read(blocksOf('a', 1, 6))
  const step = await read(blocksOf('b', 3, 6))
  expect(step.map(({ block, ofPools }) => [block.hash, ofPools[0]?.blockHash])).toEqual(
    blocksOf('b', 3, 4).map(({ hash }) => [hash, hash]),
  )
})

test('retries a failed prefetch, and throws only then', async () => {
  const blocks = blocksOf('a', 1, 8)
  for (const { hash } of blocks.slice(4)) failing.add(hash)
  expect(numbers(await read(blocks))).toEqual([1, 2])
  await expect(read(blocks.slice(4))).rejects.toThrow('not now')
  failing.clear()
  expect(numbers(await read(blocks.slice(4)))).toEqual([5, 6])
})
