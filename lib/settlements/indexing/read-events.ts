import type { BlockRange } from '@/lib/chain/chain-index'
import type { ContractEvent } from '@/lib/chain-events/contract-event'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { countUnreadable, decodeLogs, type EventSource, type RawLog } from './decode-logs'

/** Returns the contracts of a network whose events are indexed. */
export function sourceOf({ config }: Pick<Context, 'config'>, chainId: number): EventSource {
  const { settlementContract, onchainOrderContracts } = config
  return { chainId, settlementContract, orderContracts: onchainOrderContracts.get(chainId) ?? [] }
}

/** Returns the addresses of these contracts. */
export const addressesOf = ({ settlementContract, orderContracts }: EventSource): Address[] => [
  settlementContract,
  ...orderContracts,
]

/** Decodes logs in chain order, and warns of malformed ones, which are skipped. */
export function decode(
  ctx: Pick<Context, 'log'>,
  logs: readonly RawLog[],
  source: EventSource,
): ContractEvent[] {
  const events = decodeLogs(logs, source)
  const unreadable = countUnreadable(logs, events)
  if (unreadable > 0) {
    ctx.log.warn({ chainId: source.chainId, unreadable }, 'skipped malformed events')
  }
  return events
}

/** Reads the events of a block range from the pinned node, unconfirmed, for a comparison with what is stored. */
export async function readContractEvents(
  ctx: Context,
  chainId: number,
  range: BlockRange,
): Promise<ContractEvent[]> {
  const source = sourceOf(ctx, chainId)
  const logs = await ctx.chain(chainId).client.getLogs({ address: addressesOf(source), ...range })
  return decodeLogs(logs, source)
}
