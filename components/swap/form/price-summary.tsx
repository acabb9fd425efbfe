'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { formatUnits } from 'viem'
import { useFormat } from '@/components/i18n/use-format'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { PriceRail } from '@/components/ui/price-rail'
import { effectivePrice, marketAmount, type OfferTerms } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'
import type { Format } from '@/lib/core/format/format'

type Props = {
  readonly terms: OfferTerms
  readonly sellToken: Token
  readonly buyToken: Token
  readonly sellPrice: number | undefined
}

/** The price scale of a quote: the worst that can be signed, the quote, and the market by dollar prices. */
export const OfferRail = (props: Omit<Props, 'sellPrice'>) => {
  const format = useFormat()
  const { terms, sellToken, buyToken } = props
  const usd = { sold: useUsdPrice(sellToken.address), bought: useUsdPrice(buyToken.address) }
  const { atoms, token } = limitOf(props)
  const market = marketAmount(terms, { sellToken, buyToken, usd })
  return (
    <PriceRail
      prices={{
        ...{ kind: terms.kind, limit: atoms, quoted: terms.quotedAmount },
        market: isOnScale(market, terms.quotedAmount) ? market : undefined,
      }}
      texts={(amounts) => format.amounts(amounts, token)}
    />
  )
}

/** Beyond ten times the quote, the market leaves no room for the other prices, nor for its own number. */
const isOnScale = (market: bigint | undefined, quoted: bigint): boolean =>
  market !== undefined && market <= 10n * quoted && quoted <= 10n * market

/** The amount that is not fixed, at its limit. */
function limitOf({ terms, sellToken, buyToken }: Omit<Props, 'sellPrice'>) {
  return terms.kind === 'sell'
    ? { atoms: terms.buyAmount, token: buyToken }
    : { atoms: terms.sellAmount, token: sellToken }
}

/** Returns the price of one whole sell token in the buy token, network cost included. */
function rateOf({ terms, sellToken, buyToken }: Omit<Props, 'sellPrice'>): number {
  return Number(formatUnits(effectivePrice(terms, sellToken.decimals), buyToken.decimals))
}

/** Returns the network cost in dollars, if a price is known. */
export const costText = (format: Format, { terms, sellToken, sellPrice }: CostProps): string => {
  const dollars = usdValue(terms.cost, sellToken, sellPrice)
  if (dollars !== undefined) return format.usd(dollars)
  return `${format.amount(terms.cost, sellToken)} ${sellToken.symbol}`
}

type CostProps = Omit<Props, 'buyToken'>

/** "1 WETH = 3,208.05 USDC"; pressed, the inverse. */
export const RateText = ({ terms, sellToken, buyToken }: Omit<Props, 'sellPrice'>) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const [isInverted, setInverted] = useState(false)
  const price = rateOf({ terms, sellToken, buyToken })
  const [base, quote] = isInverted ? [buyToken, sellToken] : [sellToken, buyToken]
  return (
    <button
      type="button"
      title={t('offer.invert')}
      onClick={() => setInverted(!isInverted)}
      className="relative font-medium before:absolute before:-inset-x-2 before:-inset-y-1 hover:underline"
    >
      {`1 ${base.symbol} = ${format.orderRate(isInverted ? 1 / price : price)} ${quote.symbol}`}
    </button>
  )
}
