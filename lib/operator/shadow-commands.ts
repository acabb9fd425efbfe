import { formatUnits } from 'viem'
import type { Context } from '@/lib/context'
import { groupBy } from '@/lib/core/group-by'
import { getNetwork } from '@/lib/core/networks'
import {
  type FollowedBlock,
  listShadowSettlements,
  listShadowsOf,
  type ShadowSettlement,
  type ShadowTrade,
} from '@/lib/settlements/submission/shadow-store'
import type { Command, Invocation, Row } from './command'
import { readAuctionId, readLimit, readNetwork, readParameters } from './parameters'

/** Commands that report what would have settled while settling is `shadow`. */
export const shadowCommands: readonly Command[] = [
  {
    name: 'shadow list',
    parameters: '',
    summary:
      'List the newest settlements simulated under SETTLE=shadow. value, kept and surplus are at the auction prices, in native tokens; unpriced counts trades of unknown value, taken as 0. after1 to after3: profit less gas at each of the three following blocks, or the reason for the failure there. bps1 to bps3: median improvement per order at that block over filling it alone through the pools, net of gas.',
    options: ['network', 'limit'],
    list: async (ctx, invocation) => (await listSettlements(ctx, invocation)).map(rowOf),
  },
  {
    name: 'shadow show',
    parameters: '<auction>',
    summary:
      'Show the settlements of one auction per order, at each of the three following blocks: the outcome, the amount kept and the gas cost (native tokens), the amounts sold and bought (atoms), and poolsAlone: the result of the same fill alone through the pools of that block, net of gas, as atoms bought (sell orders) or sold (buy orders).',
    options: [],
    list: async (ctx, { parameters }) => {
      const [auction = ''] = readParameters(parameters, ['<auction>'])
      const settlements = await listShadowsOf(ctx.db, readAuctionId(auction))
      return settlements.flatMap((settlement, place) => rowsOf(settlement, place + 1))
    },
  },
  {
    name: 'shadow totals',
    parameters: '',
    summary:
      'Sum the newest settlements per network and for each of the three following blocks: how many were simulated and would have settled, the amount kept, the gas cost, the difference (net), the surplus of traders, and the median improvement per order over filling it alone through the pools of that block. --limit sets the number of settlements.',
    options: ['network', 'limit'],
    list: async (ctx, invocation) => {
      const settlements = await listSettlements(ctx, invocation)
      return [...groupBy(settlements, ({ chainId }) => chainId).values()].flatMap((group) =>
        [1, 2, 3].map((blocksAfter) => totalsOf(group, blocksAfter)),
      )
    },
  },
]

async function listSettlements(
  ctx: Context,
  { parameters, options }: Invocation,
): Promise<ShadowSettlement[]> {
  readParameters(parameters, [])
  const { network } = options
  const chainId = network === undefined ? undefined : readNetwork(network).chainId
  return listShadowSettlements(ctx.db, { chainId, limit: readLimit(options.limit) })
}

/** The result of a settlement simulated at one block, in wei. */
type SimulatedOutcome = { readonly kept: bigint; readonly gasCost: bigint; readonly net: bigint }

/** Undefined if the settlement failed or was not simulated. */
function outcomeIn(
  { kept: expected }: ShadowSettlement,
  block: FollowedBlock | undefined,
): SimulatedOutcome | undefined {
  if (!block || (block.fault ?? block.unplayed) !== undefined) return undefined
  const kept = BigInt(block.kept ?? expected)
  const gasCost = BigInt(block.gas ?? '0') * BigInt(block.price ?? '0')
  return { kept, gasCost, net: kept - gasCost }
}

/**
 * Improvement over the pools alone, in bps of what the order received or paid: at most 10,000, and negative if the
 * pools were better. Undefined if there is nothing to compare with.
 */
function advantageOf(trade: ShadowTrade, block: FollowedBlock | undefined): number | undefined {
  const { uid, kind, sellAmount, buyAmount } = trade
  const filled = block?.alone?.[uid]
  if (filled === undefined) return undefined
  const alone = BigInt(filled)
  const [worse, better] = kind === 'sell' ? [alone, BigInt(buyAmount)] : [BigInt(sellAmount), alone]
  return better > 0n ? Number(((better - worse) * 1_000_000n) / better) / 100 : undefined
}

function advantagesOf({ trades }: ShadowSettlement, block: FollowedBlock | undefined): number[] {
  return trades.flatMap((trade) => advantageOf(trade, block) ?? [])
}

