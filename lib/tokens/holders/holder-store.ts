import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { arrayLiteral } from '@/lib/db/array-literal'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Holder } from './holder'
import type { HolderQuestion } from './holder-question'
import type { HolderChange } from './token-transfer'

/**
 * Adds changes to what accounts hold and returns the tokens whose sums are no balances afterwards:
 * below zero or above uint256. Accounts that hold nothing are forgotten, but not of tokens whose
 * transfers do not tell balances.
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

/** The accounts that hold most of a token, in the sequence of `byBalance`. */
export async function listTopHolders(db: Transaction, query: HolderQuestion): Promise<Holder[]> {
  const likely = await listLikelyHolders(db, query)
  return likely.filter(({ balance }) => balance > 0n)
}

/**
 * Accounts that may hold most of a token whose transfers do not tell; with what it is that they do
 * tell.
 */
export async function listLikelyHolders(
  db: Transaction,
  { chainId, token, limit }: HolderQuestion,
): Promise<Holder[]> {
  const rows = await db.tokenHolder.findMany({
    where: { chainId, token },
    orderBy: [{ balance: 'desc' }, { holder: 'asc' }],
    take: limit,
  })
  return rows.map(toHolder)
}

/** What some accounts hold of a token, those that hold nothing left out. */
export async function listHolders(
  db: Transaction,
  {
    chainId,
    token,
    holders,
  }: Omit<HolderQuestion, 'limit'> & { readonly holders: readonly Address[] },
): Promise<Holder[]> {
  const rows = await db.tokenHolder.findMany({
    where: { chainId, token, holder: { in: [...holders] } },
  })
  return rows.map(toHolder)
}

function toHolder(row: { holder: string; balance: Parameters<typeof fromDecimal>[0] }): Holder {
  return { address: row.holder as Address, balance: fromDecimal(row.balance) }
}
