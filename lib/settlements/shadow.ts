import type { Auction } from '@/lib/auctions/auction'
import {
  findAuctionInput,
  type NewCompetition,
  saveCompetition,
} from '@/lib/auctions/competition-store'
import type { WinnerGroup } from '@/lib/auctions/join-winners'
import { indexOrders, unpricedTrades, valueLedger, valueSold } from '@/lib/auctions/ledger'
import { chargeTrade } from '@/lib/auctions/order-fees'
import { scoreTrade } from '@/lib/auctions/score'
import type { Solution } from '@/lib/auctions/solution'
import { readHeadNumber } from '@/lib/chain/read-head'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import { asAuctioneer } from './as-auctioneer'
import type { ChosenWinners } from './choose-winners'
import { deferOrders, loneOrder } from './deferrals'
import { leaveOut } from './left-out'
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
  await asAuctioneer(ctx, { chainId, epoch }, async (tx) => {
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

/** All transactions of an auction, as `settleLater` would send them: one a block, until the deadline. */
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
    if (lone) deferOrders(ctx, auction.chainId, [lone])
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
    const { sellAmount, buyAmount } = chargeTrade(entry, trade)
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

/**
 * Plays would-be settlements on the blocks that followed: whether they would still have gone through, and at what cost. A
 * node that does not answer, or has dropped a block's state, holds up nothing: they are played again in the next round.
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
  for (const settlement of settlements) {
    const followed = [...settlement.followed]
    const earlier = await listCallsBefore(ctx.db, settlement)
    for (;;) {
      const block = settlement.blockNumber + BigInt(followed.length + 1)
      if (followed.length === followedBlocks || block > head) break
      const isLost = head - block > keptBlocks
      followed.push(await playOn(ctx, settlement, { block, isLost, earlier }))
    }
    if (followed.length === settlement.followed.length) continue
    const isOver = followed.length === followedBlocks
    await saveFollowed(ctx.db, settlement, {
      followed,
      ...(isOver ? { endedAt: new Date(ctx.now()) } : {}),
    })
  }
}

type Wanted = {
  readonly block: bigint
  readonly isLost: boolean
  /** Call data of the auction's settlements before it. */
  readonly earlier: readonly Hex[]
}

async function playOn(
  ctx: Context,
  { chainId, auctionId, callData, tokens, maxFee, tip }: ShadowSettlement,
  { block: number, isLost, earlier }: Wanted,
): Promise<FollowedBlock> {
  const block = Number(number)
  if (isLost) return { block, fault: 'its state was not kept' }
  const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip }
  const from = solverAddress(ctx)
  try {
    const input = { chainId, from, callData, fees, tokens, onBlock: number, earlier }
    const [played, { baseFeePerGas }] = await Promise.all([
      simulateSettlement(ctx, input),
      ctx.chain(chainId).client.getBlock({ blockNumber: number }),
    ])
    if ('fault' in played) return { block, fault: played.fault }
    const price = minAmount(maxFee, (baseFeePerGas ?? 0n) + tip)
    const held = await findAuctionInput(ctx.db, auctionId)
    const kept = held && { kept: String(valueLedger(held.auction, played.changes)) }
    return { block, price: String(price), gas: String(played.gas), ...kept }
  } catch (error) {
    // A reorganisation may have taken the block, which the node tells as an error.
    if (!isServiceError(error)) return { block, fault: 'its block is gone' }
    throw error
  }
}
