import type { ShownToken } from '@/components/orders/token-amount'
import type { Format } from '@/lib/client/i18n/format'
import type { Address } from '@/lib/core/address'

/** A token with its clearing price; only ratios of prices are meaningful. */
export type PricedToken = ShownToken & { readonly address: Address; readonly price: bigint }

/** Price of one whole token in another at clearing prices. */
export type ClearingRate = {
  readonly token: PricedToken
  readonly in: PricedToken
  readonly text: string
}

/**
 * Converts clearing prices to rates: the price of each whole token in the first priced token of `references`, else in
 * the first token. Omits tokens without known decimals or a price.
 */
export function clearingRates(
  format: Format,
  tokens: readonly PricedToken[],
  references: readonly Address[],
): ClearingRate[] {
  const known = tokens.filter(({ price, decimals }) => price > 0n && decimals !== undefined)
  const reference =
    references.flatMap((address) => known.find((token) => token.address === address) ?? [])[0] ??
    known[0]
  if (!reference) return []
  return known.flatMap((token): ClearingRate[] => {
    if (token === reference) return []
    const rate =
      (Number(token.price) / Number(reference.price)) *
      10 ** ((token.decimals ?? 0) - (reference.decimals ?? 0))
    if (!Number.isFinite(rate) || rate === 0) return []
    const text = `1 ${token.symbol} = ${format.number(rate, { maximumSignificantDigits: 6 })} ${reference.symbol}`
    return [{ token, in: reference, text }]
  })
}
