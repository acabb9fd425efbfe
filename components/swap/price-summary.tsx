'use client'

import { useSettings } from '@/components/app/settings'
import { TokenLink } from '@/components/tokens/token-link'
import { PriceRail } from '@/components/ui/price-rail'
import { amountText } from '@/lib/client/amount-text'
import type { OfferTerms } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { usdText, usdValue } from '@/lib/client/usd-text'

type Props = {
  readonly terms: OfferTerms
  readonly sellToken: Token
  readonly buyToken: Token
  readonly sellPrice: number | undefined
}

/** The rail of an offer: what was quoted and the worst that can be signed. */
export const OfferRail = ({ terms, sellToken, buyToken }: Props) => {
  const isSell = terms.kind === 'sell'
  const { decimals } = isSell ? buyToken : sellToken
  const limit = isSell ? terms.buyAmount : terms.sellAmount
  const text = (atoms: bigint) => amountText(atoms, decimals)
  return (
    <PriceRail
      prices={{ limit, quoted: terms.quotedAmount }}
      labels={{
        limit: `${isSell ? 'min' : 'max'} ${text(limit)}`,
        quoted: `quoted ${text(terms.quotedAmount)}`,
      }}
    />
  )
}

/** "1 WETH = 3,208.05 USDC", each token with a link to its page. */
export const PriceLine = ({ terms, sellToken, buyToken, opens = 'here' }: PriceLineProps) => {
  const { network } = useSettings()
  const one = 10n ** BigInt(sellToken.decimals)
  const price = terms.traded === 0n ? 0n : (terms.gets * one) / terms.traded
  const link = { network: network.name, opens }
  return (
    <>
      1 <TokenLink {...link} token={sellToken} /> = {amountText(price, buyToken.decimals)}{' '}
      <TokenLink {...link} token={buyToken} />
    </>
  )
}

type PriceLineProps = Pick<Props, 'terms' | 'sellToken' | 'buyToken'> & {
  /** Where the pages of the tokens open. */
  readonly opens?: 'here' | 'aside'
}

/** What the network costs, in dollars where a price is known. */
export const costText = ({ terms, sellToken, sellPrice }: Props): string => {
  const dollars = usdValue(terms.cost, sellToken, sellPrice)
  if (dollars !== undefined) return usdText(dollars)
  return `${amountText(terms.cost, sellToken.decimals)} ${sellToken.symbol}`
}

/** Rail, price and cost of an offer. */
export const PriceSummary = (props: Props) => (
  <div className="grid gap-1">
    <OfferRail {...props} />
    <p className="numeric text-small text-ink-2">
      <PriceLine {...props} /> · cost {costText(props)}
    </p>
  </div>
)
