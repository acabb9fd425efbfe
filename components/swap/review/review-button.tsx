'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import type { OrderApproval } from '@/components/swap/consent/use-approval'
import type { OrderPermit } from '@/components/swap/consent/use-permit'
import { Button } from '@/components/ui/button'
import { useSwitchNetwork } from '@/components/wallet/use-switch-network'
import {
  type ReviewAction,
  type ReviewCommand,
  reviewActionText,
} from '@/lib/client/swap/review-action'
import { canStop } from '@/lib/client/swap/review-state'
import type { OrderReview } from './use-review'

type Props = {
  readonly action: ReviewAction
  readonly review: OrderReview
  readonly approval: OrderApproval
  readonly permit: OrderPermit | undefined
  readonly signPermit: () => void
  readonly sellSymbol: string
}

/** The review's button: one step at a time, one press each. */
export const ReviewButton = ({ action, review, approval, sellSymbol, ...given }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { switchNetwork, isPending: isTurning, advice } = useSwitchNetwork()
  const { phase } = review.state
  const retrySeconds = phase.at === 'posting' ? (phase.retrySeconds ?? 0) : 0
  const acts: Record<ReviewCommand, () => void> = {
    none: () => {},
    accept: review.accept,
    approve: approval.approve,
    permit: given.signPermit,
    'switch-network': () => switchNetwork(review.sign),
    sign: review.sign,
  }
  return (
    <div className="grid gap-2">
      <Button
        variant="primary"
        size="large"
        busy={action.isBusy || isTurning}
        aria-disabled={action.does === 'none'}
        data-autofocus=""
        onClick={acts[action.does]}
      >
        {reviewActionText(t, action.step, {
          ...{ sellSymbol, networkTitle: network.title, retrySeconds },
        })}
      </Button>
      {action.does === 'switch-network' && advice ? (
        <p role="alert" className="text-small text-ink-2">
          {advice}
        </p>
      ) : null}
      {action.step === 'permit' ? (
        <Button variant="quiet" onClick={given.permit?.skip}>
          {t('review.byTransaction')}
        </Button>
      ) : null}
      {canStop(phase) ? (
        <Button variant="quiet" onClick={review.stop}>
          {t('review.stop')}
        </Button>
      ) : null}
    </div>
  )
}
