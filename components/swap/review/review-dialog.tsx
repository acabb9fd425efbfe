'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Shield } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useReducer, useState } from 'react'
import { useConfig, useConnection } from 'wagmi'
import { isFirstLoad } from '@/components/app/is-first-load'
import { useSettings } from '@/components/app/settings'
import { useApproval } from '@/components/swap/consent/use-approval'
import { openClaimKey, useOpenClaim } from '@/components/swap/consent/use-open-claim'
import type { SignedPermit } from '@/components/swap/consent/use-permit'
import { Freshness } from '@/components/swap/form/buy-well'
import { useValueLoss } from '@/components/swap/form/use-value-loss'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { useWallet } from '@/components/wallet/use-wallet'
import { permitHook } from '@/lib/client/permit'
import { type ApprovalState, approvalStage } from '@/lib/client/swap/approval-state'
import { hasConsent, nextConsent, noConsent } from '@/lib/client/swap/consent-state'
import type { PermitNeed } from '@/lib/client/swap/permit-state'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { type OrderOffer, offerTerms } from '@/lib/client/swap/quote-offer'
import {
  decideReviewAction,
  isApproving,
  needsAllowance,
  type SigningWay,
} from '@/lib/client/swap/review-action'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import { storeSale } from '@/lib/client/swap/stored-sales'
import type { Token } from '@/lib/client/swap/tokens'
import { canBatch } from '@/lib/client/wallet/batch-calls'
import { type Address, nativeToken } from '@/lib/core/address'
import { OrderTerms } from './order-terms'
import { ReviewButton } from './review-button'
import { ReviewConsents } from './review-consents'
import { ReviewNotes } from './review-notes'
import { ReviewSteps, Spender } from './review-steps'
import { ReviewWarnings } from './review-warnings'
import { type ReviewedForm, useReview } from './use-review'

type Props = {
  readonly swap: ReviewedForm
  readonly sellToken: Token
  readonly buyToken: Token
  /** The quote shown when the review was opened, and its account. */
  readonly offer: OrderOffer
  readonly owner: Address
  /** Renders the order's terms; omitted for a quote's standard terms. */
  readonly renderTerms?: (offer: OrderOffer) => ReactNode
  readonly onLeft: (why: LeaveReason) => void
  readonly onPlaced: (order: SwapOrder) => void
}

