import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { findLogoUris, logoKey } from './logos/token-lists'
import { listListedTokens } from './token-store'

/** A listed token with its display data. */
export type NamedToken = {
  readonly chainId: number
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logoUri: string | undefined
}

/**
 * Lists the listed tokens of some networks, by network and symbol, with their logos of the configured token lists. Omits
 * those without name, symbol or decimals.
 */
export async function listTokens(
  ctx: Context,
  { chainIds }: { readonly chainIds: readonly number[] },
): Promise<readonly NamedToken[]> {
  const [rows, logoUris] = await Promise.all([
    listListedTokens(ctx.db, chainIds),
    findLogoUris(ctx),
  ])
  return rows.flatMap(({ chainId, address, name, symbol, decimals }) =>
    name === undefined || symbol === undefined || decimals === undefined
      ? []
      : [
          {
            chainId,
            address,
            name,
            symbol,
            decimals,
            logoUri: logoUris.get(logoKey({ chainId, address })),
          },
        ],
  )
}

/** Maximum number of search results. */
const maxFound = 12

/**
 * Searches the listed tokens of all networks: exact symbol matches in any case, else those whose symbol or name
 * contains the text.
 */
export async function findNamedTokens(ctx: Context, text: string): Promise<readonly NamedToken[]> {
  const needle = text.toLowerCase()
  const all = await listTokens(ctx, { chainIds: ctx.config.chainIds })
  const exact = all.filter(({ symbol }) => symbol.toLowerCase() === needle)
  const like = ({ symbol, name }: NamedToken) => `${symbol} ${name}`.toLowerCase().includes(needle)
  return (exact.length > 0 ? exact : all.filter(like)).slice(0, maxFound)
}
