'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useSettings } from '@/components/app/settings'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Alert } from '@/components/ui/alert'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { ProblemText } from '@/components/wallet/problem-alert'
import { type Holding, revokeLabel } from '@/lib/client/portfolio/portfolio'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Address } from '@/lib/core/address'
import { useRevoke } from './use-revoke'

type Props = {
  readonly owner: Address
  readonly holding: Holding
  readonly symbol: string
  readonly onClose: () => void
}

/** Confirms the revocation of the vault relayer's allowance and follows its transaction. */
export const RevokeDialog = ({ owner, holding, symbol, onClose }: Props) => {
  const t = useTranslations('portfolio')
  const wallet = useTranslations('wallet')
  const { network } = useSettings()
  const revocation = useRevoke({ owner, token: holding.token })
  const { phase, transaction, isLate, isDone, error, revoke } = revocation
  useEffect(() => {
    if (!isDone) return
    toastSuccess({ title: t('revoke.done', { symbol }) })
    onClose()
  }, [isDone, symbol, onClose, t])
  const trouble =
    phase.at === 'rest' && phase.trouble ? describeSigningProblem(wallet, error) : undefined
  const lateness = phase.at === 'chain' ? 'chain' : 'wallet'
  return (
    <ConfirmDialog
      isOpen
      title={t('revoke.title', { symbol })}
      description={t('revoke.text')}
      labels={{ act: revokeLabel(t, phase), keep: t('revoke.close') }}
      busy={phase.at !== 'rest' && !isLate}
      onAct={revoke}
      onClose={onClose}
      failure={trouble && { title: trouble.title, text: <ProblemText problem={trouble} /> }}
    >
      {holding.claim ? (
        <Alert tone="warn" title={t('revoke.claims', { symbol })}>
          {t('revoke.claimsText')}
        </Alert>
      ) : null}
      {isLate ? (
        <Alert tone="info" title={wallet(`late.${lateness}`)}>
          {wallet(`late.${lateness}Text`)}
        </Alert>
      ) : null}
      {transaction ? (
        <p role="status" className="text-small text-ink-2">
          {t.rich('revoke.sent', {
            transaction: () => (
              <TransactionLink network={network.name} hash={transaction} opens="aside" />
            ),
          })}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}
