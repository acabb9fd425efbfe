import { minFunding } from '@/lib/affiliate/attribution/referral-trade'
import { valueAmount } from '@/lib/affiliate/attribution/value-amount'
import type { Chain } from '@/lib/chain/chain'
import type { BlockRange } from '@/lib/chain/chain-index'
import { transferTopic } from '@/lib/chain/contract-abis'
import { isTooWide } from '@/lib/chain/range-width'
import { type ChainLog, type LogFilter, readLogs, readReceiptLogs } from '@/lib/chain/read-logs'
import type { Context } from '@/lib/context'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { groupBy } from '@/lib/core/group-by'
import { readTimes } from '@/lib/market/indexing/read-market'
import { decodeTransfers, type TokenTransfer } from '@/lib/tokens/holders/token-transfer'
import type { Funding } from './funding-store'

/** The traders, tokens and blocks of a transfer query. */
export type FundingQuery = {
  readonly traders: readonly Address[]
  readonly tokens: readonly Address[]
  readonly range: BlockRange
}

/**
 * Fetches the transfers from and to traders in a range of final blocks, of tokens with trusted logs. Native token
 * transfers emit no logs and are not found.
 *
 * @throws {ServiceError} InternalServerError when a transfer cannot be valued yet.
 */
export async function fetchFundings(
  ctx: Context,
  chainId: number,
  { traders, tokens, range }: FundingQuery,
): Promise<readonly Funding[]> {
  const chain = ctx.chain(chainId)
  const { wrappedNative } = chain.network
  const { settlementContract, vaultRelayerContract } = ctx.config
  const parties = traders.map(toTopic)
  const query = { addresses: tokens, topics: [transferTopic] }
  const read = await readFilteredLogs(chain, range, [
    { ...query, furtherTopics: [parties] },
    { ...query, furtherTopics: [null, parties] },
  ])
  // A transfer between two traders is in both results.
  const logs = new Map(read.map((log) => [`${log.blockHash} ${log.logIndex}`, log]))
  const ignored = new Set<Address>([zeroAddress, settlementContract, vaultRelayerContract])
  const source = { tokens: new Set(tokens), wrappedNative }
  const transfers = decodeTransfers([...logs.values()], source).filter(
    ({ sender, recipient }) => !ignored.has(sender) && !ignored.has(recipient),
  )
  const blocks = new Set(transfers.map(({ blockHash }) => blockHash))
  const times = await readTimes(
    chain,
    [...logs.values()].filter(({ blockHash }) => blocks.has(blockHash)),
  )
  const fundings: Funding[] = []
  for (const group of groupBy(transfers, keyOf).values()) {
    const [first] = group
    if (!first) continue
    const { sender, recipient, blockNumber, blockHash } = first
    const timestamp = times.get(blockHash) ?? 0
    const value = await valueTransfers(ctx, { chainId, at: timestamp, transfers: group })
    if (value >= minFunding) fundings.push({ sender, recipient, blockNumber, timestamp, value })
  }
  return fundings
}

/**
 * Reads logs by both filters. Anyone can emit as many zero transfers between arbitrary accounts as fit in a block: if a
 * single block exceeds the node's log limit, reads its receipts, which have none.
 */
async function readFilteredLogs(
  chain: Chain,
  range: BlockRange,
  filters: readonly LogFilter[],
): Promise<readonly ChainLog[]> {
  try {
    return (
      await Promise.all(filters.map((filter) => readLogs(chain, { ...range, ...filter })))
    ).flat()
  } catch (refusal) {
    const { fromBlock: blockNumber, toBlock } = range
    if (blockNumber !== toBlock || !isTooWide(refusal)) throw refusal
    const reading = filters.map((filter) => readReceiptLogs(chain, { blockNumber, ...filter }))
    const read = await Promise.all(reading).catch(() => {
      throw refusal
    })
    return read.flat()
  }
}

const keyOf = ({ blockHash, sender, recipient }: TokenTransfer) =>
  `${blockHash} ${sender} ${recipient}`

/** Tokens without a price count as worthless: a trade of them has no value to offset either. */
async function valueTransfers(
  ctx: Context,
  group: {
    readonly chainId: number
    readonly at: number
    readonly transfers: readonly TokenTransfer[]
  },
): Promise<bigint> {
  const { chainId, at, transfers } = group
  const values = await Promise.all(
    transfers.map(({ token, amount }) => valueAmount(ctx, { chainId, token, amount, at })),
  )
  return values.reduce<bigint>((sum, value = 0n) => sum + value, 0n)
}

function toTopic(address: Address): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}
