import { setImmediate } from 'node:timers/promises'
import {
  findAuctionInput,
  type NewCompetition,
  saveCompetition,
} from '@/lib/auctions/competition/competition-store'
import { type Auction, tradedPair } from '@/lib/auctions/model/auction'
import { indexOrders, unpricedTrades, valueLedger, valueSold } from '@/lib/auctions/model/ledger'
import { applyFees } from '@/lib/auctions/model/order-fees'
import { scoreTrade } from '@/lib/auctions/model/score'
import type { Solution } from '@/lib/auctions/model/solution'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import { fillAlone } from '@/lib/auctions/solvers/fill-alone'
import { readHeadNumber } from '@/lib/chain/read-head'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { inFencedTransaction } from '@/lib/settlements/auctioneer/as-auctioneer'
import type { ChosenWinners } from '@/lib/settlements/auctioneer/choose-winners'
import { leaveOut } from '@/lib/settlements/auctioneer/left-out'
import { backOffOrders, loneOrder } from '@/lib/settlements/auctioneer/order-backoff'
import { prepareSettlement } from './prepare-settlement'
import {
  type FollowedBlock,
  insertShadowSettlement,
  listCallsBefore,
  listUnfollowed,
  type ShadowSettlement,
  type ShadowTrade,
  saveFollowed,
} from './shadow-store'
import { simulateSettlement } from './simulate-settlement'
import { solverAddress } from './solver-account'

/** Whether settlements of a network are played and kept, and nothing is sent. */
export function isShadow({ config }: Pick<Context, 'config'>, chainId: number): boolean {
  return config.settleModes.get(chainId) === 'shadow'
}

type Rehearsal = {
  readonly competition: NewCompetition
  readonly first: ChosenWinners['first']
  readonly later: readonly WinnerGroup[]
  /** The leader's fencing epoch. */
  readonly epoch: bigint
}

/**
 * Keeps an auction and the settlements that it would have sent, each played after those before it. Its winners are given up,
 * so that nobody takes them for sent, and the orders of these settlements rest for ten minutes.
 *
 * @throws {ServiceError} Conflict when another leads; InternalServerError when the network's RPC does not answer.
 */
export async function keepShadow(ctx: Context, rehearsal: Rehearsal): Promise<void> {
  const { competition, epoch } = rehearsal
  const { auctionId, input } = competition
  const { auction } = input
  const { chainId, blockNumber } = auction
  const { settlements, faults } = await prepareAll(ctx, rehearsal)
  const solutions = competition.solutions.map((one, place) => {
    const fault = faults.get(place) ?? 'SETTLE=shadow: nothing is sent'
    return one.isWinner ? { ...one, fault } : one
  })
  const createdAt = new Date(ctx.now())
  await inFencedTransaction(ctx, { chainId, epoch }, async (tx) => {
    await saveCompetition(tx, { ...competition, solutions })
    for (const {
      callData,
      orderUids,
      tokens,
      usedGas: gas,
      value,
      kept,
      fees,
      group,
    } of settlements) {
      await insertShadowSettlement(tx, {
        ...{ chainId, auctionId, blockNumber, orderUids, callData, tokens, gas, value, kept },
        trades: tradesOf(auction, group.solution),
        ...{ maxFee: fees.maxFeePerGas, tip: fees.maxPriorityFeePerGas },
        createdAt,
      })
    }
  })
  for (const { orderUids, usedGas: gas, value, kept } of settlements) {
    ctx.log.info({ chainId, auctionId, orderUids, gas, value, kept }, 'settled in shadow')
    leaveOut(ctx, chainId, { uids: orderUids, exclusion: { code: 'settlingOff' } })
  }
}

type Prepared = {
  readonly settlements: readonly ChosenWinners['first'][]
  /** Why other winners would not have been settled, by their place. */
  readonly faults: ReadonlyMap<number, string>
}

/** All transactions of an auction, as `settleRemaining` would send them: one a block, until the deadline. */
async function prepareAll(
  ctx: Context,
  { competition, first, later }: Rehearsal,
): Promise<Prepared> {
  const { auctionId, input, deadlineBlock } = competition
  const { auction } = input
  const settlements = [first]
  const faults = new Map<number, string>()
  for (const group of later) {
    const isLate = auction.blockNumber + BigInt(settlements.length) >= deadlineBlock
    const earlier = settlements.map(({ callData }) => callData)
    const prepared = isLate
      ? { fault: 'not sent in time' }
      : await prepareSettlement(ctx, { auction, auctionId, earlier }, group.solution)
    if (!('fault' in prepared)) {
      settlements.push({ ...prepared, group })
      continue
    }
    for (const { place } of group.members) faults.set(place, prepared.fault)
    const lone = isLate ? undefined : loneOrder(ctx, group.solution)
    if (lone) backOffOrders(ctx, auction.chainId, [lone])
  }
  return { settlements, faults }
}

