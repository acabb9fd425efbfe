import type { Address } from '@/lib/core/address'
import { arrayLiteral } from '@/lib/db/array-literal'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { HolderChange, TokenTransfer } from './token-transfer'

/** Stores reversible transfers. */
export async function insertTransfers(
  tx: Transaction,
  chainId: number,
  transfers: readonly TokenTransfer[],
): Promise<void> {
  if (transfers.length === 0) return
  const column = (name: keyof TokenTransfer) => arrayLiteral(transfers.map((row) => row[name]))
  await tx.$executeRaw`
    INSERT INTO token_transfers
      (chain_id, block_hash, log_index, block_number, token, sender, recipient, amount)
    SELECT ${chainId}::int, * FROM unnest(
      ${column('blockHash')}::text[], ${column('logIndex')}::int[],
      ${column('blockNumber')}::bigint[], ${column('token')}::text[],
      ${column('sender')}::text[], ${column('recipient')}::text[],
      ${column('amount')}::numeric[])`
}

/** Deletes the transfers above `blockNumber` and returns the balance changes they caused. */
export async function removeTransfersAbove(
  tx: Transaction,
  chainId: number,
  blockNumber: bigint,
): Promise<HolderChange[]> {
  const rows = await tx.$queryRaw<{ token: Address; holder: Address; amount: string }[]>`
    WITH gone AS (
      DELETE FROM token_transfers WHERE chain_id = ${chainId} AND block_number > ${blockNumber}
      RETURNING token, sender, recipient, amount
    ), moved AS (
      SELECT token, recipient AS holder, amount FROM gone
      UNION ALL
      SELECT token, sender, -amount FROM gone
    )
    SELECT token, holder, sum(amount)::text AS amount FROM moved GROUP BY token, holder`
  return rows.map(({ amount, ...row }) => ({ ...row, amount: fromDecimal(amount) }))
}

/** Deletes the transfers up to `blockNumber`, which are final. */
export async function deleteFinalTransfers(
  tx: Transaction,
  chainId: number,
  blockNumber: bigint,
): Promise<void> {
  await tx.tokenTransfer.deleteMany({ where: { chainId, blockNumber: { lte: blockNumber } } })
}

/** Lists the parties of the latest transfers of a token. */
export async function listRecentParties(
  db: Transaction,
  { chainId, token, limit }: { chainId: number; token: Address; limit: number },
): Promise<Address[]> {
  const rows = await db.tokenTransfer.findMany({
    where: { chainId, token },
    orderBy: [{ blockNumber: 'desc' }, { logIndex: 'desc' }],
    take: limit,
    select: { sender: true, recipient: true },
  })
  const parties = rows.flatMap(({ sender, recipient }) => [sender, recipient])
  return [...new Set(parties)] as Address[]
}
