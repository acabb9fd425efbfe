import type { ShownToken } from '@/components/orders/token-amount'
import type { Translator } from '@/lib/client/i18n/translator'
import { type Ratio, ratioText } from '@/lib/client/limit/ratio'
import { isQuotedInSold } from '@/lib/client/pair-order'
import type { Format } from '@/lib/core/format/format'

type Words = { readonly t: Translator<'limit'>; readonly format: Format }

type Pair = { readonly sold: ShownToken; readonly bought: ShownToken }

/** Formats a price the way people name it: "3,021.55 USDC per WETH", also where USDC is sold. "–" if it is unknown. */
export function priceLine(
  { t, format }: Words,
  price: Ratio | undefined,
  { sold, bought }: Pair,
): string {
  if (!price || sold.decimals === undefined || bought.decimals === undefined) return '–'
  const isInverted = isQuotedInSold(sold.address, bought.address)
  const scale = { sellDecimals: sold.decimals, buyDecimals: bought.decimals, isInverted }
  const [base, quote] = isInverted ? [bought, sold] : [sold, bought]
  const rate = format.rate(Number(ratioText(price, scale)))
  return `${rate} ${t('unit', { quote: quote.symbol, base: base.symbol })}`
}
