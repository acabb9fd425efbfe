'use client'

import { useTranslations } from 'next-intl'
import { formatUnits } from 'viem'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { TokenLink } from '@/components/tokens/token-link'
import { PriceRail } from '@/components/ui/price-rail'
import { effectivePrice, type OfferTerms } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'
import type { Format } from '@/lib/core/format/format'

type Props = {
  readonly terms: OfferTerms
  readonly sellToken: Token
  readonly buyToken: Token
  readonly sellPrice: number | undefined
}

/** The price scale of a quote: the quoted price and the worst that can be signed. */
export const OfferRail = (props: Omit<Props, 'sellPrice'>) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { quotedAmount, kind } = props.terms
  const { atoms, token } = limitOf(props)
  const [limit = '', quoted = ''] = format.amounts([atoms, quotedAmount], token)
  return (
    <PriceRail
      prices={{ limit: atoms, quoted: quotedAmount }}
      labels={{
        limit: t('slip.limit', { kind, amount: limit }),
        quoted: t('slip.quoted', { amount: quoted }),
      }}
    />
  )
}

/** The amount that is not fixed, at its limit. */
function limitOf({ terms, sellToken, buyToken }: Omit<Props, 'sellPrice'>) {
  return terms.kind === 'sell'
    ? { atoms: terms.buyAmount, token: buyToken }
    : { atoms: terms.sellAmount, token: sellToken }
}

/** "1 WETH = 3,208.05 USDC", each token linked to its page. */
export const PriceLine = ({ opens = 'here', ...offer }: PriceLineProps) => {
  const { network } = useSettings()
  const format = useFormat()
  const { sellToken, buyToken } = offer
  const link = { network: network.name, opens }
  return (
    <>
      1 <TokenLink {...link} token={sellToken} /> = {priceOf(format, offer)}{' '}
      <TokenLink {...link} token={buyToken} />
    </>
  )
}

type PriceLineProps = Omit<Props, 'sellPrice'> & {
  /** Target of the links to the tokens' pages. */
  readonly opens?: 'here' | 'aside'
}

/** Returns the price of one whole sell token in the buy token, network cost included. */
function priceOf(format: Format, { terms, sellToken, buyToken }: Omit<Props, 'sellPrice'>): string {
  const price = effectivePrice(terms, sellToken.decimals)
  return format.rate(Number(formatUnits(price, buyToken.decimals)))
}

/** Returns the network cost in dollars, if a price is known. */
export const costText = (format: Format, { terms, sellToken, sellPrice }: CostProps): string => {
  const dollars = usdValue(terms.cost, sellToken, sellPrice)
  if (dollars !== undefined) return format.usd(dollars)
  return `${format.amount(terms.cost, sellToken)} ${sellToken.symbol}`
}

type CostProps = Omit<Props, 'buyToken'>

/** "1 WETH = 3,208.05 USDC · min 3,198", and the network cost below it. */
export const OfferLine = (props: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { terms, sellToken, buyToken } = props
  const { atoms, token } = limitOf(props)
  const limit = t('slip.limit', { kind: terms.kind, amount: format.amount(atoms, token) })
  return (
    <span className="grid">
      <span>
        {t('offer.line', {
          ...{ sold: sellToken.symbol, bought: buyToken.symbol, limit },
          price: priceOf(format, props),
        })}
      </span>
      <span>{t('offer.costs', { cost: costText(format, props) })}</span>
    </span>
  )
}
