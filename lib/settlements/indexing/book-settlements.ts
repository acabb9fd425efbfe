import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { Auction } from '@/lib/auctions/model/auction'
import { networkParts } from '@/lib/auctions/model/network-parts'
import { isNotFound } from '@/lib/chain/node-error'
import {
  type IndexedEvent,
  type KeptToken,
  type Of,
  ofKind,
} from '@/lib/chain-events/contract-event'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import { toUnixSeconds } from '@/lib/core/time'
import { tokensOf } from '@/lib/liquidity/pool'
import {
  listSentSolutions,
  type SentSolution,
} from '@/lib/settlements/auctioneer/settled-solution-query'
import { settlementChanges } from '@/lib/settlements/verification/buffer-deltas'

/** The slippage of one settlement, and the network fee of each of its orders. */
type Booking = {
  readonly kept: readonly KeptToken[]
  readonly parts: ReadonlyMap<Hex, bigint>
}

/**
 * Adds the slippage of each token to these settlement events, and the network fees to their trades ({@link
 * networkParts}). Books only settlements that this service sent, executed as stored: the prices and costs of others are
 * unknown. Skips settlements whose auction was deleted.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function bookSettlements(
  ctx: Context,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<readonly IndexedEvent[]> {
  const settlements = ofKind(events, 'settlement')
  const auctionIds = settlements.flatMap(({ auctionId }) => auctionId ?? [])
  if (auctionIds.length === 0) return events
  const sent = groupBy(
    await listSentSolutions(ctx.db, { chainId, auctionIds }),
    ({ auctionId }) => auctionId,
  )
  const tradesOf = groupBy(ofKind(events, 'trade'), callKey)
  const bookings = new Map<string, Booking>()
  for (const [call, [settlement, ...others]] of groupBy(settlements, callKey)) {
    const { auctionId, txHash } = settlement ?? {}
    if (!settlement || others.length > 0 || auctionId === undefined || !txHash) continue
    const solutions = (sent.get(auctionId) ?? []).filter(({ txHashes }) =>
      txHashes.includes(txHash),
    )
    const trades = tradesOf.get(call) ?? []
    if (!isAsStored(solutions, trades)) continue
    const booking = await book(ctx, { chainId, auctionId, settlement, solutions, trades })
    if (booking) bookings.set(call, booking)
  }
  return events.map((event) => {
    const booking = bookings.get(callKey(event))
    if (!booking) return event
    if (event.kind === 'settlement') return { ...event, kept: booking.kept }
    if (event.kind !== 'trade') return event
    return { ...event, networkFee: booking.parts.get(event.orderUid) }
  })
}

type Call = Pick<IndexedEvent, 'blockHash' | 'txHash'>

const callKey = ({ blockHash, txHash }: Call) => `${blockHash} ${txHash}`

/** Returns whether a transaction filled exactly the winners' orders with the stored amounts. */
function isAsStored(solutions: readonly SentSolution[], trades: readonly Of<'trade'>[]): boolean {
  const textOf = (uid: Hex, sold: bigint, bought: bigint) => `${uid} ${sold} ${bought}`
  const stored = solutions.flatMap(({ orders }) =>
    orders.map(({ uid, sellAmount, buyAmount }) => textOf(uid, sellAmount, buyAmount)),
  )
  const filled = trades.map(({ orderUid, sellAmount, feeAmount, buyAmount }) =>
    textOf(orderUid, sellAmount - feeAmount, buyAmount),
  )
  return stored.length > 0 && stored.sort().join() === filled.sort().join()
}

type Settled = {
  readonly chainId: number
  readonly auctionId: bigint
  readonly settlement: Of<'settlement'>
  readonly solutions: readonly SentSolution[]
  readonly trades: readonly Of<'trade'>[]
}

async function book(ctx: Context, settled: Settled): Promise<Booking | undefined> {
  const { auctionId, solutions, trades } = settled
  const input = await findAuctionInput(ctx.db, auctionId)
  const changes = input && (await readChanges(ctx, settled))
  if (!input || !changes) return undefined
  const { auction } = input
  const known = tokensOfAuction(auction)
  const owed = owedOf(auction, solutions)
  const kept = [...new Set([...changes.keys(), ...owed.keys()])]
    .map((token) => ({ token, amount: changes.get(token) ?? 0n, owed: owed.get(token) ?? 0n }))
    .filter(({ token, amount, owed }) => known.has(token) && (amount !== 0n || owed !== 0n))
  const signedFees = new Map(trades.map(({ orderUid, feeAmount }) => [orderUid, feeAmount]))
  const parts = solutions.map(({ gas, orders }) => ({
    gas,
    trades: orders.map(({ uid, sellAmount, cost }) => ({
      uid,
      sellAmount,
      cost,
      signedFee: signedFees.get(uid) ?? 0n,
    })),
  }))
  return { kept, parts: networkParts(auction, parts, kept) }
}

/** Age in seconds from which a node may have pruned a receipt; a newer block's receipt may still be missing for now. */
const forgottenSeconds = 3_600

/** Returns the contract's gain of each token; undefined if the block was dropped or its receipt pruned. */
async function readChanges(
  ctx: Context,
  { chainId, settlement, trades }: Settled,
): Promise<ReadonlyMap<Address, bigint> | undefined> {
  const { client, network } = ctx.chain(chainId)
  const receipt = await client.getTransactionReceipt({ hash: settlement.txHash }).catch((cause) => {
    const isOld = toUnixSeconds(ctx.now()) - settlement.timestamp > forgottenSeconds
    if (isOld && isNotFound(cause, 'TransactionReceiptNotFoundError')) return undefined
    throw dependencyDown(network.title, cause)
  })
  if (receipt?.blockHash !== settlement.blockHash) return undefined
  const place = { holder: ctx.config.settlementContract, wrappedNative: network.wrappedNative }
  const changes = new Map<Address, bigint>()
  for (const [token, amount] of settlementChanges(receipt.logs, trades, place)) {
    const erc20 = asErc20(token, network)
    changes.set(erc20, (changes.get(erc20) ?? 0n) + amount)
  }
  return changes
}

/** Tokens that the auction traded: anyone can emit transfers of other tokens. */
function tokensOfAuction({ prices, pools }: Auction): ReadonlySet<Address> {
  return new Set([...prices.keys(), ...pools.flatMap(tokensOf)])
}

/** Protocol fees that stay in the settlement contract because it is their recipient. */
function owedOf(
  { settlementContract, wrappedNative }: Auction,
  solutions: readonly SentSolution[],
): ReadonlyMap<Address, bigint> {
  const owed = new Map<Address, bigint>()
  for (const { token, amount, recipient } of solutions.flatMap(({ orders }) =>
    orders.flatMap(({ fees }) => fees),
  )) {
    if (recipient !== settlementContract) continue
    const erc20 = asErc20(token, { wrappedNative })
    owed.set(erc20, (owed.get(erc20) ?? 0n) + BigInt(amount))
  }
  return owed
}
