import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import { movedCause } from '@/lib/settlements/submission/transaction-store'

/** A settlement as the index stored it, and what the contract kept of each token in decimal atoms. */
export type IndexedSettlement = {
  readonly auctionId: bigint | undefined
  /** Undefined if unknown. */
  readonly kept:
    | readonly { readonly token: Address; readonly amount: string; readonly owed: string }[]
    | undefined
}

/** Returns an indexed settlement; undefined if the index has none in this block. */
export async function findIndexedSettlement(
  db: Transaction,
  where: { readonly chainId: number; readonly txHash: Hex; readonly blockHash: Hex },
): Promise<IndexedSettlement | undefined> {
  const row = await db.settlement.findFirst({ where, select: { auctionId: true, kept: true } })
  if (!row) return undefined
  return {
    auctionId: row.auctionId ?? undefined,
    kept: (row.kept ?? undefined) as IndexedSettlement['kept'],
  }
}

/** What a settlement was expected to use and to keep when it was signed; undefined where unknown, as for a refund. */
export type PlannedSettlement = {
  readonly simulatedGas: bigint | undefined
  /** In wei at the auction's prices. */
  readonly plannedKept: bigint | undefined
}

/** Returns the plan of a signed settlement, by the hash of any of its versions; undefined if nothing signed has it. */
export async function findPlan(
  db: Transaction,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<PlannedSettlement | undefined> {
  const row = await db.settlementTransaction.findFirst({
    where: { chainId, OR: [{ txHash }, { replacedHashes: { has: txHash } }] },
    select: { simulatedGas: true, plannedKept: true },
  })
  if (!row) return undefined
  return {
    simulatedGas: row.simulatedGas ?? undefined,
    plannedKept: row.plannedKept === null ? undefined : fromDecimal(row.plannedKept),
  }
}

/** Lists the signed bytes of a network's settlements and refunds since a time that ended so and are not in the books. */
export async function listUnbookedEnds(
  db: Transaction,
  query: {
    readonly chainId: number
    readonly since: Date
    readonly states: readonly ('mined' | 'failed')[]
  },
): Promise<Hex[]> {
  const { chainId, since, states } = query
  const rows = await db.$queryRaw<{ raw: string }[]>`
    SELECT raw_transaction AS raw FROM settlement_transactions t
    WHERE chain_id = ${chainId} AND created_at >= ${since} AND state = ANY(${states}::transaction_state[]) AND NOT EXISTS (
      SELECT 1 FROM settlement_costs c
      WHERE c.chain_id = t.chain_id AND c.solver_address = t.solver_address AND c.nonce = t.nonce
    )`
  return rows.map(({ raw }) => raw as Hex)
}

/** A reverted settlement. */
export type Revert = {
  readonly id: bigint
  readonly raw: Hex
  readonly orderUids: readonly Hex[]
  readonly createdAt: Date
  /** Whether it reverted because pools moved: no order is to blame. */
  readonly isMoved: boolean
  /** What it cost in wei; undefined: it is not in the books yet. */
  readonly costWei: bigint | undefined
}

/** Lists a network's settlements since a time that reverted, oldest first. */
export async function listReverts(
  db: Transaction,
  { chainId, since }: { readonly chainId: number; readonly since: Date },
): Promise<Revert[]> {
  type Row = {
    readonly id: bigint
    readonly raw: string
    readonly order_uids: string[]
    readonly created_at: Date
    readonly error: string | null
    readonly cost_wei: string | null
  }
  const rows = await db.$queryRaw<Row[]>`
    SELECT t.id, t.raw_transaction AS raw, t.order_uids, t.created_at, t.error, c.cost_wei::text
    FROM settlement_transactions t
    LEFT JOIN settlement_costs c
      ON c.chain_id = t.chain_id AND c.solver_address = t.solver_address AND c.nonce = t.nonce
    WHERE t.chain_id = ${chainId} AND t.created_at >= ${since} AND t.state = 'failed'
    ORDER BY t.id`
  return rows.map(({ id, raw, order_uids, created_at, error, cost_wei }) => ({
    ...{ id, raw: raw as Hex, orderUids: order_uids as Hex[], createdAt: created_at },
    isMoved: error === movedCause,
    costWei: cost_wei === null ? undefined : BigInt(cost_wei),
  }))
}

/** Lists the signed bytes of a network's mined settlements after a transaction of the store, oldest first. */
export async function listSettledSince(
  db: Transaction,
  { chainId, sinceId }: { readonly chainId: number; readonly sinceId: bigint },
): Promise<Pick<Revert, 'id' | 'raw'>[]> {
  const rows = await db.settlementTransaction.findMany({
    where: { chainId, id: { gt: sinceId }, state: 'mined' },
    orderBy: { id: 'asc' },
    select: { id: true, rawTransaction: true },
  })
  return rows.map(({ id, rawTransaction }) => ({ id, raw: rawTransaction as Hex }))
}

/** Returns when an operator last resumed settling on a network, by its name; ignores rows of the future. */
export async function findLastResume(
  db: Transaction,
  { network, now }: { readonly network: string; readonly now: Date },
): Promise<Date | undefined> {
  const row = await db.operatorAction.findFirst({
    where: { action: 'resume-settling', target: network, at: { lte: now } },
    orderBy: { at: 'desc' },
    select: { at: true },
  })
  return row?.at
}