/** What owners would have paid and got once fees are taken. */
function tradesOf(auction: Auction, { trades }: Solution): ShadowTrade[] {
  const unpriced = new Set(unpricedTrades(auction, { trades }).map(({ uid }) => uid))
  const orders = indexOrders(auction)
  return trades.flatMap((trade) => {
    const { uid } = trade
    const entry = orders.get(uid)
    if (!entry) return []
    const { sellAmount, buyAmount } = applyFees(entry, trade)
    const order = entry.charge?.signed ?? entry.order
    const value = String(valueSold(auction, { trades: [trade] }))
    return {
      ...{ uid, kind: order.kind, sellAmount: String(sellAmount), buyAmount: String(buyAmount) },
      ...(unpriced.has(uid) ? {} : { value }),
      surplus: String(scoreTrade(auction, order, { ...trade, sellAmount, buyAmount })),
    }
  })
}

/** Blocks after a would-be settlement that it is played on. */
const followedBlocks = 3
/** Nodes keep the state of some hundred blocks. */
const keptBlocks = 64n
const settlementsPerRound = 20

/** Playing holds up the round: what is left after so many milliseconds is played in the next one. */
const maxPlayedMs = 3_000

/**
 * Plays would-be settlements on the blocks that followed: whether they would still have gone through, at what cost, and what
 * pools alone would have given their orders then. A node that does not answer, or has dropped a block's state, holds up
 * nothing: they are played again in the next round.
 */
export async function followShadows(ctx: Context, chainId: number): Promise<void> {
  try {
    await playFollowing(ctx, chainId)
  } catch (error) {
    if (!isServiceError(error)) throw error
    ctx.log.debug({ chainId, error }, 'would-be settlements are not played')
  }
}

async function playFollowing(ctx: Context, chainId: number): Promise<void> {
  const settlements = await listUnfollowed(ctx.db, { chainId, limit: settlementsPerRound })
  if (settlements.length === 0) return
  const head = await readHeadNumber(ctx.chain(chainId))
  const untilMs = ctx.now() + maxPlayedMs
  for (const settlement of settlements) {
    if (ctx.now() >= untilMs) return
    const { auctionId, blockNumber, followed: before } = settlement
    if (blockNumber + BigInt(before.length) >= head) continue
    const auction = (await findAuctionInput(ctx.db, auctionId))?.auction
    const earlier = await listCallsBefore(ctx.db, settlement)
    const followed = [...before]
    for (;;) {
      const block = blockNumber + BigInt(followed.length + 1)
      if (followed.length === followedBlocks || block > head) break
      const isLost = head - block > keptBlocks
      const after = { auction, earlier, block }
      followed.push(isLost ? lost(block) : await playOn(ctx, settlement, after))
    }
    const isOver = followed.length === followedBlocks
    await saveFollowed(ctx.db, settlement, {
      followed,
      ...(isOver ? { endedAt: new Date(ctx.now()) } : {}),
    })
  }
}

function lost(block: bigint): FollowedBlock {
  return { block: Number(block), unplayed: 'its state was not kept' }
}

type After = {
  /** Undefined where it is not kept any more. */
  readonly auction: Auction | undefined
  /** Call data of the auction's settlements before it. */
  readonly earlier: readonly Hex[]
  readonly block: bigint
}

async function playOn(
  ctx: Context,
  settlement: ShadowSettlement,
  { auction, earlier, block: number }: After,
): Promise<FollowedBlock> {
  const { chainId, callData, tokens, maxFee, tip, trades } = settlement
  const block = Number(number)
  const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip }
  const from = solverAddress(ctx)
  try {
    const input = { chainId, from, callData, fees, tokens, onBlock: number, earlier }
    const [played, { baseFeePerGas }] = await Promise.all([
      simulateSettlement(ctx, input),
      ctx.chain(chainId).client.getBlock({ blockNumber: number }),
    ])
    if ('fault' in played) return { block, fault: played.fault }
    const gasPrice = (baseFeePerGas ?? 0n) + tip
    const paid = { block, price: String(minAmount(maxFee, gasPrice)), gas: String(played.gas) }
    if (!auction) return paid
    const kept = String(valueLedger(auction, played.changes))
    const alone = await fillAllAlone(ctx, { ...auction, gasPrice, blockNumber: number }, trades)
    return { ...paid, kept, alone }
  } catch (error) {
    // A reorganisation may have taken the block, which the node tells as an error.
    if (!isServiceError(error)) return { block, unplayed: 'its block is gone' }
    throw error
  }
}

/** What the pools of the auction's block would have given for the fill of each order alone. */
async function fillAllAlone(
  ctx: Context,
  auction: Auction,
  trades: readonly ShadowTrade[],
): Promise<Record<Hex, string>> {
  const { chainId, blockNumber, wrappedNative } = auction
  const orders = indexOrders(auction)
  const traded = trades.flatMap(({ uid }) => {
    const entry = orders.get(uid)
    return entry ? Object.values(tradedPair(entry.order, wrappedNative)) : []
  })
  const tokens = [...traded, wrappedNative]
  const { pools } = await readPools(ctx, { chainId, tokens, blockNumber })
  const alone: Record<Hex, string> = {}
  for (const { uid, kind, ...amounts } of trades) {
    const [sellAmount, buyAmount] = [BigInt(amounts.sellAmount), BigInt(amounts.buyAmount)]
    const executedAmount = kind === 'sell' ? sellAmount : buyAmount
    const filled = fillAlone({ ...auction, pools }, { uid, executedAmount, sellAmount, buyAmount })
    if (filled !== undefined) alone[uid] = String(filled)
    // A search takes some milliseconds; others wait.
    await setImmediate()
  }
  return alone
}
