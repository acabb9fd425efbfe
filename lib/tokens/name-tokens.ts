import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getTokens } from './get-tokens'
import type { Token } from './token'
import { findTokens } from './token-store'

/** Returns tokens for displaying amounts; falls back to stored ones when the network does not answer. */
export async function nameTokens(
  ctx: Context,
  input: { readonly chainId: number; readonly addresses: readonly Address[] },
): Promise<Map<Address, Token>> {
  const { chainId, addresses } = input
  try {
    return await getTokens(ctx, input)
  } catch (error) {
    ctx.log.warn({ error, chainId }, 'token lookup failed, using stored tokens')
    const tokens = await findTokens(ctx.db, chainId, addresses)
    return new Map(tokens.map((token) => [token.address, token]))
  }
}
