import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'

/** A signed transfer of the solver to itself, which replaces a settlement or fills a gap of nonces. */
export type Cancellation = {
  readonly chainId: number
  readonly txHash: Hex
  readonly solverAddress: Address
  readonly nonce: bigint
  readonly createdAt: Date
}

/** Stores a signed cancellation, so that the books find it once it is mined. The same bytes are stored once. */
export async function insertCancellation(
  tx: Transaction,
  cancellation: Cancellation,
): Promise<void> {
  await tx.cancellation.createMany({ data: [cancellation], skipDuplicates: true })
}
