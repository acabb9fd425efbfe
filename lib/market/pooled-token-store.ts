import type { Address } from '@/lib/core/address'
import { type Database, queryPrepared } from '@/lib/db/database'

const pooledTokens = {
  name: 'pooled-tokens',
  text: `SELECT token1 AS token FROM pools WHERE chain_id = $1 AND token0 = ANY ($2)
    UNION SELECT token0 FROM pools WHERE chain_id = $1 AND token1 = ANY ($2)`,
} as const

/** Every token that a stored pool has together with one of `partners`. Outside transactions only. */
export async function listPooledTokens(
  db: Database,
  { chainId, partners }: { readonly chainId: number; readonly partners: readonly Address[] },
): Promise<ReadonlySet<Address>> {
  type TokenRow = { readonly token: string }
  const rows = await queryPrepared<TokenRow>(db, { ...pooledTokens, values: [chainId, partners] })
  return new Set(rows.map(({ token }) => token as Address))
}
