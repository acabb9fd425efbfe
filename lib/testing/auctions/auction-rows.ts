import { toHex } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import type { Database } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import type { TransactionState } from '@/prisma/generated/client'

const solverAddress = `0x${'50'.repeat(20)}`
const prices = { sell: 10n ** 18n, buy: 5n * 10n ** 17n }

/** A bid for one order: its proposed amounts, its score in native atoms, and its outcome. */
export type TestBid = {
  readonly order: NewOrder
  readonly buyAmount: bigint
  readonly score: bigint
  /** The state of the settlement transaction; undefined if there is none. */
  readonly state?: TransactionState
  /** Set for a winner without a transaction. */
  readonly isWinner?: true
  readonly txHash?: Hex
  /** The upper bound of the order's execution through pools. */
  readonly bound?: bigint
  /** The reason for its exclusion. */
  readonly fault?: string
}

type Rows = {
  readonly id: bigint
  readonly chainId?: number
  readonly bound?: bigint
  readonly orders: readonly NewOrder[]
  /** Best first. */
  readonly bids: readonly TestBid[]
}

/** Stores an auction as after its competition; the buy token is worth half a native atom per atom. */
export async function insertAuction(db: Database, auction: Rows): Promise<void> {
  const { id, chainId = 1, bound, orders, bids } = auction
  const at = new Date(1_700_000_000_000 + Number(id) * 1000)
  const [{ sellToken, buyToken } = { sellToken: '0x', buyToken: '0x' }] = orders
  await db.auction.create({
    data: {
      id,
      chainId,
      blockNumber: id * 10n,
      blockHash: `0x${'ab'.repeat(32)}`,
      deadlineBlock: id * 10n + 5n,
      orderUids: orders.map(({ uid }) => uid),
      bound: bound === undefined ? null : String(bound),
      createdAt: at,
      prices: {
        create: [
          { token: sellToken, price: String(prices.sell) },
          { token: buyToken, price: String(prices.buy) },
        ],
      },
    },
  })
  for (const [index, bid] of bids.entries()) {
    await insertBid(db, bid, { auctionId: id, chainId, ranking: index + 1, at })
  }
}

type Place = { auctionId: bigint; chainId: number; ranking: number; at: Date }

async function insertBid(db: Database, bid: TestBid, place: Place): Promise<void> {
  const { order, buyAmount, score, state, txHash, fault, bound } = bid
  const { auctionId, chainId, ranking, at } = place
  const { uid, sellToken, buyToken, sellAmount } = order
  const amounts = { sellAmount: String(sellAmount), buyAmount: String(buyAmount) }
  const nonce = auctionId * 100n + BigInt(ranking)
  const transaction = {
    chainId,
    solverAddress,
    nonce,
    txHash: txHash ?? toHex(nonce, { size: 32 }),
    rawTransaction: '0x',
    epoch: 1n,
    orderUids: [uid],
    deadlineBlock: auctionId * 10n + 5n,
    blockNumber: state === 'mined' ? auctionId * 10n + 1n : null,
    createdAt: at,
  }
  await db.solution.create({
    data: {
      auction: { connect: { id: auctionId } },
      solver: `solver ${ranking}`,
      solverAddress,
      score: String(score),
      ranking,
      isWinner: bid.isWinner === true || state !== undefined,
      filteredOut: fault !== undefined,
      fault: fault ?? null,
      clearingPrices: { [sellToken]: amounts.buyAmount, [buyToken]: amounts.sellAmount },
      orders: [
        { id: uid, ...amounts, sellToken, buyToken, ...(bound && { bound: String(bound) }) },
      ],
      gas: 1n,
      ...(state && { transaction: { create: { ...transaction, state } } }),
    },
  })
}

type Event = { readonly auctionId: bigint; readonly chainId?: number; readonly txHash: Hex }

/** Stores the `Settlement` event of a transaction that names an auction. */
export async function insertSettlement(db: Database, event: Event): Promise<void> {
  const { auctionId, chainId = 1, txHash } = event
  const place = { blockNumber: 1n, blockHash: txHash, logIndex: 1, timestamp: 1n }
  await db.settlement.create({
    data: { ...place, chainId, txHash, auctionId, solver: solverAddress },
  })
}
