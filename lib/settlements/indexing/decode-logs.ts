import { type Abi, decodeEventLog, toEventSelector, type Hex as ViemHex } from 'viem'
import { type ContractEvent, type EventPlace, placeKey } from '@/lib/chain-events/contract-event'
import { onchainOrdersAbi, settlementAbi } from '@/lib/chain/contract-abis'
import { type Address, toAddress } from '@/lib/core/address'
import { byteLength, type Hex } from '@/lib/core/bytes'
import { decodePlacement } from './decode-placement'
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

const knownTopics = new Set(
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
