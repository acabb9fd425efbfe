import type { Translator } from '@/lib/client/i18n/translator'
import { type ApprovalState, approvalStage } from './approval-state'
import type { PermitStage } from './permit-state'
import type { ConsentWay } from './place-swap'
import type { QuoteStage } from './quote-state'
import { isWorse, type ReviewState } from './review-state'
import type { ValueLoss } from './value-loss'

/**
 * How the owner authorises an order: by key, by ERC-1271 signature, or by a transaction after placement, which approves
 * as well in a `batch`.
 */
export type SigningWay = ConsentWay | 'batch' | 'unknown'

/** The step of the order's permit; `none` if the allowance is set by a transaction. */
export type PermitFact = PermitStage | 'none'

/** The inputs of the review's button. */
export type ReviewFacts = {
  readonly review: ReviewState
  readonly approval: ApprovalState
  readonly quote: QuoteStage
  readonly signing: SigningWay
  readonly permit: PermitFact
  readonly loss: ValueLoss
  /** Whether all required consents are given. */
  readonly hasConsent: boolean
}

/** The button's state. */
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
  | 'price-failed'
  | 'wallet-unknown'
  | 'allowance-unknown'
  | 'approve'
  | 'approve-again'
  | 'permit'
  | 'permit-wallet'
  | 'permit-late'
  | 'network-other'
  | 'loss-unknown'
  | 'consent-missing'
  | 'place'
  | 'sign'

/** The button's action. */
export type ReviewCommand = 'none' | 'accept' | 'approve' | 'permit' | 'switch-network' | 'sign'

/** The review's button. */
export type ReviewAction = {
  readonly step: ReviewStep
  readonly does: ReviewCommand
  /** Something is pending that ends by itself. */
  readonly isBusy: boolean
}

/** Returns the button's state and action; the first step that applies wins. */
export function decideReviewAction(facts: ReviewFacts): ReviewAction {
  const step =
    phaseStep(facts.review) ??
    (needsAllowance(facts.signing) ? approvalStep(facts.approval) : undefined) ??
    permitStep(facts.permit) ??
    reviewStep(facts)
  const does = commands[step] ?? 'none'
  return { step, does, isBusy: does === 'none' && !idleSteps.has(step) }
}

const commands: Partial<Record<ReviewStep, ReviewCommand>> = {
  'signing-late': 'sign',
  'approval-late': 'approve',
  'price-worse': 'accept',
  approve: 'approve',
  'approve-again': 'approve',
  permit: 'permit',
  'permit-late': 'permit',
  'network-other': 'switch-network',
  place: 'sign',
  sign: 'sign',
}

const idleSteps: ReadonlySet<ReviewStep> = new Set<ReviewStep>([
  'forbidden',
  'price-failed',
  'consent-missing',
])

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

/** A pending allowance takes precedence, unless it has become sufficient. */
function approvalStep(approval: ApprovalState): ReviewStep | undefined {
  if (approvalStage(approval) === 'sufficient') return undefined
  const { phase } = approval
  switch (phase.at) {
    case 'wallet':
      if (phase.isLate) return 'approval-late'
      return phase.step === 'reset' ? 'approval-resetting' : 'approval-wallet'
    case 'chain':
      if (phase.isLate) return 'approval-late'
      return phase.step === 'reset' ? 'approval-resetting' : 'approval-pending'
    case 'reading':
      return 'approval-confirming'
    default:
      return undefined
  }
}

function reviewStep(facts: ReviewFacts): ReviewStep {
  const { review, quote, signing, loss, hasConsent } = facts
  if (isWorse(review)) return 'price-worse'
  if (quote === 'failed') return 'price-failed'
  if (review.live === undefined || quote !== 'firm') return 'price-updating'
  if (signing === 'unknown') return 'wallet-unknown'
  const missing = needsAllowance(signing) ? allowanceStep(facts) : undefined
  if (missing) return missing
  const { phase } = review
  if (phase.at === 'review' && phase.failure === 'other-network') return 'network-other'
  if (loss === 'loading') return 'loss-unknown'
  if (!hasConsent) return 'consent-missing'
  return signing === 'key' || signing === 'message' ? 'sign' : 'place'
}

/**
 * Returns whether the allowance is set before the order is placed: a batch sets it afterwards, and the native token is
 * paid instead.
 */
export const needsAllowance = (signing: SigningWay): boolean =>
  signing !== 'batch' && signing !== 'native'

/** What the wallet is asked to sign stays, even if the price moves. */
function permitStep(permit: PermitFact): ReviewStep | undefined {
  if (permit === 'late') return 'permit-late'
  return permit === 'wallet' ? 'permit-wallet' : undefined
}

type AllowanceFacts = Pick<ReviewFacts, 'approval' | 'permit'>

function allowanceStep({ approval, permit }: AllowanceFacts): ReviewStep | undefined {
  const stage = approvalStage(approval)
  if (stage === 'unknown') return 'allowance-unknown'
  if (stage !== 'missing' || permit === 'cached') return undefined
  if (permit !== 'none') return 'permit'
  const { phase } = approval
  return phase.at === 'rest' && phase.trouble === 'too-low' ? 'approve-again' : 'approve'
}

/** Returns whether the step is the transaction that approves the sell token. */
export const isApproving = (step: ReviewStep): boolean =>
  step === 'approve' || step === 'approve-again' || step.startsWith('approval-')

/** Names in the labels of the review's button. */
type ReviewNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  /** Seconds until the next attempt at a busy service. */
  readonly retrySeconds: number
}

/** Returns the label of the review's button. */
export function reviewActionText(
  t: Translator<'swap'>,
  step: ReviewStep,
  names: ReviewNames,
): string {
  return t(`reviewAction.${step}`, names)
}
