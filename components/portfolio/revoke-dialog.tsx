'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { useTokenNames } from '@/components/orders/use-token-names'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Alert } from '@/components/ui/alert'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { ProblemText } from '@/components/wallet/problem-alert'
import { claimantsOf } from '@/lib/client/portfolio/claims'
import { revokeLabel, writerOf } from '@/lib/client/portfolio/portfolio'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Address } from '@/lib/core/address'
import type { PlacedToken } from './placed-token'
import { openOrdersQuery } from './use-portfolio'
import { useRevoke } from './use-revoke'

type Props = Pick<PlacedToken, 'holding' | 'symbol' | 'named'> & {
  readonly owner: Address
  readonly onClose: () => void
}

/** Confirms the revocation of the vault relayer's allowance and follows its transaction. */
export const RevokeDialog = ({ owner, holding, symbol, named, onClose }: Props) => {
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
          <Claimants owner={owner} named={named} />
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

/** The others are counted. */
const maxNamed = 4

/** The schedules and orders that cannot be filled without the allowance. */
const Claimants = ({ owner, named }: Pick<Props, 'owner' | 'named'>) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { network } = useSettings()
  const nameToken = useTokenNames()
  const { data: orders = [] } = useQuery(openOrdersQuery({ network: network.name, owner }))
  const claimants = claimantsOf({ account: owner, token: named.token }, orders)
  if (!nameToken || claimants.length === 0) return null
  const others = claimants.slice(maxNamed).reduce((sum, each) => sum + each.orders, 0)
  return (
    <ul className="numeric mb-1 list-disc pl-4">
      {claimants.slice(0, maxNamed).map(({ schedule, buyToken, orders: count, atoms }, index) => {
        const amount = writerOf(t, format)(atoms, named)
        const { symbol: bought } = nameToken(buyToken)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines hold no state.
          <li key={index}>
            {schedule === undefined
              ? t('revoke.order', { amount, bought })
              : t('revoke.schedule', { count, amount, bought })}
          </li>
        )
      })}
      {others > 0 ? <li>{t('revoke.others', { count: others })}</li> : null}
    </ul>
  )
}
