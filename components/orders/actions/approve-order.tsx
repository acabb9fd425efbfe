'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import { isFirstLoad } from '@/components/app/is-first-load'
import type { ShownToken } from '@/components/orders/token-amount'
import { useApproval } from '@/components/swap/consent/use-approval'
import { useOpenClaim } from '@/components/swap/consent/use-open-claim'
import { Button } from '@/components/ui/button'
import { toastError, toastInfo } from '@/components/ui/toast'
import { ProblemText } from '@/components/wallet/problem-alert'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { approvalStage } from '@/lib/client/swap/approval-state'
import { describeWalletProblem } from '@/lib/client/wallet/wallet-problem'
import type { Address } from '@/lib/core/address'

type Props = {
  readonly owner: Address
  readonly token: Address
  readonly named: ShownToken
}

/** Requests an allowance that covers the open amount of all of the owner's orders selling this token. */
export const ApproveOrder = ({ owner, token, named: { symbol } }: Props) => {
  const t = useTranslations('orders')
  const wallet = useTranslations('wallet')
  const openClaim = useOpenClaim({ token, owner })
  const approval = useApproval({
    ...{ token, owner, needed: openClaim.open.claim.atoms, isAwaited: isFirstLoad(openClaim) },
    isContract: useAccountKind() === 'contract',
  })
  const { state, error } = approval
  const stage = approvalStage(state)
  const showProblem = useEffectEvent((cause: unknown) => {
    const problem = describeWalletProblem(wallet, cause)
    const toast = problem.tone === 'info' ? toastInfo : toastError
    toast({ title: problem.title, description: <ProblemText problem={problem} /> })
  })
  useEffect(() => {
    if (error !== undefined) showProblem(error)
  }, [error])
  if (stage === 'sufficient') {
    return <p className="self-center text-small text-ink-2">{t('row.approved', { symbol })}</p>
  }
  const isLate = 'isLate' in state.phase && state.phase.isLate === true
  return (
    <Button
      size="small"
      variant="primary"
      busy={stage !== 'missing' && !isLate}
      onClick={approval.approve}
    >
      {t('row.approve', { symbol })}
    </Button>
  )
}
