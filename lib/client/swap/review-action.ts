import { type ApprovalState, approvalStage } from './approval-state'
import type { QuoteStage } from './quote-stage'
import { isWorse, type ReviewState } from './review-state'
import type { ValueLoss } from './value-loss'

/** All that decides what the button of a review says. */
export type ReviewFacts = {
  readonly review: ReviewState
  readonly approval: ApprovalState
  readonly quote: QuoteStage
  readonly loss: ValueLoss
  /** Whether its owner has agreed to everything that needs it. */
  readonly hasConsent: boolean
}

/** What the button of a review stands for. */
export type ReviewStep =
  | 'signing'
  | 'signing-late'
  | 'posting'
  | 'posting-retry'
  | 'placed'
  | 'forbidden'
  | 'approval-resetting'
  | 'approval-wallet'
  | 'approval-late'
  | 'approval-pending'
  | 'approval-confirming'
  | 'price-worse'
  | 'price-updating'
  | 'allowance-unknown'
  | 'approve'
  | 'approve-again'
  | 'network-other'
  | 'loss-unknown'
  | 'consent-missing'
  | 'sign'

/** What a press of it does. */
export type ReviewDeed = 'none' | 'accept' | 'approve' | 'switch-network' | 'sign'

/** The button of a review. */
export type ReviewAction = {
  readonly step: ReviewStep
  readonly does: ReviewDeed
  /** Something is under way that ends by itself. */
  readonly isBusy: boolean
}

/** What the button of a review stands for and does; the first step that applies wins. */
export function decideReviewAction(facts: ReviewFacts): ReviewAction {
  const step = phaseStep(facts.review) ?? approvalStep(facts.approval) ?? reviewStep(facts)
  const does = deeds[step] ?? 'none'
  return { step, does, isBusy: does === 'none' && !still.has(step) }
}

const deeds: Partial<Record<ReviewStep, ReviewDeed>> = {
  'signing-late': 'sign',
  'approval-late': 'approve',
  'price-worse': 'accept',
  approve: 'approve',
  'approve-again': 'approve',
  'network-other': 'switch-network',
  sign: 'sign',
}

const still: ReadonlySet<ReviewStep> = new Set<ReviewStep>(['forbidden', 'consent-missing'])

function phaseStep({ phase }: ReviewState): ReviewStep | undefined {
  switch (phase.at) {
    case 'signing':
      return phase.isLate ? 'signing-late' : 'signing'
    case 'posting':
      return phase.retrySeconds === undefined ? 'posting' : 'posting-retry'
    case 'placed':
    case 'forbidden':
      return phase.at
    default:
      return undefined
  }
}

/** What is under way for the allowance is told before anything else, unless the allowance suffices meanwhile. */
function approvalStep(approval: ApprovalState): ReviewStep | undefined {
  if (approvalStage(approval) === 'sufficient') return undefined
  const { phase } = approval
  switch (phase.at) {
    case 'wallet':
      if (phase.isLate) return 'approval-late'
      return phase.step === 'reset' ? 'approval-resetting' : 'approval-wallet'
    case 'chain':
      return phase.step === 'reset' ? 'approval-resetting' : 'approval-pending'
    case 'reading':
      return 'approval-confirming'
    default:
      return undefined
  }
}

function reviewStep({ review, approval, quote, loss, hasConsent }: ReviewFacts): ReviewStep {
  if (isWorse(review)) return 'price-worse'
  if (review.live === undefined || quote !== 'firm') return 'price-updating'
  const stage = approvalStage(approval)
  if (stage === 'unknown') return 'allowance-unknown'
  if (stage === 'missing') {
    const { phase } = approval
    return phase.at === 'rest' && phase.trouble === 'too-low' ? 'approve-again' : 'approve'
  }
  const { phase } = review
  if (phase.at === 'review' && phase.failure === 'other-network') return 'network-other'
  if (loss === 'loading') return 'loss-unknown'
  return hasConsent ? 'sign' : 'consent-missing'
}
