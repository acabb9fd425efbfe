import { hexToBigInt, hexToNumber, slice } from 'viem'
import type { OnchainPlacement, PlacementTerms } from '@/lib/chain-events/onchain-placement'
import { type Address, toAddress } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'
import {
  type BuyTokenBalance,
  type Order,
  type OrderKind,
  orderDomain,
  orderUid,
  type SellTokenBalance,
  type SignedOrder,
} from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'

/** The arguments of `OrderPlacement` as viem decodes them. */
export type PlacementArguments = {
  readonly sender: Hex
  readonly order: Omit<Order, 'kind' | 'sellTokenBalance' | 'buyTokenBalance'> & {
    readonly kind: Hex
    readonly sellTokenBalance: Hex
    readonly buyTokenBalance: Hex
  }
  readonly signature: { readonly scheme: number; readonly data: Hex }
  readonly data: Hex
}

/** The event encodes an enum value as the keccak-256 hash of its name. */
const kinds: Readonly<Record<Hex, OrderKind>> = {
  '0xf3b277728b3fee749481eb3e0b3b48980dbbab78658fc419025cb16eee346775': 'sell',
  '0x6ed88e868af0a1983e3886d5f3e95a2fafbd6c3450bc229e27342283dc429ccc': 'buy',
}
const buyTokenBalances: Readonly<Record<Hex, BuyTokenBalance>> = {
  '0x5a28e9363bb942b639270062aa6bb295f434bcdfc42c97267bf003f272060dc9': 'erc20',
  '0x4ac99ace14ee0a5ef932dc609df0943ab7ac16b7583634612f8dc35a4289a6ce': 'internal',
}
const sellTokenBalances: Readonly<Record<Hex, SellTokenBalance>> = {
  ...buyTokenBalances,
  '0xabee3b73373acd583a130924aad6dc38cfdc44ba0555ba94ce2ff63980ea0632': 'external',
}

const schemes = ['eip1271', 'presign'] as const

/** Maximum size of a signature in bytes; longer ones can only be spam. */
const maxSignatureBytes = 16_384

/** The network and contract of the placement; the order's uid depends on both. */
type Domain = { readonly chainId: number; readonly settlementContract: Address }

/** Decodes a placement; undefined if its order is invalid for the settlement contract. */
export function decodePlacement(
  args: PlacementArguments,
  contract: Address,
  { chainId, settlementContract }: Domain,
): Omit<OnchainPlacement, 'timestamp'> | undefined {
  const order = readOrder(args.order)
  const consent = readConsent(args.signature)
  if (!order || !consent) return undefined
  const digest = digestOrder(orderDomain(chainId, settlementContract), order)
  return {
    orderUid: orderUid(digest, consent.owner, order.validTo),
    contract,
    sender: toAddress(args.sender),
    order: { ...order, ...consent },
    terms: readTerms(args.data),
  }
}

function readOrder(told: PlacementArguments['order']): Order | undefined {
  const kind = kinds[told.kind]
  const sellTokenBalance = sellTokenBalances[told.sellTokenBalance]
  const buyTokenBalance = buyTokenBalances[told.buyTokenBalance]
  if (!kind || !sellTokenBalance || !buyTokenBalance) return undefined
  return {
    ...told,
    sellToken: toAddress(told.sellToken),
    buyToken: toAddress(told.buyToken),
    receiver: toAddress(told.receiver),
    kind,
    sellTokenBalance,
    buyTokenBalance,
  }
}

type Consent = Pick<SignedOrder, 'owner' | 'signingScheme' | 'signature'>

/**
 * The bytes begin with the owner, followed by a wallet's signature. Contracts that store their orders append nothing;
 * then the bytes themselves are stored as the signature, as the public API returns them.
 */
function readConsent({ scheme, data }: PlacementArguments['signature']): Consent | undefined {
  const signingScheme = schemes[scheme]
  const length = byteLength(data)
  if (!signingScheme || length < 20 || length > maxSignatureBytes) return undefined
  const owner = slice(data, 0, 20)
  if (signingScheme === 'presign') return { owner, signingScheme, signature: '0x' }
  return { owner, signingScheme, signature: length === 20 ? data : slice(data, 20) }
}

/** Empty, or the quote id (int64) and the sender's deadline (uint32), both big-endian. */
function readTerms(data: Hex): PlacementTerms | undefined {
  if (byteLength(data) === 0) return {}
  if (byteLength(data) !== 12) return undefined
  return {
    quoteId: hexToBigInt(slice(data, 0, 8), { signed: true }),
    userValidTo: hexToNumber(slice(data, 8)),
  }
}
