import { formatEther, formatGwei } from 'viem'
import type { Context } from '@/lib/context'
import { groupBy } from '@/lib/core/group-by'
import { getNetwork } from '@/lib/core/networks'
import {
  advantageOf,
  median,
  type ShadowTotals,
  shadowDay,
  shadowOutcome,
  sumShadows,
} from '@/lib/settlements/reports/shadow-outcome'
import {
  type FollowedBlock,
  listShadowResults,
  listShadowSettlements,
  listShadowsOf,
  type MovedHop,
  type ShadowResult,
} from '@/lib/settlements/submission/shadow-store'
import type { Command, Invocation, Row } from './command'
import {
  readAuctionId,
  readDays,
  readLimit,
  readNetwork,
  readParameters,
  startOfDays,
} from './parameters'
import { formatShadow, formatShadowList, formatShadowTotals, short } from './shadow-text'

/** Commands that report what would have settled while settling is `shadow`. */
export const shadowCommands: readonly Command[] = [
  {
    name: 'shadow list',
    parameters: '',
    summary:
      'List the newest settlements simulated under SETTLE=shadow. end: mined, late (fees too low until the deadline), reverted, withdrawn (failed while private), unknown (the node had no state) or pending. Native tokens: spent on gas and data; net: kept less owed less spent at the auction prices; netThere: at the pool prices of the block that would have contained it. moved: the worst change of a pool in between. bps: median improvement per order over filling it alone through the pools of that block, net of gas.',
    options: ['network', 'limit'],
    list: listNewest,
    format: formatShadowList,
  },
  {
    name: 'shadow show',
    parameters: '<auction>',
    summary:
      'Show the settlements of one auction: the block that would have contained each, its cost, what it would have kept, what each order would have got from the pools of that block alone, the pools that moved, and the orders and pools that made it fail.',
    options: [],
    list: async (ctx, { parameters }) => {
      const [auction = ''] = readParameters(parameters, ['<auction>'])
      const settlements = await listShadowsOf(ctx.db, readAuctionId(auction))
      return settlements.map((settlement, place) => detailsOf(settlement, place + 1))
    },
    format: formatShadow,
  },
  {
    name: 'shadow totals',
    parameters: '',
    summary:
      'Sum the settlements per network, in all and per UTC day: how many would have been sent, mined, late, reverted by cause, withdrawn; what they would have spent, kept and owed; and the net. Default: 7 days.',
    options: ['network', 'days'],
    list: listTotals,
    format: formatShadowTotals,
  },
]

async function listNewest(ctx: Context, { parameters, options }: Invocation): Promise<Row[]> {
  readParameters(parameters, [])
  const limit = readLimit(options.limit)
  return (await listShadowSettlements(ctx.db, { chainId: chainIdOf(options), limit })).map(toRow)
}

async function listTotals(ctx: Context, { parameters, options }: Invocation): Promise<Row[]> {
  readParameters(parameters, [])
  const since = startOfDays(ctx.now(), readDays(options.days))
  const settlements = await listShadowResults(ctx.db, { chainId: chainIdOf(options), since })
  return [...groupBy(settlements, ({ chainId }) => chainId)].flatMap(([chainId, group]) => {
    const days = [...groupBy(group, shadowDay)]
    const daily = days.map(([day, part]) => totalsRow(chainId, day, part))
    return [totalsRow(chainId, 'all', group), ...daily]
  })
}

function chainIdOf({ network }: Invocation['options']): number | undefined {
  return network === undefined ? undefined : readNetwork(network).chainId
}

function totalsRow(chainId: number, day: string, settlements: readonly ShadowResult[]): Row {
  const totals = sumShadows(settlements)
  const { sent, mined, late, reverted, withdrawn, unknown, pending, worst, causes } = totals
  const { name } = getNetwork(chainId)
  return {
    ...{ network: name, day, sent, mined, late, reverted, withdrawn, unknown, pending },
    spent: formatEther(totals.spent),
    kept: formatEther(totals.kept),
    owed: formatEther(totals.owed),
    net: formatEther(totals.net),
    netThere: formatEther(totals.netThere),
    ...(worst ? { worst: { auction: String(worst.auctionId), net: formatEther(worst.net) } } : {}),
    causes,
    bps: totals.medianBps ?? 'unknown',
    decision: decisionOf(totals, chainId),
  }
}

