import type { BlockRange } from '@/lib/chain/chain-index'
import type { ContractEvent } from '@/lib/chain-events/contract-event'
import { minAmount } from '@/lib/core/amount'
import { fromDecimal, type Transaction } from '@/lib/db/database'

type Range = BlockRange & { readonly chainId: number }

/** An event, stored or of the chain, reduced to what both tell. */
export type ComparableEvent = {
  readonly kind: ContractEvent['kind']
  readonly blockNumber: bigint
  /** Position on the chain: a unique key. */
  readonly place: string
  /** The event's fields as text. */
  readonly text: string
}

type Place = {
  readonly blockNumber: bigint
  readonly blockHash: string
  readonly logIndex: number
  readonly txHash: string
}

function comparable(
  kind: ContractEvent['kind'],
  { blockNumber, blockHash, logIndex, txHash }: Place,
  fields: readonly (string | bigint | boolean)[],
): ComparableEvent {
  const text = [kind, blockNumber, txHash, ...fields].join(' ')
  return { kind, blockNumber, place: `${blockHash} ${logIndex}`, text }
}

/** Reduces an event of the chain. */
export function toComparable(event: ContractEvent): ComparableEvent {
  const { kind } = event
  if (kind === 'settlement') return comparable(kind, event, [event.solver])
  const { orderUid } = event
  if (kind === 'invalidation') return comparable(kind, event, [orderUid, event.owner])
  if (kind === 'presignature') return comparable(kind, event, [orderUid, event.owner, event.signed])
  if (kind === 'placement') return comparable(kind, event, [orderUid, event.contract, event.sender])
  if (kind === 'refund') return comparable(kind, event, [orderUid, event.refunder])
  const { owner, sellToken, buyToken, sellAmount, buyAmount, feeAmount } = event
  return comparable(kind, event, [
    ...[orderUid, owner, sellToken, buyToken],
    ...[sellAmount, buyAmount, feeAmount],
  ])
}

/** Returns the stored events of a block range; undefined if one of the tables has more than `max`. */
export async function listStoredEvents(
  db: Transaction,
  { chainId, fromBlock, toBlock }: Range,
  max: number,
): Promise<ComparableEvent[] | undefined> {
  const where = { chainId, blockNumber: { gte: fromBlock, lte: toBlock } }
  const first = { where, take: max + 1 }
  const [trades, settlements, invalidations, presignatures, placements, refunds] =
    await Promise.all([
      db.trade.findMany(first),
      db.settlement.findMany({ ...first, omit: { kept: true } }),
      db.orderInvalidation.findMany(first),
      db.presignature.findMany(first),
      db.orderPlacement.findMany(first),
      db.orderRefund.findMany(first),
    ])
  const tables = [trades, settlements, invalidations, presignatures, placements, refunds]
  if (tables.some(({ length }) => length > max)) return undefined
  return [
    ...trades.map((row) =>
      comparable('trade', row, [
        ...[row.orderUid, row.owner, row.sellToken, row.buyToken],
        ...[row.sellAmount, row.buyAmount, row.feeAmount].map(fromDecimal),
      ]),
    ),
    ...settlements.map((row) => comparable('settlement', row, [row.solver])),
    ...invalidations.map((row) => comparable('invalidation', row, [row.orderUid, row.sender])),
    ...presignatures.map((row) =>
      comparable('presignature', row, [row.orderUid, row.owner, row.signed]),
    ),
    ...placements.map((row) =>
      comparable('placement', row, [row.orderUid, row.contract, row.sender]),
    ),
    ...refunds.map((row) => comparable('refund', row, [row.orderUid, row.refunder])),
  ]
}

/** Returns the lowest block with a stored event; undefined without any. */
export async function findFirstEventBlock(
  db: Transaction,
  chainId: number,
): Promise<bigint | undefined> {
  const first = { where: { chainId }, orderBy: { blockNumber: 'asc' as const } }
  const only = { ...first, select: { blockNumber: true } }
  const rows = await Promise.all([
    db.trade.findFirst(only),
    db.settlement.findFirst(only),
    db.orderInvalidation.findFirst(only),
    db.presignature.findFirst(only),
    db.orderPlacement.findFirst(only),
    db.orderRefund.findFirst(only),
  ])
  const numbers = rows.flatMap((row) => (row ? [row.blockNumber] : []))
  return numbers.length === 0 ? undefined : numbers.reduce(minAmount)
}
