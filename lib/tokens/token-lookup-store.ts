import type { Address } from '@/lib/core/address'
import { type Database, queryPrepared } from '@/lib/db/database'
import type { Token } from './token'

/** Stored data of a token, and the operator's reason for denying it, if denied. */
export type TokenFacts = {
  readonly token: Token | undefined
  readonly denial: string | undefined
  /** Whether its indexed transfers do not add up to its balances. */
  readonly isUnfaithful: boolean
}

type FactsRow = {
  address: string
  name: string | null
  symbol: string | null
  decimals: number | null
  unsupported: string | null
  is_stored: boolean
  denial: string | null
  is_unfaithful: boolean
}

const statement = {
  name: 'token-facts',
  text: `SELECT k.address, t.name, t.symbol, t.decimals, t.unsupported,
      t.address IS NOT NULL AS is_stored, d.reason AS denial,
      k.address IN (SELECT address FROM tracked_tokens WHERE chain_id = $1 AND NOT faithful) AS is_unfaithful
    FROM unnest($2::text[]) AS k (address)
    LEFT JOIN tokens t ON t.chain_id = $1 AND t.address = k.address
    LEFT JOIN denied_tokens d ON d.chain_id = $1 AND d.address = k.address`,
} as const

/** Reads the stored facts of a network's tokens. Uses a prepared statement, so only outside transactions. */
export async function readTokenFacts(
  db: Database,
  chainId: number,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, TokenFacts>> {
  const rows = await queryPrepared<FactsRow>(db, { ...statement, values: [chainId, addresses] })
  return new Map(rows.map((row) => [row.address as Address, toFacts(chainId, row)]))
}

function toFacts(chainId: number, row: FactsRow): TokenFacts {
  const token: Token = {
    chainId,
    address: row.address as Address,
    name: row.name ?? undefined,
    symbol: row.symbol ?? undefined,
    decimals: row.decimals ?? undefined,
    unsupported: row.unsupported ?? undefined,
  }
  return {
    token: row.is_stored ? token : undefined,
    denial: row.denial ?? undefined,
    isUnfaithful: row.is_unfaithful,
  }
}
