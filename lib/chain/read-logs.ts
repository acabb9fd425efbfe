import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Chain } from './chain'
import type { BlockRange } from './chain-index'

/** A log as an index reads it. */
export type ChainLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly logIndex: number
  /** Block time in Unix seconds, if the node reports it. */
  readonly timestamp: number | undefined
}

/** Logs to read: of one block, or of a range of final blocks. */
export type LogQuery = ({ readonly blockHash: Hex } | BlockRange) & LogFilter

/** A filter by topics and emitting contracts. */
export type LogFilter = {
  /** Accepted first topics. */
  readonly topics: readonly Hex[]
  /** Accepted values of each further topic; null accepts any. */
  readonly furtherTopics?: readonly (readonly Hex[] | null)[]
  /** Emitting contracts; all if omitted. */
  readonly addresses?: readonly Address[]
}

/** The fields read from a result of `eth_getLogs`; those of a pending log are null. */
type RpcLog = {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex | null
  readonly blockHash: Hex | null
  readonly transactionHash: Hex | null
  readonly logIndex: Hex | null
  /** Not in the standard yet, but most nodes return it. */
  readonly blockTimestamp?: Hex | null
  readonly removed?: boolean
}

/** Reads logs in chain order without duplicates. Bypasses viem, whose work per log takes longer than everything else. */
export async function readLogs({ client }: Chain, query: LogQuery): Promise<ChainLog[]> {
  const place =
    'blockHash' in query
      ? { blockHash: query.blockHash }
      : { fromBlock: toQuantity(query.fromBlock), toBlock: toQuantity(query.toBlock) }
  const address = query.addresses ? { address: [...query.addresses] } : {}
  const further = query.furtherTopics?.map((topics) => topics && [...topics]) ?? []
  const filter = { ...place, ...address, topics: [[...query.topics], ...further] }
  const logs: readonly RpcLog[] = await client.request({ method: 'eth_getLogs', params: [filter] })
  return toChainLogs(logs)
}

/** Reads logs of a final block from its receipts, for a block with too many logs for {@link readLogs}. */
export async function readReceiptLogs(
  { client }: Chain,
  { blockNumber, ...filter }: LogFilter & { readonly blockNumber: bigint },
): Promise<ChainLog[]> {
  const receipts = (await client.request({
    method: 'eth_getBlockReceipts',
    params: [toQuantity(blockNumber)],
  } as never)) as unknown as readonly { readonly logs: readonly RpcLog[] }[] | null
  if (!receipts) throw new Error(`the node has no receipts of block ${blockNumber}`)
  return toChainLogs(receipts.flatMap(({ logs }) => logs)).filter((log) =>
    matchesFilter(log, filter),
  )
}

function matchesFilter({ address, topics }: ChainLog, filter: LogFilter): boolean {
  const accepted = [filter.topics, ...(filter.furtherTopics ?? [])]
  const hasTopics = accepted.every((values, index) => {
    const topic = topics[index]
    return topic !== undefined && (values?.includes(topic) ?? true)
  })
  return hasTopics && (filter.addresses?.includes(address) ?? true)
}

function toChainLogs(logs: readonly RpcLog[]): ChainLog[] {
  const read: ChainLog[] = []
  for (const log of logs) {
    const mined = toChainLog(log)
    if (mined) read.push(mined)
  }
  read.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  return read.filter((log, index) => !isDuplicate(log, read[index - 1]))
}

function isDuplicate(log: ChainLog, before: ChainLog | undefined): boolean {
  return log.logIndex === before?.logIndex && log.blockNumber === before.blockNumber
}

function toChainLog(log: RpcLog): ChainLog | undefined {
  const { blockNumber, blockHash, transactionHash, logIndex, topics, data } = log
  if (log.removed || !blockNumber || !blockHash || !transactionHash || !logIndex) return undefined
  return {
    address: toAddress(log.address),
    topics,
    data,
    blockNumber: BigInt(blockNumber),
    blockHash,
    transactionHash,
    logIndex: Number(logIndex),
    timestamp: log.blockTimestamp ? Number(log.blockTimestamp) : undefined,
  }
}

function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`
}
