import type { Context } from '@/lib/context'
import { listTokens, type NamedToken } from './list-tokens'

/** Tokens that a search answers at most. */
const maxFound = 12

/**
 * The listed tokens of all networks that a text means: those with exactly this symbol in any case, else those whose
 * symbol or name contains it.
 */
export async function findNamedTokens(ctx: Context, text: string): Promise<readonly NamedToken[]> {
  const wanted = text.toLowerCase()
  const all = await listTokens(ctx, { chainIds: ctx.config.chainIds })
  const exact = all.filter(({ symbol }) => symbol.toLowerCase() === wanted)
  const like = ({ symbol, name }: NamedToken) => `${symbol} ${name}`.toLowerCase().includes(wanted)
  return (exact.length > 0 ? exact : all.filter(like)).slice(0, maxFound)
}
