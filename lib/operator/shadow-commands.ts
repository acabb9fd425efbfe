import { formatUnits } from 'viem'
import { getNetwork } from '@/lib/core/networks'
import {
  type FollowedBlock,
  listShadowSettlements,
  type ShadowSettlement,
} from '@/lib/settlements/shadow-store'
import type { Command, Row } from './command'
import { readLimit, readNetwork, readParameters } from './parameters'

/** What would have been settled while settling is `shadow`. */
export const shadowCommands: readonly Command[] = [
  {
    name: 'shadow',
    parameters: '',
    summary:
      'Settlements that SETTLE=shadow has not sent, newest first: what they sell and keep at the prices of their auction, and what is kept less the gas of each of the three blocks after it, or why they would have failed there. All amounts in native tokens.',
    options: ['network', 'limit'],
    list: async (ctx, { parameters, options }) => {
      readParameters(parameters, [])
      const { network } = options
      const chainId = network === undefined ? undefined : readNetwork(network).chainId
      const limit = readLimit(options.limit)
      return (await listShadowSettlements(ctx.db, { chainId, limit })).map(rowOf)
    },
  },
]

function rowOf(settlement: ShadowSettlement): Row {
  const { chainId, createdAt, auctionId, blockNumber, orderUids, value, kept } = settlement
  const [first, second, third] = settlement.followed
  return {
    network: getNetwork(chainId).name,
    time: createdAt.toISOString(),
    auction: String(auctionId),
    block: String(blockNumber),
    orders: orderUids.length,
    value: formatUnits(value, 18),
    kept: formatUnits(kept, 18),
    after1: endOf(settlement, first),
    after2: endOf(settlement, second),
    after3: endOf(settlement, third),
  }
}

/** What it keeps less its gas in a block, or why it would have failed. */
function endOf({ kept }: ShadowSettlement, block: FollowedBlock | undefined): string {
  if (!block) return 'not played yet'
  const { fault, gas = '0', price = '0' } = block
  return fault ?? formatUnits(kept - BigInt(gas) * BigInt(price), 18)
}
