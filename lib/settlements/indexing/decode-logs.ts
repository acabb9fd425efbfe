import {
  type Abi,
  decodeEventLog,
  hexToBigInt,
  hexToNumber,
  slice,
  toEventSelector,
  type Hex as ViemHex,
} from 'viem'
import { onchainOrdersAbi, settlementAbi } from '@/lib/chain/contract-abis'
import { type ContractEvent, type EventPlace, placeKey } from '@/lib/chain-events/contract-event'
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
/** The contracts of a network whose logs are read. */
export type EventSource = {
  readonly chainId: number
  readonly settlementContract: Address
  /** The contracts that the operator trusts to place orders. */
  readonly orderContracts: readonly Address[]
}

/** A log as a node returns it; some fields of a pending log are null. */
export type RawLog = {
  readonly address: string
  readonly topics: readonly ViemHex[]
  readonly data: ViemHex
  readonly blockNumber: bigint | null
  readonly blockHash: ViemHex | null
  readonly logIndex: number | null
  readonly transactionHash: ViemHex | null
  readonly removed?: boolean
}

/** Order digest, owner and expiry: 32 + 20 + 4. */
const uidBytes = 56

/**
 * Decodes the events of a network's contracts in chain order. Skips logs of other contracts and other events, and those
 * that are pending, removed or malformed.
 */
export function decodeLogs(logs: readonly RawLog[], source: EventSource): ContractEvent[] {
  return logs
    .filter(({ removed }) => !removed)
    .flatMap((log) => decodeLog(log, source) ?? [])
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
}

/** First topics of the events that are decoded. */
export const knownTopics: ReadonlySet<ViemHex> = new Set(
  [...settlementAbi, ...onchainOrdersAbi].flatMap((item) =>
    item.type === 'event' ? [toEventSelector(item)] : [],
  ),
)

/** Counts logs of a known event that could not be decoded. */
export function countUnreadable(logs: readonly RawLog[], events: readonly ContractEvent[]): number {
  const read = new Set(events.map(placeKey))
  return logs.filter((log) => {
    const [topic] = log.topics
    const place = placeOf(log)
    return topic && knownTopics.has(topic) && !(place && read.has(placeKey(place)))
  }).length
}

function decodeLog(log: RawLog, source: EventSource): ContractEvent | undefined {
  const place = placeOf(log)
  const contract = toAddress(log.address)
  if (!place) return undefined
  if (contract === source.settlementContract) return decodeSettlementLog(log, place)
  if (!source.orderContracts.includes(contract)) return undefined
  return decodePlacementLog(log, { place, contract, source })
}

function decodeSettlementLog(log: RawLog, place: EventPlace): ContractEvent | undefined {
  const event = decodeEvent(log, settlementAbi)
  if (!event) return undefined
  const { args } = event
  if (event.eventName === 'Settlement') {
    return { ...place, kind: 'settlement', solver: toAddress(event.args.solver) }
  }
  if (!('orderUid' in args) || byteLength(args.orderUid) !== uidBytes) return undefined
  const order = { ...place, orderUid: args.orderUid, owner: toAddress(args.owner) }
  if (event.eventName === 'OrderInvalidated') return { ...order, kind: 'invalidation' }
  if (event.eventName === 'PreSignature') {
    return { ...order, kind: 'presignature', signed: event.args.signed }
  }
  const { sellToken, buyToken, sellAmount, buyAmount, feeAmount } = event.args
  return {
    ...order,
    kind: 'trade',
    sellToken: toAddress(sellToken),
    buyToken: toAddress(buyToken),
    sellAmount,
    buyAmount,
    feeAmount,
  }
}

type PlacementLog = {
  readonly place: EventPlace
  readonly contract: Address
  readonly source: EventSource
}

function decodePlacementLog(
  log: RawLog,
  { place, contract, source }: PlacementLog,
): ContractEvent | undefined {
  const event = decodeEvent(log, onchainOrdersAbi)
  if (!event) return undefined
  if (event.eventName === 'OrderPlacement') {
    const placement = decodePlacement(event.args, contract, source)
    return placement && { ...place, ...placement, kind: 'placement' }
  }
  const { orderUid } = event.args
  if (byteLength(orderUid) !== uidBytes) return undefined
  return event.eventName === 'OrderInvalidation'
    ? { ...place, kind: 'invalidation', orderUid, owner: contract }
    : { ...place, kind: 'refund', orderUid, refunder: toAddress(event.args.refunder) }
}

function placeOf(log: RawLog): EventPlace | undefined {
  const { blockNumber, blockHash, logIndex, transactionHash: txHash } = log
  if (blockNumber === null || !blockHash || logIndex === null || !txHash) return undefined
  return { blockNumber, blockHash, logIndex, txHash }
}

function decodeEvent<const A extends Abi>({ topics, data }: RawLog, abi: A) {
  const [signature, ...indexed] = topics
  if (!signature) return undefined
  try {
    return decodeEventLog({ abi, topics: [signature, ...indexed], data })
  } catch {
    return undefined
  }
}

/** ABI-encoded calldata is a selector and whole words; ours ends with the auction id. */
const auctionIdBytes = 8

/** Returns the auction id that `encodeSettlement` appended to the calldata, if there is one. */
export function auctionIdOf(input: Hex): bigint | undefined {
  const length = byteLength(input)
  if (length < 4 + auctionIdBytes || (length - 4) % 32 !== auctionIdBytes) return undefined
  const id = BigInt(`0x${input.slice(-2 * auctionIdBytes)}`)
  return id > 0n && id < 1n << 63n ? id : undefined
}

/** The arguments of `OrderPlacement` as viem decodes them. */
type PlacementArguments = {
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

/** Maximum size of a signature in bytes: a Safe with 250 owners; longer ones can only be spam. */
const maxSignatureBytes = 16_384

/** The network and contract of the placement; the order's uid depends on both. */
type Domain = { readonly chainId: number; readonly settlementContract: Address }

/** Decodes a placement; undefined if its order is invalid for the settlement contract. */
function decodePlacement(
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

function readOrder(placed: PlacementArguments['order']): Order | undefined {
  const kind = kinds[placed.kind]
  const sellTokenBalance = sellTokenBalances[placed.sellTokenBalance]
  const buyTokenBalance = buyTokenBalances[placed.buyTokenBalance]
  if (!kind || !sellTokenBalance || !buyTokenBalance) return undefined
  return {
    ...placed,
    sellToken: toAddress(placed.sellToken),
    buyToken: toAddress(placed.buyToken),
    receiver: toAddress(placed.receiver),
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
