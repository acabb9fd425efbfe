import { type ApprovalState, approvalStage } from '@/lib/client/swap/approval-state'
import type { ValueLoss } from '@/lib/client/swap/value-loss'

/** The inputs of the button that signs an edited order. */
export type EditFacts = {
  readonly isOnline: boolean
  readonly progress: EditProgress
  readonly amounts: 'given' | 'wrong'
  /** Whether the owner's balance covers the order; `unknown` while it is loading. */
  readonly balance: 'enough' | 'short' | 'unknown'
  /** The allowance; undefined if the order needs none of its own. */
  readonly approval: ApprovalState | undefined
  readonly loss: ValueLoss
  /** Whether all required consents are given. */
  readonly hasConsent: boolean
}

/** Stage of a replacement in progress. */
export type EditProgress = 'idle' | 'signing' | 'sending'

/** The button's state. */
export type EditStep =
  | Exclude<EditProgress, 'idle'>
  | 'offline'
  | 'amount-wrong'
  | 'balance-unknown'
  | 'balance-short'
  | 'allowance-unknown'
  | 'approve'
  | 'approve-late'
  | 'approving'
  | 'loss-unknown'
  | 'consent-missing'
  | 'sign'

/** The button that signs an edited order. */
export type EditAction = {
  readonly step: EditStep
  /** `none` if the owner can only wait or change the fields. */
  readonly does: 'none' | 'approve' | 'sign'
  /** Something is pending that ends by itself. */
  readonly isBusy: boolean
}

/** Returns the button's state and action; the first step that applies wins. */
export function decideEditAction(facts: EditFacts): EditAction {
  const step = editStep(facts)
  const does =
    step === 'approve-late' ? 'approve' : step === 'approve' || step === 'sign' ? step : 'none'
  return { step, does, isBusy: does === 'none' && !idleSteps.has(step) }
}

const idleSteps: ReadonlySet<EditStep> = new Set<EditStep>([
  'offline',
  'amount-wrong',
  'balance-short',
  'consent-missing',
])

function editStep(facts: EditFacts): EditStep {
  const { progress, balance, loss } = facts
  if (progress !== 'idle') return progress
  if (!facts.isOnline) return 'offline'
  if (facts.amounts === 'wrong') return 'amount-wrong'
  if (balance !== 'enough') return `balance-${balance}`
  const missing = facts.approval && approvalStep(facts.approval)
  if (missing) return missing
  if (loss === 'loading') return 'loss-unknown'
  return facts.hasConsent ? 'sign' : 'consent-missing'
}

function approvalStep(approval: ApprovalState): EditStep | undefined {
  const stage = approvalStage(approval)
  if (stage === 'sufficient') return undefined
  if (stage === 'unknown') return 'allowance-unknown'
  if (stage === 'missing') return 'approve'
  return 'isLate' in approval.phase && approval.phase.isLate ? 'approve-late' : 'approving'
}