/** Shows what is about to be signed, and the steps. */
export const ReviewDialog = (props: Props) => {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const { swap, sellToken, buyToken, onPlaced, renderTerms, ...given } = props
  const { network } = useSettings()
  const { permit } = swap
  const queries = useQueryClient()
  const { signing, isContract, choose } = useSigningWay(sellToken.address)
  const isOnChain = ['transaction', 'batch', 'native'].includes(signing)
  const review = useReview({
    ...{ swap, ...given },
    permitFor: (offer) => hookOf(permit?.signedFor(needOf(offer))),
    way: signing === 'batch' || signing === 'unknown' ? 'transaction' : signing,
    onPlaced: (placed, offer) => {
      const { quotedAmount } = offerTerms(offer, offer.slippageBps)
      const { owner } = given
      permit?.use()
      void queries.invalidateQueries({ queryKey: [openClaimKey] })
      const order = { ...placed, owner, network, sellToken, buyToken, quotedAmount }
      if (order.sale) storeSale(order)
      onPlaced(order)
    },
  })
  const { seen, phase } = review.state
  const failure = phase.at === 'review' ? phase.failure : undefined
  // The token flipped out not to support the permit.
  const skipPermit = useEffectEvent(() => permit?.skip())
  useEffect(() => {
    if (failure === 'allowance') skipPermit()
  }, [failure])
  const { slippageBps } = seen
  const terms = offerTerms(seen, slippageBps)
  const selling = { token: sellToken.address, owner: given.owner }
  const openClaim = useOpenClaim(selling)
  const { claim, setsAllowance } = openClaim.open
  const approval = useApproval({
    ...{ ...selling, needed: terms.sellAmount + claim.atoms },
    ...{ isAwaited: isFirstLoad(openClaim), isContract },
  })
  const stage = approvalStage(approval.state)
  const permitFact = permit?.factFor(needOf(seen)) ?? 'none'
  const known = useValueLoss({ ...swap, sellToken, buyToken }, terms)
  const [consent, give] = useReducer(nextConsent, swap.keyId, noConsent)
  useEffect(() => give({ type: 'key', keyId: swap.keyId }), [swap.keyId])
  const risks = { loss: known.loss, slippageBps, isToContract: swap.recipient.isContract }
  const action = decideReviewAction({
    ...{ review: review.state, approval: approval.state, quote: swap.quote.stage, signing },
    ...{
      permit: permitFact,
      loss: known.loss,
      hasConsent: hasConsent(consent, { risks, confirmWord: wallet('consent.word') }),
    },
  })
  const isRaised = stage === 'sufficient' && approval.state.isRaised
  const symbol = sellToken.symbol
  const signPermit = () => permit?.sign(needOf(seen))
  const shared = { action, review, approval, permit, signPermit }
  const promise = seen.answer.quote.partiallyFillable ? 'partial' : terms.kind
  const isAsked = isAwaitingWallet(approval.state) || permitFact === 'wallet'
  return (
    <Dialog open onOpenChange={(open) => !open && !isAsked && review.close()}>
      <DialogContent
        title={t('review.title')}
        aside={swap.limit ? undefined : <Freshness stage={swap.quote.stage} offer={seen} />}
        footer={
          // Steps and notes stay visible above the button, however long the terms are.
          <div className="grid grid-cols-1">
            <ReviewSteps
              approval={approval.state}
              {...{ signing, permit: permitFact, permitForm: permit?.form }}
              {...{ claim, sellToken, own: terms.sellAmount }}
              permitted={permit?.allowed(needOf(seen))}
              isBusy={action.isBusy}
            />
            <div className="relative max-h-[40dvh] overflow-y-auto *:mb-3">
              <ReviewNotes
                {...shared}
                retry={swap.retry}
                isAllowed={isRaised || permitFact === 'cached'}
                {...{ sellToken, buyToken, claim, setsAllowance }}
              />
            </div>
            <ReviewButton {...shared} sellSymbol={symbol} />
            <p className="mt-3 flex items-center justify-center gap-2 text-label text-ink-2">
              <Shield aria-hidden="true" className="size-4 shrink-0" />
              {isApproving(action.step)
                ? t('review.approval', { next: isOnChain ? 'transaction' : 'signature' })
                : t(isOnChain ? 'review.onChain' : 'review.free', { kind: promise })}
            </p>
          </div>
        }
      >
        <div className="grid grid-cols-1 gap-4">
          {renderTerms?.(seen) ?? (
            <OrderTerms
              {...{ offer: seen, sellToken, buyToken }}
              validSeconds={swap.deadline.seconds}
              slippageSource={swap.slippage.source}
            />
          )}
          <ReviewWarnings
            {...{ offer: seen, sellToken, buyToken }}
            recipientName={swap.recipient.name}
            known={swap.limit ? undefined : known}
          />
          {stage === 'missing' && needsAllowance(signing) && permitFact === 'none' ? (
            <Switch
              label={t('review.unlimited', { symbol })}
              hint={t('review.later')}
              checked={approval.state.extent === 'unlimited'}
              onCheckedChange={(isOn) => approval.choose(isOn ? 'unlimited' : 'exact')}
            />
          ) : null}
          {signing === 'native' || stage === 'sufficient' || permitFact === 'cached' ? null : (
            <Spender />
          )}
          {isContract ? (
            <Switch
              label={t('review.byMessage')}
              hint={t('review.byMessageHint')}
              checked={signing === 'message'}
              onCheckedChange={(isOn) => choose(isOn ? 'message' : 'transaction')}
            />
          ) : null}
          {!isContract && (failure === 'other-signature' || signing === 'transaction') ? (
            <Switch
              label={t('steps.byTransaction')}
              hint={t('review.byTransactionHint')}
              checked={signing === 'transaction'}
              onCheckedChange={(isOn) => choose(isOn ? 'transaction' : 'message')}
            />
          ) : null}
          <ReviewConsents {...known} {...{ consent, give, risks }} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** A pending wallet request must be answered in the wallet first, unless the wallet is silent. */
const isAwaitingWallet = ({ phase }: ApprovalState) => phase.at === 'wallet' && !phase.isLate

const hookOf = (signed: SignedPermit | undefined) =>
  signed && permitHook(signed.terms, signed.grant, signed.signature)

/** The order's sell amount and its validity. */
const needOf = (offer: OrderOffer): PermitNeed => ({
  amount: offerTerms(offer, offer.slippageBps).sellAmount,
  validTo: offer.answer.quote.validTo,
})

/** How the connected account authorises an order. */
type SigningChoice = {
  readonly signing: SigningWay
  readonly isContract: boolean
  /**
   * By a message or by a transaction. Externally owned accounts sign messages by default; contract wallets send
   * transactions.
   */
  readonly choose: (way: 'message' | 'transaction') => void
}

/**
 * Returns how the connected account authorises an order of the sell token: by signature, by presignature, or by payment
 * for the native token.
 */
function useSigningWay(sellToken: Address): SigningChoice {
  const config = useConfig()
  const { network } = useSettings()
  const { account } = useWallet()
  const { connector } = useConnection()
  const kind = useAccountKind()
  const [way, choose] = useState<'message' | 'transaction'>()
  const isNative = sellToken === nativeToken
  const isContract = kind === 'contract' && !isNative
  const { chainId } = network
  const batch = useQuery({
    queryKey: ['can-batch', connector?.uid, account, chainId],
    enabled: isContract && account !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => (account ? canBatch(config, { chainId, account }) : false),
  })
  const onChain = batch.data ? 'batch' : 'transaction'
  if (isNative) return { signing: 'native', isContract, choose }
  const contractWay = way === 'message' ? way : onChain
  if (kind === undefined || (isContract && batch.isPending)) {
    return { signing: 'unknown', isContract, choose }
  }
  const keyWay = way === 'transaction' ? way : 'key'
  return { signing: isContract ? contractWay : keyWay, isContract, choose }
}
