import { toHex } from 'viem'
import { zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { noInteractions } from '@/lib/core/interaction'
import { defaultSettlement } from '@/lib/core/networks'
import { orderUid } from '@/lib/core/order'
import type { Transaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'

const wrappedNative = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** The fields of an off-chain order without app data, in addition to its terms. */
export const plainTerms = {
  validFrom: undefined,
  schedule: undefined,
  class: 'limit',
  interactions: noInteractions,
  partnerFees: [],
  referrerCode: undefined,
  onchainSender: undefined,
  placementError: undefined,
} as const

let counter = 0

/** Returns a unique mainnet order that sells 100 WETH atoms; its signature is never verified. */
export function testOrder(change: Partial<NewOrder> = {}): NewOrder {
  const order = {
    chainId: 1,
    owner: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    sellToken: wrappedNative,
    buyToken: usdc,
    receiver: zeroAddress,
    sellAmount: 100n,
    buyAmount: 200n,
    validTo: 2_000_000_000,
    appData: `0x${'00'.repeat(32)}`,
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    signingScheme: 'eip712',
    signature: `0x${'11'.repeat(65)}`,
    settlementContract: defaultSettlement,
    ...plainTerms,
    quoteId: undefined,
    createdAt: new Date(1_700_000_000_000 + counter * 1000),
    ...change,
  } as const satisfies Omit<NewOrder, 'uid' | 'trueValidTo'>
  const digest = toHex(++counter, { size: 32 })
  const uid = orderUid(digest, order.owner, order.validTo)
  return { uid, trueValidTo: order.validTo, ...order }
}

type Fact = {
  readonly uid: Hex
  readonly chainId?: number
  /** Also determines the log index, so that events of different blocks differ. */
  readonly block?: number
}

/** Stores a `Trade` event of an order of {@link testOrder}. */
export async function insertTrade(
  db: Transaction,
  trade: Fact & { sellAmount: bigint; buyAmount: bigint; feeAmount?: bigint },
): Promise<void> {
  const { sellAmount, buyAmount, feeAmount = 0n } = trade
  await db.trade.create({
    data: {
      ...place(trade),
      owner: `0x${trade.uid.slice(66, 106)}`,
      sellToken: wrappedNative,
      buyToken: usdc,
      sellAmount: String(sellAmount),
      buyAmount: String(buyAmount),
      feeAmount: String(feeAmount),
    },
  })
}

/** Stores an `OrderInvalidated` event. */
export async function insertInvalidation(db: Transaction, fact: Fact): Promise<void> {
  const sender = `0x${fact.uid.slice(66, 106)}`
  await db.orderInvalidation.create({ data: { ...place(fact), sender } })
}

/** Stores a `PreSignature` event. */
export async function insertPresignature(
  db: Transaction,
  fact: Fact & { signed: boolean },
): Promise<void> {
  const owner = `0x${fact.uid.slice(66, 106)}`
  await db.presignature.create({ data: { ...place(fact), owner, signed: fact.signed } })
}

function place({ uid, chainId = 1, block = 1 }: Fact) {
  return {
    orderUid: uid,
    chainId,
    blockHash: toHex(block, { size: 32 }),
    // The uid's counter separates the few events that share a block in a test.
    logIndex: Number.parseInt(uid.slice(60, 66), 16),
    blockNumber: BigInt(block),
    timestamp: BigInt(1_700_000_000 + block),
    txHash: toHex(1_000_000 + block, { size: 32 }),
  }
}