/** The line that an operator decides by; at the pool prices of the blocks, since the auction's have passed. */
function decisionOf(totals: ShadowTotals, chainId: number): string {
  const { sent, mined, pending, unknown, netThere, worst } = totals
  const { nativeSymbol } = getNetwork(chainId)
  const decided = sent - pending - unknown
  const parts = [
    `${mined} of ${decided} would have been mined`,
    `net ${short(formatEther(netThere))} ${nativeSymbol}`,
    ...(worst ? [`worst ${short(formatEther(worst.net))} (auction ${worst.auctionId})`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ]
  return parts.join('; ')
}

function toRow(settlement: ShadowResult): Row {
  const { chainId, createdAt, auctionId, blockNumber, orderUids, trades, value } = settlement
  const { end, block, spent, kept, owed, net, netThere, cause } = shadowOutcome(settlement)
  return {
    network: getNetwork(chainId).name,
    time: createdAt.toISOString(),
    auction: String(auctionId),
    simulatedOn: String(blockNumber),
    orders: orderUids.length,
    unpriced: trades.filter((trade) => trade.value === undefined).length,
    value: formatEther(value),
    end,
    block: block ? String(block.block) : '',
    spent: formatEther(spent),
    kept: formatEther(kept),
    owed: formatEther(owed),
    net: formatEther(net),
    netThere: formatEther(netThere),
    surplus: formatEther(trades.reduce((sum, { surplus }) => sum + BigInt(surplus), 0n)),
    moved: worstMove(block)?.bps ?? 0,
    bps: median(trades.flatMap((trade) => advantageOf(trade, block) ?? [])) ?? 'unknown',
    cause: cause ?? '',
  }
}

/** The hop that made it fail, or else the one that lost the most. */
function worstMove(block: FollowedBlock | undefined): MovedHop | undefined {
  const rank = ({ isShort, bps }: MovedHop) => (isShort ? -1e9 : 0) + bps
  return block?.moved?.toSorted((a, b) => rank(a) - rank(b))[0]
}

function detailsOf(settlement: ShadowResult, place: number): Row {
  const { trades, blockNumber, maxFee, tip, deadlineBlock } = settlement
  const outcome = shadowOutcome(settlement)
  const { block } = outcome
  const { tooDear, moved = [], failingOrders = [] } = block ?? {}
  const gwei = (text: string | bigint | undefined) =>
    text === undefined ? '' : formatGwei(BigInt(text))
  return {
    ...toRow(settlement),
    transaction: place,
    blocksAfter: block ? block.block - Number(blockNumber) : '',
    deadline: deadlineBlock === undefined ? '' : String(deadlineBlock),
    offeredGwei: gwei(tooDear?.maxFee ?? maxFee),
    tipGwei: gwei(tip),
    // Where its fees were too low, the base fee that they would have had to pay at least.
    ...(tooDear ? { baseFeeGwei: gwei(tooDear.baseFee) } : { priceGwei: gwei(block?.price) }),
    gas: block?.gas ?? '',
    dataFee: block?.dataFee === undefined ? '' : formatEther(BigInt(block.dataFee)),
    keptThere: block?.keptThere === undefined ? '' : formatEther(BigInt(block.keptThere)),
    owedThere: block?.owedThere === undefined ? '' : formatEther(BigInt(block.owedThere)),
    trades: trades.map((trade) => ({
      order: trade.uid,
      kind: trade.kind,
      sold: trade.sellAmount,
      bought: trade.buyAmount,
      value: trade.value === undefined ? 'unknown' : formatEther(BigInt(trade.value)),
      surplus: formatEther(BigInt(trade.surplus)),
      poolsAlone: block?.alone?.[trade.uid] ?? 'unknown',
      bps: advantageOf(trade, block) ?? 'unknown',
    })),
    movedPools: moved,
    failingOrders,
  }
}