function medianText(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? 'unknown' : ((low + high) / 2).toFixed(2)
}

function totalsOf(settlements: readonly ShadowSettlement[], blocksAfter: number): Row {
  const [first] = settlements
  const all = settlements.flatMap((settlement) => {
    const block = settlement.followed[blocksAfter - 1]
    if (!block || block.unplayed !== undefined) return []
    return { settlement, block, outcome: outcomeIn(settlement, block) }
  })
  const settled = all.flatMap(({ outcome, ...rest }) => (outcome ? { ...rest, ...outcome } : []))
  const trades = settled.flatMap(({ settlement }) => settlement.trades)
  const bps = settled.flatMap(({ settlement, block }) => advantagesOf(settlement, block))
  return {
    network: first ? getNetwork(first.chainId).name : '',
    blocksAfter,
    settlements: all.length,
    settled: settled.length,
    share: all.length === 0 ? 'unknown' : `${((100 * settled.length) / all.length).toFixed(1)} %`,
    orders: settled.reduce((count, { settlement }) => count + settlement.orderUids.length, 0),
    unpriced: unpricedIn(trades),
    value: native(settled.map(({ settlement }) => settlement.value)),
    kept: native(settled.map(({ kept }) => kept)),
    gasCost: native(settled.map(({ gasCost }) => gasCost)),
    net: native(settled.map(({ net }) => net)),
    surplus: surplusIn(trades),
    compared: bps.length,
    medianBps: medianText(bps),
  }
}

function rowOf(settlement: ShadowSettlement): Row {
  const { chainId, createdAt, auctionId, blockNumber, orderUids, trades, value, kept } = settlement
  const [first, second, third] = settlement.followed
  const bpsIn = (block: FollowedBlock | undefined) => medianText(advantagesOf(settlement, block))
  return {
    network: getNetwork(chainId).name,
    time: createdAt.toISOString(),
    auction: String(auctionId),
    block: String(blockNumber),
    orders: orderUids.length,
    unpriced: unpricedIn(trades),
    value: native([value]),
    kept: native([kept]),
    surplus: surplusIn(trades),
    after1: endOf(settlement, first),
    after2: endOf(settlement, second),
    after3: endOf(settlement, third),
    bps1: bpsIn(first),
    bps2: bpsIn(second),
    bps3: bpsIn(third),
  }
}

/** Returns the profit after gas at one block, or the reason for a failure. */
function endOf(settlement: ShadowSettlement, block: FollowedBlock | undefined): string {
  const outcome = outcomeIn(settlement, block)
  return outcome ? native([outcome.net]) : failureOf(block)
}

function failureOf(block: FollowedBlock | undefined): string {
  return block?.fault ?? block?.unplayed ?? 'not simulated yet'
}

function rowsOf(settlement: ShadowSettlement, transaction: number): Row[] {
  const { followed, blockNumber, trades } = settlement
  const blocks = followed.length > 0 ? followed : [undefined]
  return blocks.flatMap((block) => {
    const outcome = outcomeIn(settlement, block)
    return trades.map((trade) => ({
      transaction,
      block: block?.block ?? Number(blockNumber) + 1,
      outcome: outcome ? 'settles' : failureOf(block),
      kept: outcome ? native([outcome.kept]) : '',
      gas: block?.gas ?? '',
      gasCost: outcome ? native([outcome.gasCost]) : '',
      net: outcome ? native([outcome.net]) : '',
      order: trade.uid,
      kind: trade.kind,
      sold: trade.sellAmount,
      bought: trade.buyAmount,
      value: trade.value === undefined ? 'unknown' : native([BigInt(trade.value)]),
      surplus: surplusIn([trade]),
      poolsAlone: block?.alone?.[trade.uid] ?? 'unknown',
      bps: advantageOf(trade, block) ?? 'unknown',
    }))
  })
}

function unpricedIn(trades: readonly ShadowTrade[]): number {
  return trades.filter(({ value }) => value === undefined).length
}

function surplusIn(trades: readonly ShadowTrade[]): string {
  return native(trades.map(({ surplus }) => BigInt(surplus)))
}

/** Formats wei in the native token. */
function native(amounts: readonly bigint[]): string {
  return formatUnits(
    amounts.reduce((total, amount) => total + amount, 0n),
    18,
  )
}
