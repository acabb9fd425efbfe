import { decodeEventLog, type Hex as ViemHex } from 'viem'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import { type Address, toAddress } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'

/** Where on the chain an event stands. */
export type EventPlace = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  readonly txHash: Hex
}

/** `Trade`: a fill of an order, in atoms; `sellAmount` includes the fee. */
export type TradeEvent = EventPlace & {
  readonly kind: 'trade'
  readonly orderUid: Hex
  readonly owner: Address
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
}

/** `Settlement`: the end of a call of `settle`. */
export type SettledEvent = EventPlace & { readonly kind: 'settlement'; readonly solver: Address }

/** `OrderInvalidated`: an owner cancelled an order for good. */
export type InvalidationEvent = EventPlace & {
  readonly kind: 'invalidation'
  readonly orderUid: Hex
  readonly owner: Address
}

/** `PreSignature`: an owner signed an order by a transaction, or took that back. */
export type PresignatureEvent = EventPlace & {
  readonly kind: 'presignature'
  readonly orderUid: Hex
  readonly owner: Address
  readonly signed: boolean
}

/** What the settlement contract says happened. */
export type ContractEvent = TradeEvent | SettledEvent | InvalidationEvent | PresignatureEvent

/** A log as a node gives it; the parts of a pending one are null. */
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

const uidBytes = 56

/**
 * Reads the events of the settlement contract in chain order. Logs of other contracts, of other kinds,
 * pending, removed or malformed ones are passed over.
 */
export function decodeLogs(logs: readonly RawLog[], settlementContract: Address): ContractEvent[] {
  return logs
    .filter(({ address, removed }) => toAddress(address) === settlementContract && !removed)
    .flatMap((log) => decodeLog(log) ?? [])
    .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
}

function decodeLog(log: RawLog): ContractEvent | undefined {
  const place = placeOf(log)
  const event = place && decodeEvent(log)
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

function placeOf(log: RawLog): EventPlace | undefined {
  const { blockNumber, blockHash, logIndex, transactionHash: txHash } = log
  if (blockNumber === null || !blockHash || logIndex === null || !txHash) return undefined
  return { blockNumber, blockHash, logIndex, txHash }
}

function decodeEvent({ topics, data }: RawLog) {
  const [signature, ...indexed] = topics
  if (!signature) return undefined
  try {
    return decodeEventLog({ abi: settlementAbi, topics: [signature, ...indexed], data })
  } catch {
    return undefined
  }
}

/** ABI-encoded calldata is a selector and whole words; ours has the auction's id behind it. */
const auctionIdBytes = 8

/** The auction id that `encodeSettlement` put behind the calldata, if there is one. */
export function auctionIdOf(input: Hex): bigint | undefined {
  const length = byteLength(input)
  if (length < 4 + auctionIdBytes || (length - 4) % 32 !== auctionIdBytes) return undefined
  const id = BigInt(`0x${input.slice(-2 * auctionIdBytes)}`)
  return id > 0n && id < 1n << 63n ? id : undefined
}
