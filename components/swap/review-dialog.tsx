'use client'

import { useState } from 'react'
import { useReadContract } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { useWallet } from '@/components/wallet/use-wallet'
import {
  compareOffers,
  offerTerms,
  type QuoteOffer,
  referrerOf,
} from '@/lib/client/swap/quote-offer'
import { lossBps, usdValue } from '@/lib/client/usd-text'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import { toAddress, zeroAddress } from '@/lib/core/address'
import { OrderTerms } from './order-terms'
import { ReviewAction } from './review-action'
import { ReviewSteps } from './review-steps'
import type { SwapOrder } from './swap-order'
import { usePlaceOrder } from './use-place-order'
import type { Swap } from './use-swap'
import { useUsdPrice } from './use-tokens'

type Props = {
  readonly swap: Swap
  /** The offer that was on the form when the review was opened. */
  readonly offer: QuoteOffer
  readonly onClose: () => void
  readonly onPlaced: (order: SwapOrder) => void
}

const highLossBps = 500

/** What is about to be signed, and the steps to it. */
export const ReviewDialog = ({ swap, offer, onClose, onPlaced }: Props) => {
  const { account = zeroAddress } = useWallet()
  const { settings, network } = useSettings()
  const place = usePlaceOrder()
  const [seen, setSeen] = useState(offer)
  const [isUnlimited, setUnlimited] = useState(false)
  const [hasAgreed, setAgreed] = useState(false)
  const { sellToken, buyToken, quote } = swap
  const isIdle = place.stage === 'review'
  const live = quote.signable
  const newer = live ? compareOffers(seen, live) : 'same'
  // Frozen while the wallet is asked; a price that is not worse needs no word of the owner.
  const current = isIdle && newer !== 'worse' && live ? live : seen
  const { bps } = swap.slippage.slippage
  const terms = offerTerms(current, bps)
  const allowance = useReadContract({
    chainId: network.chainId,
    address: swap.form.sellToken ?? zeroAddress,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [account, toAddress(settings.vaultRelayerContract)],
  })
  const isApproved = allowance.data === undefined ? undefined : allowance.data >= terms.sellAmount
  const loss = useLoss(swap, terms)
  const isLossy = loss !== undefined && loss >= highLossBps
  if (!sellToken || !buyToken) return null

  const approve = () =>
    place.approve({
      token: sellToken.address,
      owner: account,
      needed: terms.sellAmount,
      extent: isUnlimited ? 'unlimited' : 'exact',
    })
  const sign = async () => {
    setSeen(current)
    const placed = await place.sign({ from: account, offer: current, slippageBps: bps })
    if (!placed) return
    const { quotedAmount } = terms
    onPlaced({ ...placed, network, sellToken, buyToken, quotedAmount })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && isIdle && onClose()}>
      <DialogContent
        title="Review order"
        description="Signing is free. Solvers settle the order at your limit or better."
        footer={
          <ReviewAction
            place={place}
            sellSymbol={sellToken.symbol}
            isApproved={isApproved}
            isExpired={isIdle && live === undefined}
            isWorse={isIdle && newer === 'worse'}
            mustAgree={isLossy && !hasAgreed}
            onAccept={() => live && setSeen(live)}
            onApprove={approve}
            onSign={sign}
          />
        }
      >
        <div className="grid gap-4">
          <OrderTerms referrer={referrerOf(current)} {...{ swap, terms, sellToken, buyToken }} />
          {isApproved === false ? (
            <Switch
              label={`Unlimited ${sellToken.symbol} allowance`}
              hint="Later orders then need no approval."
              checked={isUnlimited}
              onCheckedChange={setUnlimited}
            />
          ) : null}
          {isApproved === true && isIdle ? null : (
            <ReviewSteps stage={place.stage} isApproved={isApproved} symbol={sellToken.symbol} />
          )}
          {isLossy ? (
            <Checkbox
              label={`What I get is worth ${(loss / 100).toFixed(1)} % less than what I pay.`}
              checked={hasAgreed}
              onCheckedChange={setAgreed}
            />
          ) : null}
          {isIdle && newer === 'worse' ? (
            <Alert tone="warn" title="The price moved against you">
              Accept the new price to go on.
            </Alert>
          ) : null}
          {place.problem ? (
            <Alert tone={place.problem.tone} title={place.problem.title}>
              {place.problem.advice}
            </Alert>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** How much less the buy side is worth, by US dollar prices. */
function useLoss(
  { form, sellToken, buyToken }: Swap,
  terms: { readonly pays: bigint; readonly gets: bigint },
): number | undefined {
  const given = usdValue(terms.pays, sellToken, useUsdPrice(form.sellToken))
  const got = usdValue(terms.gets, buyToken, useUsdPrice(form.buyToken))
  return given === undefined || got === undefined ? undefined : lossBps(given, got)
}
