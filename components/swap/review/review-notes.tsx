'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import type { OrderApproval } from '@/components/swap/consent/use-approval'
import type { OrderPermit } from '@/components/swap/consent/use-permit'
import { FormNotice } from '@/components/swap/form/form-notice'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Alert } from '@/components/ui/alert'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import type { Claim } from '@/lib/client/portfolio/claims'
import { type OrderOffer, offerTerms } from '@/lib/client/swap/quote-offer'
import type { ReviewAction } from '@/lib/client/swap/review-action'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Token } from '@/lib/client/swap/tokens'
import type { Format } from '@/lib/core/format/format'
import type { OrderReview } from './use-review'

type Props = {
  readonly action: ReviewAction
  readonly review: OrderReview
  /** Refreshes the quote. */
  readonly retry: () => void
  readonly approval: OrderApproval
  readonly permit: OrderPermit | undefined
  /** Whether the allowance was set in this review, so that the signature is next. */
  readonly isAllowed: boolean
  readonly sellToken: Token
  readonly buyToken: Token
  /** What the token's open orders may still draw. */
  readonly claim: Claim
  /** Whether one of them may set the allowance by a permit. */
  readonly setsAllowance: boolean
}

/** Notes in addition to the terms: a changed price, a failure, a silent wallet. */
export const ReviewNotes = (props: Props) => {
  const { action, review, retry, approval, permit, sellToken, buyToken, claim, setsAllowance } =
    props
  const t = useTranslations('swap')
  return (
    <>
      <PriceNote step={action.step} {...{ review, retry, sellToken, buyToken }} />
      {action.step === 'signing-late' || action.step === 'approval-late' ? (
        <LateNote isSent={approval.state.phase.at === 'chain'} />
      ) : null}
      <ApprovalStatus {...props} />
      <ApprovalNote {...{ approval, sellToken, claim }} />
      {permit?.error && action.step === 'permit' ? (
        <Problem error={permit.error} sellToken={sellToken} />
      ) : null}
      {setsAllowance && action.step === 'approve' ? (
        <Alert tone="warn" title={t('review.openPermit')}>
          {t('review.openPermitAdvice', { symbol: sellToken.symbol })}
        </Alert>
      ) : null}
      {review.state.phase.at === 'forbidden' || 'failure' in review.state.phase ? (
        <Problem error={review.error} sellToken={sellToken} />
      ) : null}
    </>
  )
}

/** Shown if the wallet does not answer, or its transaction does not arrive. */
const LateNote = ({ isSent }: { readonly isSent: boolean }) => {
  const t = useTranslations('wallet')
  return isSent ? (
    <Alert tone="info" title={t('late.chain')}>
      {t('late.chainText')}
    </Alert>
  ) : (
    <Alert tone="info" title={t('late.wallet')}>
      {t('late.walletText')}
    </Alert>
  )
}

type PriceNoteProps = Pick<ReviewAction, 'step'> &
  Pick<Props, 'review' | 'retry' | 'sellToken' | 'buyToken'>

const PriceNote = ({ step, review, retry, sellToken, buyToken }: PriceNoteProps) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { live, seen, improvedFrom } = review.state
  if (step === 'price-failed') {
    return (
      <FormNotice title={t('quoteProblem.failed')} onRetry={retry}>
        {t('quoteProblem.downAdvice')}
      </FormNotice>
    )
  }
  if (step === 'price-worse') {
    return (
      <Alert tone="warn" title={t('review.worse')}>
        {live ? <NewPrice {...{ offer: live, sellToken, buyToken }} /> : null}
      </Alert>
    )
  }
  const shown = (offer: OrderOffer) => shownAmounts(format, { offer, sellToken, buyToken })
  // A gain below the last digit that is shown is none to the reader.
  return improvedFrom && String(shown(improvedFrom)) !== String(shown(seen)) ? (
    <p role="status" className="text-small text-surplus">
      {t('review.better')}
    </p>
  ) : null
}

/** The amount and the bound that a review displays, of the side that is not fixed. */
function shownAmounts(
  format: Format,
  { offer, sellToken, buyToken }: NewPriceProps,
): readonly [amount: string, bound: string] {
  const { kind, pays, gets, sellAmount, buyAmount } = offerTerms(offer, offer.slippageBps)
  const [token, atoms, bound] =
    kind === 'sell'
      ? ([buyToken, gets, buyAmount] as const)
      : ([sellToken, pays, sellAmount] as const)
  const text = (each: bigint) => `${format.amount(each, token)} ${token.symbol}`
  return [text(atoms), text(bound)]
}

type NewPriceProps = Pick<Props, 'sellToken' | 'buyToken'> & { readonly offer: OrderOffer }

/** What a changed price gives, before it is accepted. */
const NewPrice = (given: NewPriceProps) => {
  const t = useTranslations('swap')
  const [amount, bound] = shownAmounts(useFormat(), given)
  return t('review.worseAdvice', { kind: given.offer.answer.quote.kind, amount, bound })
}

/** A live region for the allowance's progress; rendered from the start so that changes are announced. */
const ApprovalStatus = ({ review, approval, isAllowed, sellToken }: Props) => (
  <p role="status" className="text-small text-ink-2 empty:absolute">
    {isAllowed ? (
      review.state.phase.at === 'review' && <Allowed symbol={sellToken.symbol} />
    ) : (
      <Sent approval={approval} />
    )}
  </p>
)

const Allowed = ({ symbol }: { readonly symbol: string }) =>
  useTranslations('swap')('review.allowed', { symbol })

const Sent = ({ approval }: Pick<Props, 'approval'>) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { transaction } = approval
  if (!transaction) return null
  return t.rich('review.approvalSent', {
    transaction: () => <TransactionLink network={network.name} hash={transaction} opens="aside" />,
  })
}

type ApprovalNoteProps = Pick<Props, 'approval' | 'sellToken' | 'claim'>

const ApprovalNote = ({ approval, sellToken, claim }: ApprovalNoteProps) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { phase, allowance = 0n, needed } = approval.state
  if (phase.at !== 'rest' || phase.trouble === undefined) return null
  if (phase.trouble !== 'too-low') return <Problem {...{ error: approval.error, sellToken }} />
  const text = (atoms: bigint) => `${format.amount(atoms, sellToken)} ${sellToken.symbol}`
  return (
    <Alert tone="warn" title={t('review.approved', { amount: text(allowance) })}>
      {t('review.needs', { amount: text(needed), count: claim.orders })}
    </Alert>
  )
}

type ProblemProps = Pick<Props, 'sellToken'> & { readonly error: unknown }

const Problem = ({ error, sellToken }: ProblemProps) => {
  const t = useTranslations('wallet')
  const format = useFormat()
  const soldText = (atoms: bigint) => `${format.amount(atoms, sellToken)} ${sellToken.symbol}`
  return <ProblemAlert problem={describeSigningProblem(t, error, soldText)} />
}
