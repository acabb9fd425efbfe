import { concat, hashTypedData, type TypedDataDomain, toHex } from 'viem'
import { type Address, zeroAddress } from './address'
import type { Hex } from './bytes'

/** Which amount of an order is exact. */
export type OrderKind = 'sell' | 'buy'

/** How an order is signed. Spec: Authentication. */
export type SigningScheme = 'eip712' | 'ethsign' | 'presign' | 'eip1271'

/** Balance source of the sell token. */
export type SellTokenBalance = 'erc20' | 'internal' | 'external'

/** Balance destination of the buy token. */
export type BuyTokenBalance = 'erc20' | 'internal'

/** Status of an order. Spec: States and transitions. */
export type OrderStatus = 'open' | 'fulfilled' | 'expired' | 'cancelled'

/** The struct that an owner signs, in its field order; amounts in atoms. */
export type Order = {
  readonly sellToken: Address
  readonly buyToken: Address
  /** The zero address means the owner. */
  readonly receiver: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Unix seconds, uint32. */
  readonly validTo: number
  /** Hash of the app data document. */
  readonly appData: Hex
  readonly feeAmount: bigint
  readonly kind: OrderKind
  readonly partiallyFillable: boolean
  readonly sellTokenBalance: SellTokenBalance
  readonly buyTokenBalance: BuyTokenBalance
}

/** An order with its owner's signature. */
export type SignedOrder = Order & {
  readonly owner: Address
  readonly signingScheme: SigningScheme
  /** eip712, ethsign: 65 bytes r, s, v; eip1271: bytes for the wallet contract; presign: empty. */
  readonly signature: Hex
}

/** EIP-712 types of an order, in the settlement contract's field order. */
export const orderTypes = {
  Order: [
    { name: 'sellToken', type: 'address' },
    { name: 'buyToken', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'sellAmount', type: 'uint256' },
    { name: 'buyAmount', type: 'uint256' },
    { name: 'validTo', type: 'uint32' },
    { name: 'appData', type: 'bytes32' },
    { name: 'feeAmount', type: 'uint256' },
    { name: 'kind', type: 'string' },
    { name: 'partiallyFillable', type: 'bool' },
    { name: 'sellTokenBalance', type: 'string' },
    { name: 'buyTokenBalance', type: 'string' },
  ],
} as const

/** The EIP-712 domain of orders and cancellations on a network. */
export function orderDomain(chainId: number, settlementContract: Address) {
  return {
    name: 'Gnosis Protocol',
    version: 'v2',
    chainId,
    verifyingContract: settlementContract,
  } as const satisfies TypedDataDomain
}

/** The EIP-712 digest that identifies `order` in `domain`, for the browser; servers use `digestOrder`. */
export function hashOrder(domain: TypedDataDomain, order: Order): Hex {
  return hashTypedData({ domain, types: orderTypes, primaryType: 'Order', message: order })
}

/** An order's uid: digest (32 bytes), owner (20), validTo (4, big-endian). */
export function orderUid(digest: Hex, owner: Address, validTo: number): Hex {
  return concat([digest, owner, toHex(validTo, { size: 4 })])
}

/** Splits a 56-byte uid into its parts. */
export function splitOrderUid(uid: Hex): { digest: Hex; owner: Address; validTo: number } {
  return {
    digest: uid.slice(0, 66) as Hex,
    owner: `0x${uid.slice(66, 106)}`,
    validTo: Number.parseInt(uid.slice(106), 16),
  }
}

/** The recipient of the bought tokens: the receiver, or the owner where that is the zero address. */
export function receiverOf(order: Order, owner: Address): Address {
  return order.receiver === zeroAddress ? owner : order.receiver
}

/** EIP-712 types for the cancellation of one order. */
export const cancellationTypes = {
  OrderCancellation: [{ name: 'orderUid', type: 'bytes' }],
} as const

/** EIP-712 types for the cancellation of several orders. */
export const cancellationsTypes = {
  OrderCancellations: [{ name: 'orderUids', type: 'bytes[]' }],
} as const
