import type { Context } from '@/lib/context'
import { listTokens, type NamedToken } from './list-tokens'

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
