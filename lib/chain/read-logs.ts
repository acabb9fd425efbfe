import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Chain } from './chain'
import type { BlockRange } from './chain-index'

/** A log of a block, as an index reads it. */
export type ChainLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly logIndex: number
  /** Time of the block in Unix seconds, where the node tells it. */
  readonly timestamp: number | undefined
}

/** Logs to read: of one block, or of a range of blocks that are final. */
export type LogQuery = ({ readonly blockHash: Hex } | BlockRange) & LogFilter

/** Which of the logs there are read. */
export type LogFilter = {
  /** First topics; logs with any of them are read. */
  readonly topics: readonly Hex[]
  /** Of each further topic, those of which it has to be one; null: any. */
  readonly furtherTopics?: readonly (readonly Hex[] | null)[]
  /** Contracts; left out: all. */
  readonly addresses?: readonly Address[]
}

/** The fields that are read of what `eth_getLogs` gives; those of a pending log are null. */
type RpcLog = {
  readonly address: string
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex | null
  readonly blockHash: Hex | null
  readonly transactionHash: Hex | null
  readonly logIndex: Hex | null
  /** Not in the standard yet, but most nodes give it. */
  readonly blockTimestamp?: Hex | null
  readonly removed?: boolean
}

/** Reads logs in chain order, each once; past viem, which takes longer for each log than all the rest. */
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

/**
 * Reads logs of a final block out of all of its receipts: for a block of which a node does not tell so many logs by
 * {@link readLogs}.
 */
export async function readReceiptLogs(
  { client }: Chain,
  { blockNumber, ...filter }: LogFilter & { readonly blockNumber: bigint },
): Promise<ChainLog[]> {
  const receipts = (await client.request({
    method: 'eth_getBlockReceipts',
    params: [toQuantity(blockNumber)],
  } as never)) as unknown as readonly { readonly logs: readonly RpcLog[] }[] | null
  if (!receipts) throw new Error(`the node has no receipts of block ${blockNumber}`)
  return toChainLogs(receipts.flatMap(({ logs }) => logs)).filter((log) => isAskedFor(log, filter))
}

function isAskedFor({ address, topics }: ChainLog, filter: LogFilter): boolean {
  const asked = [filter.topics, ...(filter.furtherTopics ?? [])]
  const fits = asked.every((some, index) => {
    const topic = topics[index]
    return topic !== undefined && (some?.includes(topic) ?? true)
  })
  return fits && (filter.addresses?.includes(address) ?? true)
}

function toChainLogs(logs: readonly RpcLog[]): ChainLog[] {
  const read: ChainLog[] = []
  for (const log of logs) {
    const mined = toChainLog(log)
    if (mined) read.push(mined)
  }
  read.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  return read.filter((log, index) => !isSamePlace(log, read[index - 1]))
}

function isSamePlace(log: ChainLog, before: ChainLog | undefined): boolean {
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
