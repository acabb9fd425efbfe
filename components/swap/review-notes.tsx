'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Alert } from '@/components/ui/alert'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import type { ReviewAction } from '@/lib/client/swap/review-action'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Token } from '@/lib/client/swap/tokens'
import type { OrderApproval } from './use-approval'
import type { OrderPermit } from './use-permit'
import type { OrderReview } from './use-review'

type Props = {
  readonly action: ReviewAction
  readonly review: OrderReview
  readonly approval: OrderApproval
  readonly permit: OrderPermit | undefined
  readonly sellToken: Token
}

/** What there is to say of a review beyond its terms: a price that moved, what went wrong, a silent wallet. */
export const ReviewNotes = ({ action, review, approval, permit, sellToken }: Props) => {
  const t = useTranslations('swap')
  return (
    <>
      <PriceNote step={action.step} isImproved={review.state.isImproved} />
      {action.step === 'signing-late' || action.step === 'approval-late' ? (
        <LateNote isSent={approval.state.phase.at === 'chain'} />
      ) : null}
      <ApprovalNote approval={approval} sellToken={sellToken} />
      {permit?.error && action.step === 'permit' ? <Problem error={permit.error} /> : null}
      {permit && permit.openSales > 0 && action.step === 'approve' ? (
        <Alert tone="warn" title={t('review.openSales', { symbol: sellToken.symbol })}>
          {t('review.openSalesAdvice')}
        </Alert>
      ) : null}
      {review.state.phase.at === 'forbidden' || 'failure' in review.state.phase ? (
        <Problem error={review.error} />
      ) : null}
    </>
  )
}

/** The wallet keeps silent, or what it has sent does not come. */
const LateNote = ({ isSent }: { readonly isSent: boolean }) => {
  const t = useTranslations('swap')
  return isSent ? (
    <Alert tone="info" title={t('review.late')}>
      {t('review.lateAdvice')}
    </Alert>
  ) : (
    <Alert tone="info" title={t('review.silent')}>
      {t('review.silentAdvice')}
    </Alert>
  )
}

type PriceNoteProps = Pick<ReviewAction, 'step'> & { readonly isImproved: boolean }

const PriceNote = ({ step, isImproved }: PriceNoteProps) => {
  const t = useTranslations('swap')
  if (step === 'price-worse') {
    return (
      <Alert tone="warn" title={t('review.worse')}>
        {t('review.worseAdvice')}
      </Alert>
    )
  }
  return isImproved ? (
    <p role="status" className="text-small text-surplus">
      {t('review.better')}
    </p>
  ) : null
}

const ApprovalNote = ({ approval, sellToken }: Pick<Props, 'approval' | 'sellToken'>) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { phase, allowance = 0n, needed } = approval.state
  const { network } = useSettings()
  const { transaction } = approval
  if (transaction) {
    return (
      <p role="status" className="text-small text-ink-2">
        {t.rich('review.approvalSent', {
          transaction: () => (
            <TransactionLink network={network.name} hash={transaction} opens="aside" />
          ),
        })}
      </p>
    )
  }
  if (phase.at !== 'rest' || phase.trouble === undefined) return null
  if (phase.trouble !== 'too-low') return <Problem error={approval.error} />
  const text = (atoms: bigint) => `${format.amount(atoms, sellToken.decimals)} ${sellToken.symbol}`
  return (
    <Alert tone="warn" title={t('review.approved', { amount: text(allowance) })}>
      {t('review.needs', { amount: text(needed) })}
    </Alert>
  )
}

const Problem = ({ error }: { readonly error: unknown }) => {
  const t = useTranslations('wallet')
  return <ProblemAlert problem={describeSigningProblem(t, error)} />
}
