'use client'

import { Detail, DetailList } from '@/components/ui/detail-list'
import { useWallet } from '@/components/wallet/use-wallet'
import { amountText } from '@/lib/client/amount-text'
import { type OfferTerms, orderValidSeconds } from '@/lib/client/swap/quote-offer'
import { slippageText } from '@/lib/client/swap/slippage'
import type { Token } from '@/lib/client/swap/tokens'
import { costText, OfferRail, PriceLine } from './price-summary'
import type { Swap } from './use-swap'
import { useUsdPrice } from './use-tokens'

type Props = {
  readonly swap: Swap
  /** The affiliate code that the order carries. */
  readonly referrer: string | undefined
  readonly terms: OfferTerms
  readonly sellToken: Token
  readonly buyToken: Token
}

/** What the order says, line by line. */
export const OrderTerms = ({ swap, referrer, terms, sellToken, buyToken }: Props) => {
  const { account } = useWallet()
  const sellPrice = useUsdPrice(sellToken.address)
  const summary = { terms, sellToken, buyToken, sellPrice }
  const pay = (atoms: bigint) => `${amountText(atoms, sellToken.decimals)} ${sellToken.symbol}`
  const get = (atoms: bigint) => `${amountText(atoms, buyToken.decimals)} ${buyToken.symbol}`
  const isSell = terms.kind === 'sell'
  return (
    <div className="grid gap-3">
      <p className="numeric font-display text-h2 font-semibold">
        {pay(terms.pays)} → {get(terms.gets)}
      </p>
      <OfferRail {...summary} />
      <DetailList>
        <Detail name={isSell ? 'You pay exactly' : 'You pay at most'}>
          {pay(terms.sellAmount)}
        </Detail>
        <Detail name={isSell ? 'You receive at least' : 'You receive exactly'}>
          {get(terms.buyAmount)}
        </Detail>
        <Detail name="Price">
          <PriceLine {...summary} opens="aside" />
        </Detail>
        <Detail name="Network cost, included">{costText(summary)}</Detail>
        <Detail name="Slippage">{slippageText(swap.slippage.bps)}</Detail>
        <Detail name="Expires">in {orderValidSeconds / 60} minutes</Detail>
        <Detail name="Recipient">
          <span className="font-mono text-label">{account}</span>
        </Detail>
        {referrer === undefined ? null : <Detail name="Referred by">{referrer}</Detail>}
      </DetailList>
    </div>
  )
}
