'use client'

import { Alert } from '@/components/ui/alert'
import { amountText } from '@/lib/client/amount-text'
import type { ReviewAction } from '@/lib/client/swap/review-action'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Token } from '@/lib/client/swap/tokens'
import type { OrderApproval } from './use-approval'
import type { OrderReview } from './use-review'

type Props = {
  readonly action: ReviewAction
  readonly review: OrderReview
  readonly approval: OrderApproval
  readonly sellToken: Token
}

/** What there is to say of a review beyond its terms: a price that moved, what went wrong, a silent wallet. */
export const ReviewNotes = ({ action, review, approval, sellToken }: Props) => (
  <>
    <PriceNote step={action.step} isImproved={review.state.isImproved} />
    {action.step === 'signing-late' || action.step === 'approval-late' ? (
      <Alert tone="info" title="The wallet has not answered">
        Open it and look for the request, or ask again. An older request then counts no more.
      </Alert>
    ) : null}
    <ApprovalNote approval={approval} sellToken={sellToken} />
    {review.state.phase.at === 'forbidden' || 'failure' in review.state.phase ? (
      <Problem error={review.error} />
    ) : null}
  </>
)

type PriceNoteProps = Pick<ReviewAction, 'step'> & { readonly isImproved: boolean }

const PriceNote = ({ step, isImproved }: PriceNoteProps) => {
  if (step === 'price-worse') {
    return (
      <Alert tone="warn" title="The price moved against you">
        Accept the new price to go on.
      </Alert>
    )
  }
  return isImproved ? (
    <p role="status" className="text-small text-surplus">
      The price has become better meanwhile.
    </p>
  ) : null
}

const ApprovalNote = ({ approval, sellToken }: Pick<Props, 'approval' | 'sellToken'>) => {
  const { phase, allowance = 0n, needed } = approval.state
  if (phase.at !== 'rest' || phase.trouble === undefined) return null
  if (phase.trouble !== 'too-low') return <Problem error={approval.error} />
  const text = (atoms: bigint) => `${amountText(atoms, sellToken.decimals)} ${sellToken.symbol}`
  return (
    <Alert tone="warn" title={`You approved ${text(allowance)}`}>
      The order needs {text(needed)}. Approve again.
    </Alert>
  )
}

const Problem = ({ error }: { readonly error: unknown }) => {
  const { tone, title, advice } = describeSigningProblem(error)
  return (
    <Alert tone={tone} title={title}>
      {advice}
    </Alert>
  )
}
