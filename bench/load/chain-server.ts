import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedLog } from './recorded-logs'

// A JSON-RPC server in its own process that serves a chain built from recorded logs. It implements only the methods
// that an indexer calls.

/** The layout of recorded transactions in blocks twelve seconds apart. */
export type Layout = {
  readonly head: number
  /** The first block with transactions; the recording repeats from there. */
  readonly busyFrom: number
  /** From then on, one block in `every` has transactions. */
  readonly every: number
  readonly transactionsPerBlock: number
  /** The first block of the canonical branch, and its number; another number gives other block hashes. */
  readonly branch: { readonly from: number; readonly number: number }
}

/** Messages to the server: the recording once, then layouts. */
export type ChainTask =
  | { readonly transactions: readonly (readonly RecordedLog[])[] }
  | { readonly layout: Layout }

const openedAt = 1_700_000_400
let transactions: readonly (readonly RecordedLog[])[] = []
let layout: Layout | undefined
const written = new Map<string, string>()

const hex = (value: number) => `0x${value.toString(16)}`
const word = (value: string) => `0x${value.padStart(64, '0')}`
const branchOf = (block: number, { branch }: Layout) => (block >= branch.from ? branch.number : 0)
const hashOf = (block: number, chain: Layout) =>
  word(`${branchOf(block, chain)}f${block.toString(16).padStart(10, '0')}`)

function header(block: number, chain: Layout): object | null {
  if (block > chain.head) return null
  return {
    number: hex(block),
    hash: hashOf(block, chain),
    parentHash: block === 0 ? word('0') : hashOf(block - 1, chain),
    timestamp: hex(openedAt + 12 * block),
    transactions: [],
  }
}

/** Returns the logs of a block as comma-separated JSON, empty if there are none. */
function logsOf(block: number, chain: Layout): string {
  const { busyFrom, every, transactionsPerBlock } = chain
  if (block < busyFrom || (block - busyFrom) % every !== 0) return ''
  const key = `${hashOf(block, chain)} ${transactionsPerBlock}`
  const known = written.get(key)
  if (known !== undefined) return known
  const first = (block + 7 * branchOf(block, chain)) * transactionsPerBlock
  let logIndex = 0
  const logs = Array.from({ length: transactionsPerBlock }, (_, offset) => {
    const transactionHash = word(`a${block.toString(16)}${(first + offset).toString(16)}`)
    return (transactions[(first + offset) % transactions.length] ?? []).map((log) => ({
      ...log,
      blockNumber: hex(block),
      blockHash: hashOf(block, chain),
      blockTimestamp: hex(openedAt + 12 * block),
      transactionHash,
      transactionIndex: hex(offset),
      logIndex: hex(logIndex++),
      removed: false,
    }))
  })
  const text = JSON.stringify(logs.flat()).slice(1, -1)
  written.set(key, text)
  return text
}

type Filter = { blockHash?: string; fromBlock?: string; toBlock?: string; address?: unknown }

function logsFor(filter: Filter, chain: Layout): string {
  if (filter.address) return '[]'
  const parts: string[] = []
  const from = filter.blockHash
    ? Number(`0x${filter.blockHash.slice(-10)}`)
    : Number(filter.fromBlock)
  const to = filter.blockHash ? from : Math.min(Number(filter.toBlock), chain.head)
  for (let block = Math.max(from, chain.busyFrom); block <= to; block++) {
    const text = logsOf(block, chain)
    if (text) parts.push(text)
  }
  return `[${parts.join(',')}]`
}

function answer(method: string, params: readonly unknown[], chain: Layout): string {
  if (method === 'eth_getLogs') return logsFor(params[0] as Filter, chain)
  if (method === 'eth_getBlockByNumber') {
    const block = params[0] === 'latest' ? chain.head : Number(params[0])
    return JSON.stringify(header(block, chain))
  }
  throw new Error(`no ${method} here`)
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString())
    if (!layout) throw new Error('no layout yet')
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${id},"result":${answer(method, params, layout)}}`)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('message', (task: ChainTask) => {
  if ('layout' in task) layout = task.layout
  else transactions = task.transactions
  process.send?.({ done: true })
})
process.on('disconnect', () => process.exit())
process.send?.({ port: (server.address() as AddressInfo).port })
