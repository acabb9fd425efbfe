import { type IndexedEvent, ofKind } from '@/lib/chain-events/contract-event'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import type {
  Prisma,
  SettlementTransaction as Row,
  TransactionState,
} from '@/prisma/generated/client'

/** A signed settlement: committed before it is broadcast. */
export type SettlementTransaction = {
  readonly id: bigint
  readonly chainId: number
  readonly solverAddress: Address
  readonly nonce: bigint
  readonly txHash: Hex
  readonly rawTransaction: Hex
  /** Hashes of the same settlement with lower fees, which this one replaced. */
  readonly replacedHashes: readonly Hex[]
  readonly state: TransactionState
  readonly orderUids: readonly Hex[]
  /** Maximum fee per gas in wei; undefined: the network's caps decide. */
  readonly maxFee: bigint | undefined
  /** What its orders sell, in wei at the auction's prices; undefined for a refund. */
  readonly value: bigint | undefined
  /** Gas used in the simulation; undefined for a refund. */
  readonly simulatedGas?: bigint | undefined
  /** What it keeps if its pools pay as simulated, in wei at the auction's prices; undefined for a refund. */
  readonly plannedKept?: bigint | undefined
  /** The last block in which it is useful. */
  readonly deadlineBlock: bigint
  /** The last block for which only private endpoints may know it; undefined: it is public. */
  readonly privateUntilBlock: bigint | undefined
  /** Why it is being cancelled before its deadline; undefined: it is not. */
  readonly withdrawal: string | undefined
}

/** A settlement to commit. */
export type NewSettlementTransaction = Omit<
  SettlementTransaction,
  'id' | 'state' | 'replacedHashes' | 'withdrawal'
> & {
  readonly epoch: bigint
  readonly createdAt: Date
}

/** How a settlement ended. */
export type SettlementEnd = {
  readonly state: 'mined' | 'failed' | 'abandoned' | 'withdrawn'
  readonly blockNumber?: bigint
  /** The mined transaction. */
  readonly txHash?: Hex
  readonly error?: string
  /** Its stored bytes are not those that were signed; the orders that the row names are not to blame. */
  readonly isTampered?: true
}

const live = ['prepared', 'sent'] as const

/** Maximum length of a stored reason. */
const maxTextLength = 500

/** Maximum number of settlements to check per call, each with two requests to the node; the next round continues. */
const maxUnchecked = 20

/**
 * Stores a settlement as prepared.
 * @throws a unique violation (`isUniqueViolation`) if the solver has another pending one on the network.
 */
export async function insertSettlementTransaction(
  tx: Transaction,
  transaction: NewSettlementTransaction,
): Promise<SettlementTransaction> {
  const { orderUids, maxFee, value, simulatedGas, plannedKept, privateUntilBlock } = transaction
  const row = await tx.settlementTransaction.create({
    data: {
      ...transaction,
      orderUids: [...orderUids],
      maxFee: maxFee === undefined ? null : toDecimal(maxFee),
      value: value === undefined ? null : toDecimal(value),
      simulatedGas: simulatedGas ?? null,
      plannedKept: plannedKept === undefined ? null : toDecimal(plannedKept),
      privateUntilBlock: privateUntilBlock ?? null,
    },
  })
  return toTransaction(row)
}

/** Returns a network's pending settlements, oldest first. */
export async function listLiveSettlements(
  db: Transaction,
  chainId: number,
): Promise<SettlementTransaction[]> {
  const rows = await db.settlementTransaction.findMany({
    where: { chainId, state: { in: [...live] } },
    orderBy: { id: 'asc' },
  })
  return rows.map(toTransaction)
}

/**
 * Returns the value in wei that a network's settlements since a time have sold or may still sell. Abandoned ones count
 * too, since their bytes may still be mined; withdrawn ones were cancelled.
 */
export async function sumValues(
  db: Transaction,
  { chainId, since }: { readonly chainId: number; readonly since: Date },
): Promise<bigint> {
  const { _sum } = await db.settlementTransaction.aggregate({
    where: { chainId, createdAt: { gte: since }, state: { notIn: ['failed', 'withdrawn'] } },
    _sum: { value: true },
  })
  return _sum.value === null ? 0n : fromDecimal(_sum.value)
}

/** Returns a network's mined but unchecked settlements since a time, oldest first. */
export async function listUncheckedSettlements(
  db: Transaction,
  { chainId, since }: { readonly chainId: number; readonly since: Date },
): Promise<SettlementTransaction[]> {
  const rows = await db.settlementTransaction.findMany({
    where: { chainId, state: 'mined', checkedAt: null, createdAt: { gte: since } },
    orderBy: { id: 'asc' },
    take: maxUnchecked,
  })
  return rows.map(toTransaction)
}

/** Marks a settlement as checked. */
export async function markChecked(
  tx: Transaction,
  { id }: SettlementTransaction,
  checkedAt: Date,
): Promise<void> {
  await tx.settlementTransaction.updateMany({ where: { id }, data: { checkedAt } })
}

/** Marks a prepared settlement as broadcast. A private one stays prepared, and thereby unpublished, until it ends. */
export async function markSent(tx: Transaction, id: bigint): Promise<void> {
  await tx.settlementTransaction.updateMany({
    where: { id, state: 'prepared' },
    data: { state: 'sent' },
  })
}

/** Replaces the signed bytes of a pending settlement at the same nonce; undefined if it has ended. */
export async function replaceTransaction(
  tx: Transaction,
  { id, txHash: replaced }: SettlementTransaction,
  { txHash, rawTransaction }: Pick<SettlementTransaction, 'txHash' | 'rawTransaction'>,
): Promise<SettlementTransaction | undefined> {
  const rows = await tx.settlementTransaction.updateManyAndReturn({
    where: { id, txHash: replaced, state: { in: [...live] } },
    data: { txHash, rawTransaction, replacedHashes: { push: replaced } },
  })
  return rows[0] && toTransaction(rows[0])
}

