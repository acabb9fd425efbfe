'use client'

import { useSwitchChain } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import type { ReviewAction, ReviewDeed } from '@/lib/client/swap/review-action'
import { reviewActionText } from '@/lib/client/swap/review-action-text'
import type { OrderApproval } from './use-approval'
import type { OrderReview } from './use-review'

type Props = {
  readonly action: ReviewAction
  readonly review: OrderReview
  readonly approval: OrderApproval
  readonly sellSymbol: string
}

/** The button of the review: one step at a time, each by its own press. */
export const ReviewButton = ({ action, review, approval, sellSymbol }: Props) => {
  const { network } = useSettings()
  const switchChain = useSwitchChain()
  const { phase } = review.state
  const retrySeconds = phase.at === 'posting' ? (phase.retrySeconds ?? 0) : 0
  const acts: Record<ReviewDeed, () => void> = {
    none: () => {},
    accept: review.accept,
    approve: approval.approve,
    'switch-network': () =>
      switchChain.mutate({ chainId: network.chainId }, { onSuccess: review.sign }),
    sign: review.sign,
  }
  return (
    <div className="grid gap-2">
      <Button
        variant="primary"
        size="large"
        busy={action.isBusy || switchChain.isPending}
        aria-disabled={action.does === 'none'}
        onClick={acts[action.does]}
      >
        {reviewActionText(action.step, {
          ...{ sellSymbol, networkTitle: network.title, retrySeconds },
        })}
      </Button>
      {action.step === 'posting-retry' ? (
        <Button variant="quiet" onClick={review.stop}>
          Stop trying
        </Button>
      ) : null}
    </div>
  )
}
