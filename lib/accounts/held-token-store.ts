import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'

/** Tokens that one account is asked about at most. */
const mostTokens = 500

/**
 * The tokens of a network that an account may hold: those of the token list, and those that the index of
 * holders knows it to hold.
 */
export async function listHeldTokens(
  db: Transaction,
  { chainId, account }: { readonly chainId: number; readonly account: Address },
): Promise<Address[]> {
  const rows = await db.$queryRaw<{ address: Address }[]>`
    SELECT address FROM (
      SELECT held.token AS address FROM tracked_tokens tracked
      JOIN token_holders held ON held.chain_id = tracked.chain_id AND held.token = tracked.address
      WHERE tracked.chain_id = ${chainId} AND held.holder = ${account}
      UNION
      SELECT address FROM tokens WHERE chain_id = ${chainId} AND listed
    ) AS known ORDER BY address LIMIT ${mostTokens}`
  return rows.map(({ address }) => address)
}