/** Stores why a pending settlement is withdrawn, before its cancellation is sent; undefined if it has ended. */
export async function markWithdrawal(
  tx: Transaction,
  { id }: SettlementTransaction,
  withdrawal: string,
): Promise<SettlementTransaction | undefined> {
  const rows = await tx.settlementTransaction.updateManyAndReturn({
    where: { id, state: { in: [...live] } },
    data: { withdrawal: withdrawal.slice(0, maxTextLength) },
  })
  return rows[0] && toTransaction(rows[0])
}

/** Makes a private settlement public, before it is sent to the public node; undefined if it has ended. */
export async function markPublic(
  tx: Transaction,
  { id }: SettlementTransaction,
): Promise<SettlementTransaction | undefined> {
  const rows = await tx.settlementTransaction.updateManyAndReturn({
    where: { id, state: { in: [...live] } },
    data: { privateUntilBlock: null },
  })
  return rows[0] && toTransaction(rows[0])
}

/** All hashes under which a settlement may be mined, newest first. */
export function hashesOf({
  txHash,
  replacedHashes,
}: Pick<SettlementTransaction, 'txHash' | 'replacedHashes'>): Hex[] {
  return [txHash, ...replacedHashes]
}

/** Ends a pending settlement; returns false if it has ended already. */
export async function endSettlement(
  tx: Transaction,
  id: bigint,
  end: SettlementEnd,
): Promise<boolean> {
  const { count } = await tx.settlementTransaction.updateMany({
    where: { id, state: { in: [...live] } },
    data: {
      state: end.state,
      blockNumber: end.blockNumber ?? null,
      ...(end.txHash ? { txHash: end.txHash } : {}),
      error: end.error?.slice(0, maxTextLength) ?? null,
    },
  })
  return count === 1
}

/** Marks our mined settlements, including those that other workers wait for. */
export async function markMined(
  tx: Transaction,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<void> {
  for (const { txHash, blockNumber } of ofKind(events, 'settlement')) {
    await tx.settlementTransaction.updateMany({
      where: {
        chainId,
        OR: [{ txHash }, { replacedHashes: { has: txHash } }],
        state: { not: 'mined' },
      },
      data: { state: 'mined', txHash, blockNumber, error: null },
    })
  }
}

/** Deletes mined settlements whose auctions are packed. */
export async function deletePacked(tx: Transaction, ids: readonly bigint[]): Promise<void> {
  await tx.settlementTransaction.deleteMany({ where: { id: { in: [...ids] }, state: 'mined' } })
}

function toTransaction(row: Row): SettlementTransaction {
  return {
    id: row.id,
    chainId: row.chainId,
    solverAddress: row.solverAddress as Address,
    nonce: row.nonce,
    txHash: row.txHash as Hex,
    rawTransaction: row.rawTransaction as Hex,
    replacedHashes: row.replacedHashes as Hex[],
    state: row.state,
    orderUids: row.orderUids as Hex[],
    maxFee: row.maxFee === null ? undefined : fromDecimal(row.maxFee),
    value: row.value === null ? undefined : fromDecimal(row.value),
    simulatedGas: row.simulatedGas ?? undefined,
    plannedKept: row.plannedKept === null ? undefined : fromDecimal(row.plannedKept),
    deadlineBlock: row.deadlineBlock,
    privateUntilBlock: row.privateUntilBlock ?? undefined,
    withdrawal: row.withdrawal ?? undefined,
  }
}

/** An ended transaction of winners. */
type EndedTransaction = {
  readonly end: 'reverted' | 'mined' | 'unmined'
  readonly createdAt: Date
  readonly orderUids: readonly Hex[]
}

type Range = { readonly chainId: number; readonly since: Date }

/** Maximum number of settlements per call: more than a solver can send in the hour that is queried. */
const max = 500

/**
 * Returns the newest ended settlements since a time; none if none of them failed. Unmined ones were withdrawn, or no
 * private endpoint mined them: those drop what would revert.
 */
export async function listFailedAndMined(
  db: Transaction,
  range: Range,
): Promise<EndedTransaction[]> {
  const failed = [
    ...(await listEnded(db, range, { end: 'reverted', where: { state: 'failed' } })),
    ...(await listEnded(db, range, { end: 'unmined', where: { OR: unmined } })),
  ]
  if (failed.length === 0) return []
  return [...failed, ...(await listEnded(db, range, { end: 'mined', where: { state: 'mined' } }))]
}

/** Why a settlement reverted that no order is to blame for: its pools moved. */
export const movedCause = 'reverted: moved'

/** Why a settlement is abandoned that was cancelled past its deadline. */
export const notMined = 'not mined before the deadline'

const unmined: Prisma.SettlementTransactionWhereInput[] = [
  { state: 'withdrawn' },
  { state: 'abandoned', privateUntilBlock: { not: null }, error: notMined },
]

type Ended = {
  readonly end: EndedTransaction['end']
  readonly where: Prisma.SettlementTransactionWhereInput
}

async function listEnded(
  db: Transaction,
  { chainId, since }: Range,
  { end, where }: Ended,
): Promise<EndedTransaction[]> {
  const rows = await db.settlementTransaction.findMany({
    // A refund of a native order has no solution.
    where: { ...where, chainId, createdAt: { gte: since }, solutions: { some: {} } },
    orderBy: { id: 'desc' },
    take: max,
  })
  return rows.map(({ createdAt, orderUids }) => ({ end, createdAt, orderUids: orderUids as Hex[] }))
}
