import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** A signed transaction of the solver that is neither a settlement of orders nor a refund. */
export type SolverTransaction = {
  readonly chainId: number
  readonly txHash: Hex
  /** A transfer to the solver itself, which replaces a settlement or fills a gap of nonces; or a sweep. */
  readonly kind: 'cancellation' | 'sweep'
  readonly solverAddress: Address
  readonly nonce: bigint
  readonly createdAt: Date
}

/** Stores a signed transaction, so that the books find it once it is mined. The same bytes are stored once. */
export async function insertSolverTransaction(
  tx: Transaction,
  transaction: SolverTransaction,
): Promise<void> {
  await tx.solverTransaction.createMany({ data: [transaction], skipDuplicates: true })
}

type SignedNonces = Pick<SolverTransaction, 'chainId' | 'solverAddress'> & {
  readonly from: bigint
  readonly below: bigint
}

/** Returns at how many nonces of a solver, from `from` and below `below`, any transaction was signed and stored. */
export async function countSignedNonces(
  db: Transaction,
  { chainId, solverAddress, from, below }: SignedNonces,
): Promise<number> {
  if (from >= below) return 0
  const query = {
    where: { chainId, solverAddress, nonce: { gte: from, lt: below } },
    select: { nonce: true },
  } as const
  const rows = [
    ...(await db.settlementTransaction.findMany(query)),
    ...(await db.solverTransaction.findMany(query)),
  ]
  return new Set(rows.map(({ nonce }) => nonce)).size
}
