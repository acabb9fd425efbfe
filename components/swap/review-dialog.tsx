'use client'

import { useEffect, useReducer } from 'react'
import { useSettings } from '@/components/app/settings'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { approvalStage } from '@/lib/client/swap/approval-state'
import { hasConsent, nextConsent, noConsent } from '@/lib/client/swap/consent-state'
import { offerTerms, type QuoteOffer, referrerOf } from '@/lib/client/swap/quote-offer'
import { decideReviewAction } from '@/lib/client/swap/review-action'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import { confirmWord } from '@/lib/client/swap/review-text'
import type { Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'
import { OrderTerms } from './order-terms'
import { ReviewButton } from './review-button'
import { ReviewConsents } from './review-consents'
import { ReviewNotes } from './review-notes'
import { ReviewSteps } from './review-steps'
import type { SwapOrder } from './swap-order'
import { useApproval } from './use-approval'
import { useReview } from './use-review'
import type { Swap } from './use-swap'
import { useValueLoss } from './use-value-loss'

type Props = {
  readonly swap: Swap
  readonly sellToken: Token
  readonly buyToken: Token
  /** The offer that was on the form when the review was opened, and whose it was. */
  readonly offer: QuoteOffer
  readonly owner: Address
  readonly onLeft: (why: LeaveReason) => void
  readonly onPlaced: (order: SwapOrder) => void
}

/** What is about to be signed, and the steps to it. */
export const ReviewDialog = ({ swap, sellToken, buyToken, onPlaced, ...given }: Props) => {
  const { network } = useSettings()
  const { slippage } = swap
  const termsOf = (offer: QuoteOffer) => offerTerms(offer, slippage.bps)
  const review = useReview({
    ...{ swap, ...given },
    onPlaced: (placed, offer) => {
      const { quotedAmount } = termsOf(offer)
      onPlaced({ ...placed, network, sellToken, buyToken, quotedAmount })
    },
  })
  const { seen } = review.state
  const terms = termsOf(seen)
  const approval = useApproval({
    ...{ token: sellToken.address, owner: given.owner, needed: terms.sellAmount },
  })
  const stage = approvalStage(approval.state)
  const known = useValueLoss(swap, terms)
  const [consent, give] = useReducer(nextConsent, swap.keyId, noConsent)
  useEffect(() => give({ type: 'key', keyId: swap.keyId }), [swap.keyId])
  const risks = { loss: known.loss, slippage }
  const action = decideReviewAction({
    ...{ review: review.state, approval: approval.state, quote: swap.quote.stage },
    ...{ loss: known.loss, hasConsent: hasConsent(consent, { risks, confirmWord }) },
  })
  const symbol = sellToken.symbol
  const shared = { action, review, approval }
  const isAsked = approval.state.phase.at === 'wallet'
  const isSigning = ['signing', 'posting'].includes(review.state.phase.at)
  return (
    <Dialog open onOpenChange={(open) => !open && !isAsked && review.close()}>
      <DialogContent
        title="Review order"
        description="Signing is free. Solvers settle the order at your limit or better."
        footer={<ReviewButton {...shared} sellSymbol={symbol} />}
      >
        <div className="grid gap-4">
          <OrderTerms referrer={referrerOf(seen)} {...{ swap, terms, sellToken, buyToken }} />
          {stage === 'missing' ? (
            <Switch
              label={`Unlimited ${symbol} allowance`}
              hint="Later orders then need no approval."
              checked={approval.state.extent === 'unlimited'}
              onCheckedChange={(isOn) => approval.choose(isOn ? 'unlimited' : 'exact')}
            />
          ) : null}
          {stage === 'sufficient' && !isSigning ? null : (
            <ReviewSteps approval={approval.state} isBusy={action.isBusy} symbol={symbol} />
          )}
          <ReviewConsents {...known} {...{ consent, give, slippage }} />
          <ReviewNotes {...shared} sellToken={sellToken} />
        </div>
      </DialogContent>
    </Dialog>
  )
}
