import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { arrayLiteral } from '@/lib/db/columns'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Holder, HolderQuery } from './holder'
import type { HolderChange, TokenTransfer } from './token-transfer'

/**
 * Adds balance changes and returns the tokens with impossible balances afterwards: negative or above uint256. Deletes
 * zero balances, except those of unfaithful tokens.
 */
export async function addToHolders(
  tx: Transaction,
  chainId: number,
  changes: readonly HolderChange[],
): Promise<Address[]> {
  if (changes.length === 0) return []
  const column = (name: keyof HolderChange) => arrayLiteral(changes.map((row) => row[name]))
  const tokens = arrayLiteral([...new Set(changes.map(({ token }) => token))])
  const impossible = await tx.$queryRaw<{ token: Address }[]>`
    WITH changed AS (
      INSERT INTO token_holders AS held (chain_id, token, holder, balance)
      SELECT ${chainId}::int, token, holder, amount
      FROM unnest(
        ${column('token')}::text[], ${column('holder')}::text[], ${column('amount')}::numeric[]
      ) AS change (token, holder, amount)
      ON CONFLICT (chain_id, token, holder)
        DO UPDATE SET balance = held.balance + excluded.balance
      RETURNING token, balance
    )
    SELECT DISTINCT token FROM changed
    WHERE balance < 0 OR balance > ${String(maxUint256)}::numeric`
  await tx.$executeRaw`
    DELETE FROM token_holders AS held USING tracked_tokens AS tracked
    WHERE held.chain_id = ${chainId} AND held.token = ANY(${tokens}::text[])
      AND held.balance = 0 AND tracked.chain_id = held.chain_id
      AND tracked.address = held.token AND tracked.faithful`
  return impossible.map(({ token }) => token)
}

/** Lists the largest holders of a token, ordered as by `byBalance`. */
export async function listTopHolders(db: Transaction, query: HolderQuery): Promise<Holder[]> {
  const likely = await listCandidateHolders(db, query)
  return likely.filter(({ balance }) => balance > 0n)
}

/** Lists the accounts most likely to hold an unfaithful token, with the sums of their transfers. */
export async function listCandidateHolders(
  db: Transaction,
  { chainId, token, limit }: HolderQuery,
): Promise<Holder[]> {
  const rows = await db.tokenHolder.findMany({
    where: { chainId, token },
    orderBy: [{ balance: 'desc' }, { holder: 'asc' }],
    take: limit,
  })
  return rows.map(toHolder)
}

/** Lists the balances of the given accounts; omits accounts without a row. */
export async function listHolders(
  db: Transaction,
  {
    chainId,
    token,
    holders,
  }: Omit<HolderQuery, 'limit'> & { readonly holders: readonly Address[] },
): Promise<Holder[]> {
  const rows = await db.tokenHolder.findMany({
    where: { chainId, token, holder: { in: [...holders] } },
  })
  return rows.map(toHolder)
}

function toHolder(row: { holder: string; balance: Parameters<typeof fromDecimal>[0] }): Holder {
  return { address: row.holder as Address, balance: fromDecimal(row.balance) }
}

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
