import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { openChain } from './chain'
import { readLogs } from './read-logs'

let server: Server
let answer: unknown
let received: unknown

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString())
    received = params
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answer }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

const word = (value: number) => toHex(value, { size: 32 })

function log(blockNumber: number, logIndex: number, rest: object = {}) {
  return {
    address: `0x${'Ab'.repeat(20)}`,
    topics: [word(1)],
    data: '0x',
    blockNumber: toHex(blockNumber),
    blockHash: word(blockNumber),
    transactionHash: word(9),
    logIndex: toHex(logIndex),
    ...rest,
  }
}

async function read(logs: readonly object[]) {
  answer = logs
  const { port } = server.address() as AddressInfo
  const chain = openChain(getNetwork(1), `http://127.0.0.1:${port}`)
  return readLogs(chain, { fromBlock: 5n, toBlock: 20n, topics: [word(1), word(2)] })
}

test('returns logs in chain order without duplicates', async () => {
  const logs = await read([log(12, 0), log(9, 11), log(9, 2), log(12, 0), log(10, 0)])
  expect(logs.map(({ blockNumber, logIndex }) => [blockNumber, logIndex])).toEqual([
    [9n, 2],
    [9n, 11],
    [10n, 0],
    [12n, 0],
  ])
  expect(received).toEqual([{ fromBlock: '0x5', toBlock: '0x14', topics: [[word(1), word(2)]] }])
})

test('lowercases addresses and reads the block time where the node reports it', async () => {
  const [timed, untimed] = await read([log(9, 0, { blockTimestamp: '0x10' }), log(9, 1)])
  expect(timed).toMatchObject({ address: `0x${'ab'.repeat(20)}`, timestamp: 16 })
  expect(untimed?.timestamp).toBeUndefined()
})

test('skips pending and removed logs', async () => {
  const pending = { blockNumber: null, blockHash: null, logIndex: null }
  expect(await read([log(9, 0, pending), log(9, 1, { removed: true })])).toEqual([])
})
