import type { Address } from '@/lib/core/address'
import { maxHeldTokens } from '@/lib/core/held-tokens'
import type { Transaction } from '@/lib/db/database'

/**
 * Returns the tokens of a network that an account may hold, at most {@link maxHeldTokens}: first its holdings in the
 * holder index, then the token list.
 */
export async function listHeldTokens(
  db: Transaction,
  { chainId, account }: { readonly chainId: number; readonly account: Address },
): Promise<Address[]> {
  const rows = await db.$queryRaw<{ address: Address }[]>`
    SELECT address FROM (
      SELECT held.token AS address, 0 AS rank FROM tracked_tokens tracked
      JOIN token_holders held ON held.chain_id = tracked.chain_id AND held.token = tracked.address
      WHERE tracked.chain_id = ${chainId} AND held.holder = ${account}
      UNION ALL
      SELECT address, 1 AS rank FROM tokens WHERE chain_id = ${chainId} AND listed
    ) AS known GROUP BY address ORDER BY min(rank), address LIMIT ${maxHeldTokens}`
  return rows.map(({ address }) => address)
}
