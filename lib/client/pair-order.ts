import type { Address } from '@/lib/core/address'
import { isPegged } from '@/lib/core/format/pegged-tokens'

/**
 * Returns whether people quote a pair in the token that is sold: dollars per bought token, if dollars are sold. Other
 * pairs are quoted in the bought token.
 */
export const isQuotedInSold = (sell: Address | undefined, buy: Address | undefined): boolean =>
  sell !== undefined && buy !== undefined && isPegged(sell) && !isPegged(buy)
