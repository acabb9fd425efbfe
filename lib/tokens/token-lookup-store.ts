import { type Context, memoized } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { createBatch } from '@/lib/db/batch'
import { queryPrepared } from '@/lib/db/database'
import type { Token } from './token'

/** What is stored of a token, and why the operator denies it, if so. */
export type TokenFacts = {
  readonly token: Token | undefined
  readonly denial: string | undefined
}

type FactsRow = {
  address: string
  name: string | null
  symbol: string | null
  decimals: number | null
  unsupported: string | null
  is_stored: boolean
  denial: string | null
}

const statement = {
  name: 'token-facts',
  text: `SELECT k.address, t.name, t.symbol, t.decimals, t.unsupported,
      t.address IS NOT NULL AS is_stored, d.reason AS denial
    FROM unnest($2::text[]) AS k (address)
    LEFT JOIN tokens t ON t.chain_id = $1 AND t.address = k.address
    LEFT JOIN denied_tokens d ON d.chain_id = $1 AND d.address = k.address`,
} as const

/** The stored facts of a token; what is asked at the same time is answered by one query. */
export async function lookUpToken(
  ctx: Context,
  { chainId, address }: { readonly chainId: number; readonly address: Address },
): Promise<TokenFacts> {
  const lookUp = memoized(ctx, `tokens:look-up:${chainId}`, () =>
    createBatch<Address, TokenFacts>({
      concurrency: 2,
      size: 256,
      load: async (addresses) => {
        const values = [chainId, addresses]
        const rows = await queryPrepared<FactsRow>(ctx.db, { ...statement, values })
        return new Map(rows.map((row) => [row.address as Address, toFacts(chainId, row)]))
      },
    }),
  )
  return (await lookUp(address)) ?? { token: undefined, denial: undefined }
}

/**
 * The first of these tokens that the operator does not serve, and why; the native token counts as denied
 * with its wrapped one, because that is what orders in it trade.
 */
export async function findDenial(
  ctx: Context,
  { chainId, addresses }: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<{ readonly address: Address; readonly reason: string } | undefined> {
  const { wrappedNative } = getNetwork(chainId)
  const traded = addresses.includes(nativeToken) ? [...addresses, wrappedNative] : addresses
  const facts = await Promise.all(
    traded.map(async (address) => {
      const { denial: reason } = await lookUpToken(ctx, { chainId, address })
      return { address, reason }
    }),
  )
  for (const { address, reason } of facts) if (reason !== undefined) return { address, reason }
  return undefined
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
  return { token: row.is_stored ? token : undefined, denial: row.denial ?? undefined }
}
