import type { BlockRange } from '@/lib/chain/chain-index'
import { readLogs } from '@/lib/chain/read-logs'
import { transferTopic } from '@/lib/chain/transfer-topics'
import type { Context } from '@/lib/context'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { readTimes } from '@/lib/market/read-market'
import { decodeTransfers } from '@/lib/tokens/token-transfer'
import type { Funding, FundingRead } from './funding-store'

/**
 * The transfers from and to traders in a range of final blocks, of the tokens that matter for each. Transfers of
 * the native token leave no logs and are not seen; those of nothing, which anyone can make for others, do not count.
 */
export async function fetchFundings(
  ctx: Context,
  chainId: number,
  { reads, range }: { readonly reads: readonly FundingRead[]; readonly range: BlockRange },
): Promise<readonly Funding[]> {
  const chain = ctx.chain(chainId)
  const { settlementContract, vaultRelayerContract } = ctx.config
  const tokens = new Set(reads.flatMap((read) => read.tokens))
  const parties = reads.map(({ trader }) => toTopic(trader))
  const query = { ...range, addresses: [...tokens], topics: [transferTopic] }
  const read = await Promise.all([
    readLogs(chain, { ...query, furtherTopics: [parties] }),
    readLogs(chain, { ...query, furtherTopics: [null, parties] }),
  ])
  const logs = read.flat()
  const { wrappedNative } = chain.network
  const tokensOf = new Map(reads.map(({ trader, tokens }) => [trader, new Set(tokens)]))
  const isPassedOver = new Set<Address>([zeroAddress, settlementContract, vaultRelayerContract])
  const transfers = decodeTransfers(logs, { tokens, wrappedNative }).filter(
    ({ token, sender, recipient }) =>
      !isPassedOver.has(sender) &&
      !isPassedOver.has(recipient) &&
      [sender, recipient].some((party) => tokensOf.get(party)?.has(token)),
  )
  const blocks = new Set(transfers.map(({ blockHash }) => blockHash))
  const times = await readTimes(
    chain,
    logs.filter(({ blockHash }) => blocks.has(blockHash)),
  )
  return transfers.map(({ sender, recipient, blockNumber, blockHash }) => {
    return { sender, recipient, blockNumber, timestamp: times.get(blockHash) ?? 0 }
  })
}

function toTopic(address: Address): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}
