import { setImmediate } from 'node:timers/promises'
import { type BidFault, faultText } from '@/lib/auctions/competition/bid-fault'
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
import { fillAlone } from '@/lib/auctions/solvers/route-order'
import type { Chain } from '@/lib/chain/chain'
import { readDataFee } from '@/lib/chain/data-fee'
import { readHeadNumber } from '@/lib/chain/read-headers'
import { type Context, defineSlot } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { ceilDiv, maxAmount, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { inFencedTransaction } from '@/lib/settlements/auctioneer/auction-role'
import type { ChosenWinners } from '@/lib/settlements/auctioneer/choose-winners'
import { excludeOrders } from '@/lib/settlements/auctioneer/exclusions'
import { backOffOrders, onlyOrder } from '@/lib/settlements/auctioneer/order-backoff'
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

/** Returns whether settlements of a network are simulated and stored instead of sent. */
export function isShadow({ config }: Pick<Context, 'config'>, chainId: number): boolean {
  return config.settleModes.get(chainId) === 'shadow'
}

type ShadowRun = {
  readonly competition: NewCompetition
  readonly first: ChosenWinners['first']
  readonly later: readonly WinnerGroup[]
  /** The leader's fencing epoch. */
  readonly epoch: bigint
}

/**
 * Stores an auction and the settlements that it would have sent, each simulated after the previous ones. Its winners
 * are marked as abandoned, so that they do not count as sent, and its orders are excluded for ten minutes.
 * @throws {ServiceError} Conflict if another process leads; InternalServerError if the network's RPC does not answer.
 */
export async function storeShadow(ctx: Context, run: ShadowRun): Promise<void> {
  const { competition, epoch } = run
  const { auctionId, input } = competition
  const { auction } = input
  const { chainId } = auction
  const { settlements, faults } = await prepareAll(ctx, run)
  const solutions = competition.solutions.map((one, place) => {
    const fault = faults.get(place) ?? { code: 'settlingOff' as const }
    return one.isWinner ? { ...one, fault } : one
  })
  const createdAt = new Date(ctx.now())
  await inFencedTransaction(ctx, { chainId, epoch }, async (tx) => {
    await saveCompetition(tx, { ...competition, solutions })
    for (const { group, fees, usedGas: gas, ...prepared } of settlements) {
      const { blockNumber, callData, orderUids, tokens, value, kept } = prepared
      await insertShadowSettlement(tx, {
        ...{ chainId, auctionId, blockNumber, orderUids, callData, tokens, gas, value, kept },
        trades: tradesOf(auction, group.solution),
        ...{ maxFee: fees.maxFeePerGas, tip: fees.maxPriorityFeePerGas },
        createdAt,
      })
    }
  })
  for (const { orderUids, usedGas: gas, value, kept } of settlements) {
    ctx.log.info(
      { chainId, auctionId, orderUids, gas, value, kept },
      'settlement simulated in shadow mode',
    )
    excludeOrders(ctx, chainId, { uids: orderUids, exclusion: { code: 'settlingOff' } })
  }
}

type Prepared = {
  readonly settlements: readonly ChosenWinners['first'][]
  /** Why other winners would not have been settled, by their index. */
  readonly faults: ReadonlyMap<number, BidFault>
}

/** The auction's transactions, as `settleRemaining` would send them: one per block, until the deadline. */
async function prepareAll(
  ctx: Context,
  { competition, first, later }: ShadowRun,
): Promise<Prepared> {
  const { auctionId, input, deadlineBlock } = competition
  const { auction } = input
  const settlements = [first]
  const faults = new Map<number, BidFault>()
  for (const group of later) {
    const isLate = first.blockNumber + BigInt(settlements.length) >= deadlineBlock
    const earlier = settlements.map(({ callData }) => callData)
    const prepared = isLate
      ? { fault: { code: 'late' as const } }
      : await prepareSettlement(ctx, { auction, auctionId, earlier }, group.solution)
    if (!('fault' in prepared)) {
      settlements.push({ ...prepared, group })
      continue
    }
    for (const { place } of group.members) faults.set(place, prepared.fault)
    const only = isLate ? undefined : onlyOrder(ctx, group.solution)
    if (only) backOffOrders(ctx, auction.chainId, [only])
  }
  return { settlements, faults }
}

/** The owners' amounts net of fees. */
function tradesOf(auction: Auction, { trades }: Solution): ShadowTrade[] {
  const unpriced = new Set(unpricedTrades(auction, { trades }).map(({ uid }) => uid))
  const orders = indexOrders(auction)
  const { settlementContract } = auction
  return trades.flatMap((trade) => {
    const { uid } = trade
    const entry = orders.get(uid)
    if (!entry) return []
    const { sellAmount, buyAmount, fees } = applyFees(entry, trade)
    const order = entry.charge?.signed ?? entry.order
    const owed: Record<Address, string> = {}
    for (const { recipient, token, amount } of fees) {
      if (recipient !== settlementContract) continue
      const erc20 = asErc20(token, auction)
      owed[erc20] = String(BigInt(owed[erc20] ?? 0) + amount)
    }
    const value = String(valueSold(auction, { trades: [trade] }))
    return {
      ...{ uid, kind: order.kind, sellAmount: String(sellAmount), buyAmount: String(buyAmount) },
      ...(unpriced.has(uid) ? {} : { value }),
      surplus: String(scoreTrade(auction, order, { ...trade, sellAmount, buyAmount })),
      owed,
    }
  })
}

/** Number of blocks after a shadow settlement on which it is simulated: most settlements are mined within three. */
const followedBlocks = 3
/** A node without an archive keeps the state of 128 blocks; half of that leaves time for an outage. */
const keptBlocks = 64n
/** Followed settlements per round; the time limit below usually ends it first. */
const settlementsPerRound = 20

/** Simulations delay the round: what remains after this many milliseconds waits for the next one. */
const maxSimulationMs = 3_000

/** Ids of settlements whose last simulation failed. */
const failedShadows = defineSlot('settlements/failed-shadows', () => new Set<bigint>())

/**
 * Simulates shadow settlements on later blocks: whether they would still succeed, at what cost, and what pools alone
 * would have yielded. An unreachable node delays nothing: the settlement is simulated again in the next round, after
 * the others.
 */
export async function followShadows(ctx: Context, chainId: number): Promise<void> {
  const settlements = await listUnfollowed(ctx.db, { chainId, limit: settlementsPerRound })
  if (settlements.length === 0) return
  const failed = failedShadows(ctx)
  const failedBefore = new Set(failed)
  const untilMs = ctx.now() + maxSimulationMs
  const sequence = settlements.toSorted((a, b) => {
    return Number(failedBefore.has(a.id)) - Number(failedBefore.has(b.id))
  })
  for (const settlement of sequence) {
    if (ctx.now() >= untilMs) return
    const { id, auctionId } = settlement
    try {
      await follow(ctx, settlement, untilMs)
      failed.delete(id)
    } catch (error) {
      if (!isServiceError(error)) throw error
      failed.add(id)
      ctx.log.debug({ chainId, auctionId, error }, 'shadow settlement not simulated')
    }
  }
}

/** Simulates a settlement on the blocks up to the head, while time allows, and stores each result. */
async function follow(ctx: Context, settlement: ShadowSettlement, untilMs: number): Promise<void> {
  const { chainId, auctionId, blockNumber, followed: before } = settlement
  const head = await readHeadNumber(ctx.chain(chainId))
  if (blockNumber + BigInt(before.length) >= head) return
  const auction = (await findAuctionInput(ctx.db, auctionId))?.auction
  const earlier = await listCallsBefore(ctx.db, settlement)
  const followed = [...before]
  while (followed.length < followedBlocks && ctx.now() < untilMs) {
    const block = blockNumber + BigInt(followed.length + 1)
    if (block > head) return
    followed.push(
      head - block > keptBlocks
        ? { block: Number(block), unplayed: 'its state was not kept' }
        : await simulateFollowed(ctx, settlement, { auction, earlier, block }),
    )
    const isOver = followed.length === followedBlocks
    const endedAt = isOver ? { endedAt: new Date(ctx.now()) } : {}
    await saveFollowed(ctx.db, settlement, { followed, ...endedAt })
  }
}

type After = {
  /** Undefined if it was deleted. */
  readonly auction: Auction | undefined
  /** Calldata of the auction's settlements before it. */
  readonly earlier: readonly Hex[]
  readonly block: bigint
}

/** Simulates on one block. An error of the service itself is logged and not retried, since it would fail again. */
async function simulateFollowed(
  ctx: Context,
  settlement: ShadowSettlement,
  after: After,
): Promise<FollowedBlock> {
  try {
    return await simulateOn(ctx, settlement, after)
  } catch (error) {
    if (isServiceError(error)) throw error
    const { chainId, auctionId } = settlement
    const block = Number(after.block)
    ctx.log.error({ chainId, auctionId, block, error }, 'shadow settlement not simulated')
    return { block, unplayed: 'internal error: see the log' }
  }
}

async function simulateOn(
  ctx: Context,
  settlement: ShadowSettlement,
  { auction, earlier, block: number }: After,
): Promise<FollowedBlock> {
  const { chainId, callData, tokens, maxFee, tip, trades } = settlement
  const block = Number(number)
  const fees = { maxFeePerGas: maxFee, maxPriorityFeePerGas: tip }
  const from = solverAddress(ctx)
  const input = { chainId, from, callData, fees, tokens, onBlock: number, earlier }
  const [simulated, baseFee] = await Promise.all([
    simulateSettlement(ctx, input),
    readBaseFee(ctx.chain(chainId), number),
  ])
  if ('fault' in simulated) return { block, fault: faultText(simulated.fault) }
  const gasPrice = baseFee + tip
  const price = maxAmount(minAmount(maxFee, gasPrice), 1n)
  const dataFee = await readDataFee(ctx, chainId, { callData, gas: simulated.gas })
  const gas = simulated.gas + dataFee.gas + ceilDiv(dataFee.wei, price)
  const paid = { block, price: String(price), gas: String(gas) }
  if (!auction) return paid
  const kept = String(valueLedger(auction, withoutOwed(simulated.changes, trades)))
  const alone = await fillAllAlone(ctx, { ...auction, gasPrice, blockNumber: number }, trades)
  return { ...paid, kept, alone }
}

/**
 * Wei per unit of gas in a block.
 * @throws {ServiceError} InternalServerError if the node does not have the block.
 */
async function readBaseFee({ client, network }: Chain, blockNumber: bigint): Promise<bigint> {
  try {
    return (await client.getBlock({ blockNumber })).baseFeePerGas ?? 0n
  } catch (cause) {
    throw dependencyDown(network.title, cause)
  }
}

/** The contract's gain in atoms by token, without the protocol fees that it owes its operator (ADR 0012). */
function withoutOwed(
  changes: ReadonlyMap<Address, bigint>,
  trades: readonly ShadowTrade[],
): ReadonlyMap<Address, bigint> {
  const kept = new Map(changes)
  for (const [token, amount] of trades.flatMap(({ owed = {} }) => Object.entries(owed))) {
    kept.set(token as Address, (kept.get(token as Address) ?? 0n) - BigInt(amount))
  }
  return kept
}

/** What the pools of the auction's block would have yielded for each order's fill alone. */
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
    // A search takes some milliseconds; yields to other work.
    await setImmediate()
  }
  return alone
}
