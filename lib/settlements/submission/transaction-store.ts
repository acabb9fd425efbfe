import type { IndexedEvent } from '@/lib/chain-events/contract-event'
import { ofKind } from '@/lib/chain-events/event-columns'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import type { SettlementTransaction as Row, TransactionState } from '@/prisma/generated/client'

/** A settlement that was signed: committed before it is broadcast. */
export type SettlementTransaction = {
  readonly id: bigint
  readonly chainId: number
  readonly solverAddress: Address
  readonly nonce: bigint
  readonly txHash: Hex
  readonly rawTransaction: Hex
  /** Of the same settlement with lower fees, which this one replaced. */
  readonly replacedHashes: readonly Hex[]
  readonly state: TransactionState
  readonly orderUids: readonly Hex[]
  /** Wei for a unit of gas that it may offer at most; undefined: as much as the network's caps allow. */
  readonly maxFee: bigint | undefined
  /** Wei: what its orders sell, at the auction's prices; undefined for a refund. */
  readonly value: bigint | undefined
  /** The last block in which it is wanted. */
  readonly deadlineBlock: bigint
}

/** A settlement to be committed. */
export type NewSettlementTransaction = Omit<
  SettlementTransaction,
  'id' | 'state' | 'replacedHashes'
> & {
  readonly epoch: bigint
  readonly createdAt: Date
}

/** How a settlement ended. */
export type SettlementEnd = {
  readonly state: 'mined' | 'failed' | 'abandoned'
  readonly blockNumber?: bigint
  /** The transaction that is in a block. */
  readonly txHash?: Hex
  readonly error?: string
}

const live = ['prepared', 'sent'] as const

/** Settlements listed to be checked in one call. */
const maxUnchecked = 20

/**
 * Stores a settlement as prepared.
 *
 * @throws a unique violation (`isUniqueViolation`) when the solver has another under way on the network.
 */
export async function insertSettlementTransaction(
  tx: Transaction,
  transaction: NewSettlementTransaction,
): Promise<SettlementTransaction> {
  const { orderUids, maxFee, value } = transaction
  const row = await tx.settlementTransaction.create({
    data: {
      ...transaction,
      orderUids: [...orderUids],
      maxFee: maxFee === undefined ? null : toDecimal(maxFee),
      value: value === undefined ? null : toDecimal(value),
    },
  })
  return toTransaction(row)
}

/** A network's settlements that are under way, oldest first. */
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
 * Wei: what settlements of a network since a time have sold, or may yet sell. One that was given up counts too, since its bytes
 * may be mined all the same.
 */
export async function sumValues(
  db: Transaction,
  { chainId, since }: { readonly chainId: number; readonly since: Date },
): Promise<bigint> {
  const { _sum } = await db.settlementTransaction.aggregate({
    where: { chainId, createdAt: { gte: since }, state: { not: 'failed' } },
    _sum: { value: true },
  })
  return _sum.value === null ? 0n : fromDecimal(_sum.value)
}

/** A network's settlements since a time that are in a block and were not checked, oldest first. */
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

/** Remembers that a settlement was checked. */
export async function markChecked(
  tx: Transaction,
  { id }: SettlementTransaction,
  checkedAt: Date,
): Promise<void> {
  await tx.settlementTransaction.updateMany({ where: { id }, data: { checkedAt } })
}

/** Marks a prepared settlement as broadcast. */
export async function markSent(tx: Transaction, id: bigint): Promise<void> {
  await tx.settlementTransaction.updateMany({
    where: { id, state: 'prepared' },
    data: { state: 'sent' },
  })
}

/**
 * Puts other signed bytes of a settlement, at the same nonce, in the place of those that were sent; undefined when it
 * has ended meanwhile.
 */
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

/** Hashes under which a settlement may be found in a block, the newest first. */
export function hashesOf({
  txHash,
  replacedHashes,
}: Pick<SettlementTransaction, 'txHash' | 'replacedHashes'>): Hex[] {
  return [txHash, ...replacedHashes]
}

/** Ends a settlement that is under way; false when someone else has ended it before. */
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
      error: end.error?.slice(0, 500) ?? null,
    },
  })
  return count === 1
}

/** Marks our settlements that have been mined, whoever waits for them. */
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
    deadlineBlock: row.deadlineBlock,
  }
}
