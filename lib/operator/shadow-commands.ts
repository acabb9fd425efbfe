import { formatUnits } from 'viem'
import { groupBy } from '@/lib/core/group-by'
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
    name: 'shadow list',
    parameters: '',
    summary:
      'Settlements that SETTLE=shadow has not sent, newest first: what they sell, give owners above their limits, and keep, at the prices of their auction, and for each of the three blocks after it what they would have kept by how pools stood then, less their gas, or why they would have failed there. All amounts in native tokens.',
    options: ['network', 'limit'],
    list: async (ctx, { parameters, options }) => {
      readParameters(parameters, [])
      const { network } = options
      const chainId = network === undefined ? undefined : readNetwork(network).chainId
      const limit = readLimit(options.limit)
      return (await listShadowSettlements(ctx.db, { chainId, limit })).map(rowOf)
    },
  },
  {
    name: 'shadow totals',
    parameters: '',
    summary:
      'The same by network: how many settlements SETTLE=shadow has not sent, what they sell, give and keep, and for each of the three blocks after theirs how many of those played would have gone through, and what these keep less their gas. Of the newest ones, as many as the limit says.',
    options: ['network', 'limit'],
    list: async (ctx, { parameters, options }) => {
      readParameters(parameters, [])
      const { network } = options
      const chainId = network === undefined ? undefined : readNetwork(network).chainId
      const limit = readLimit(options.limit)
      const settlements = await listShadowSettlements(ctx.db, { chainId, limit })
      return [...groupBy(settlements, (each) => each.chainId).values()].map(totalsOf)
    },
  },
]

function totalsOf(settlements: readonly ShadowSettlement[]): Row {
  const [first] = settlements
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  const after = (place: number) => {
    const played = settlements.filter(({ followed }) => followed[place])
    const left = played.flatMap(({ kept, followed }) => leftAfter(kept, followed[place]) ?? [])
    return { went: `${left.length} of ${played.length}`, left: formatUnits(sum(left), 18) }
  }
  const [one, two, three] = [after(0), after(1), after(2)]
  return {
    network: first ? getNetwork(first.chainId).name : '',
    settlements: settlements.length,
    orders: settlements.reduce((count, { orderUids }) => count + orderUids.length, 0),
    value: formatUnits(sum(settlements.map(({ value }) => value)), 18),
    surplus: formatUnits(sum(settlements.map(surplusOf)), 18),
    kept: formatUnits(sum(settlements.map(({ kept }) => kept)), 18),
    ...{ went1: one.went, after1: one.left },
    ...{ went2: two.went, after2: two.left },
    ...{ went3: three.went, after3: three.left },
  }
}

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
    surplus: formatUnits(surplusOf(settlement), 18),
    kept: formatUnits(kept, 18),
    after1: endOf(settlement, first),
    after2: endOf(settlement, second),
    after3: endOf(settlement, third),
  }
}

/** What it keeps less its gas in a block, or why it would have failed. */
function endOf({ kept }: ShadowSettlement, block: FollowedBlock | undefined): string {
  if (!block) return 'not played yet'
  const left = leftAfter(kept, block)
  return left === undefined ? (block.fault ?? '') : formatUnits(left, 18)
}

/** Wei that owners would have got above their limits. */
function surplusOf({ trades }: ShadowSettlement): bigint {
  return trades.reduce((total, { surplus }) => total + BigInt(surplus), 0n)
}

/** Wei that are left of what is kept, less the gas of a block; undefined where it would have failed. */
function leftAfter(kept: bigint, block: FollowedBlock | undefined): bigint | undefined {
  if (!block || block.fault !== undefined) return undefined
  return BigInt(block.kept ?? kept) - BigInt(block.gas ?? '0') * BigInt(block.price ?? '0')
}
