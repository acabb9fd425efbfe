'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useConfig, useConnection } from 'wagmi'
import { isFirstLoad } from '@/components/app/is-first-load'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { type OrderApproval, useApproval } from '@/components/swap/consent/use-approval'
import { useOpenClaim } from '@/components/swap/consent/use-open-claim'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { type Step, Stepper } from '@/components/ui/stepper'
import { Switch } from '@/components/ui/switch'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import type { JobWay } from '@/lib/client/schedule/signing-job'
import { approvalStage } from '@/lib/client/swap/approval-state'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Token } from '@/lib/client/swap/tokens'
import { canBatch } from '@/lib/client/wallet/batch-calls'
import type { Address } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import type { EditedSchedule } from './edited-schedule'
import { type ReviewedSchedule, ScheduleTerms } from './schedule-terms'
import { useReplace } from './use-replace'

type Props = ReviewedSchedule & {
  readonly owner: Address
  readonly sellToken: Token
  readonly buyToken: Token
  /** The schedule whose open orders are cancelled first, if this one takes its place. */
  readonly edited: EditedSchedule | undefined
  readonly onClose: () => void
  readonly onSign: (way: JobWay) => void
}

/** Shows what is about to be signed, and the steps before the first signature: cancellation and approval. */
export const ScheduleReview = ({ onClose, onSign, edited, ...terms }: Props) => {
  const t = useTranslations('schedule')
  const wallet = useTranslations('wallet')
  const words = useTranslations('swap')
  const format = useFormat()
  const { network } = useSettings()
  const { owner, sellToken, total, parts } = terms
  const { way, choose, canChoose, isChecking } = useJobWay(owner)
  const selling = { token: sellToken.address, owner }
  const claim = useOpenClaim(selling)
  const approval = useApproval({
    ...{ ...selling, needed: total + claim.open.claim.atoms, isAwaited: isFirstLoad(claim) },
    isContract: useAccountKind() === 'contract',
  })
  const replace = useReplace(owner, edited)
  const stage = approvalStage(approval.state)
  const needsApproval = way === 'each' && stage !== 'sufficient'
  const error = replace.error ?? approval.error
  const isAsked = replace.isBusy || isAwaitingWallet(approval)
  const action = nextAction({
    ...{ t, words, needsApproval, way, isChecking, replace, approval },
    ...{ symbol: sellToken.symbol, count: parts.length, onSign: () => onSign(way) },
  })
  return (
    <Dialog open onOpenChange={(open) => !open && !isAsked && onClose()}>
      <DialogContent
        title={t('action.review')}
        description={way === 'batch' ? t('review.batch') : t('review.each')}
        footer={
          <div className="grid gap-3">
            {error === undefined ? null : (
              <ProblemAlert problem={describeSigningProblem(wallet, error)} />
            )}
            <Button variant="primary" size="large" busy={action.isBusy} onClick={action.act}>
              {action.label}
            </Button>
            {network.embedded ? (
              <p className="text-center text-label text-ink-2">{words('review.demo')}</p>
            ) : null}
          </div>
        }
      >
        <div className="grid grid-cols-1 gap-4">
          <ScheduleTerms {...terms} />
          {edited && edited.open.length > 0 ? (
            <Alert tone="info" title={t('review.replaces', { count: edited.open.length })}>
              {t('review.replacesWhat')}
            </Alert>
          ) : null}
          {canChoose ? (
            <fieldset className="flex flex-wrap gap-2">
              <legend className="sr-only">{t('review.ways')}</legend>
              {(['batch', 'each'] as const).map((each) => (
                <Chip key={each} pressed={each === way} onClick={() => choose(each)}>
                  {t(`review.way.${each}`)}
                </Chip>
              ))}
            </fieldset>
          ) : null}
          {stage === 'missing' && way === 'each' ? (
            <Switch
              label={words('review.unlimited', { symbol: sellToken.symbol })}
              hint={words('review.later')}
              checked={approval.state.extent === 'unlimited'}
              onCheckedChange={(isOn) => approval.choose(isOn ? 'unlimited' : 'exact')}
            />
          ) : null}
          <Stepper
            label={words('steps.label')}
            pace={action.isBusy ? 'busy' : 'idle'}
            steps={stepsOf({
              t,
              words,
              format,
              way,
              approval,
              replace,
              sellToken,
              count: parts.length,
            })}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}

const isAwaitingWallet = ({ state: { phase } }: OrderApproval) =>
  phase.at === 'wallet' && !phase.isLate

/** Wallets that batch calls confirm once; an account with a key may prefer free signatures. */
function useJobWay(account: Address) {
  const config = useConfig()
  const { chainId } = useSettings().network
  const { connector } = useConnection()
  const kind = useAccountKind()
  const [chosen, choose] = useState<JobWay>()
  const batch = useQuery({
    queryKey: ['can-batch', connector?.uid, account, chainId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => canBatch(config, { chainId, account }),
  })
  const usual: JobWay = batch.data ? 'batch' : 'each'
  return {
    way: batch.data ? (chosen ?? usual) : usual,
    choose,
    canChoose: batch.data === true && kind === 'key',
    isChecking: batch.isPending || kind === undefined,
  }
}

type Texts = {
  readonly t: ReturnType<typeof useTranslations<'schedule'>>
  readonly words: ReturnType<typeof useTranslations<'swap'>>
}

type Replace = ReturnType<typeof useReplace>

type ActionInput = Texts & {
  readonly way: JobWay
  readonly isChecking: boolean
  readonly needsApproval: boolean
  readonly replace: Replace
  readonly approval: OrderApproval
  readonly symbol: string
  readonly count: number
  readonly onSign: () => void
}

/** The button: one step at a time, one press each. */
function nextAction(input: ActionInput) {
  const { t, words, replace, approval, needsApproval, way, symbol, count } = input
  const isApproving = !['missing', 'sufficient'].includes(approvalStage(approval.state))
  const isLate = 'isLate' in approval.state.phase && approval.state.phase.isLate === true
  if (input.isChecking) {
    return { label: words('reviewAction.wallet-unknown'), isBusy: true, act: () => {} }
  }
  if (replace.isNeeded) {
    const label = replace.isBusy ? words('confirm') : t('review.cancelFirst')
    return { label, isBusy: replace.isBusy, act: replace.run }
  }
  if (needsApproval) {
    const label = words('steps.approve', { symbol })
    return { label, isBusy: isApproving && !isLate, act: approval.approve }
  }
  return { label: t(`review.sign.${way}`, { count }), isBusy: false, act: input.onSign }
}

type StepsInput = Texts & {
  readonly format: Format
  readonly way: JobWay
  readonly approval: OrderApproval
  readonly replace: Replace
  readonly sellToken: Token
  readonly count: number
}

function stepsOf({
  t,
  words,
  format,
  way,
  approval,
  replace,
  sellToken,
  count,
}: StepsInput): Step[] {
  const { symbol } = sellToken
  const { extent } = approval.state
  const needed = `${format.amount(approval.state.needed, sellToken)} ${symbol}`
  const isApproved = approvalStage(approval.state) === 'sufficient'
  const cancel: Step[] =
    replace.isNeeded || replace.isDone
      ? [{ label: t('review.cancelFirst'), state: replace.isDone ? 'done' : 'current' }]
      : []
  const isFree = !replace.isNeeded
  if (way === 'batch') {
    const label = isApproved ? t('steps.confirm') : t('steps.confirmBoth', { symbol })
    return [
      ...cancel,
      { label: t('review.sign.batch', { count }), state: isFree ? 'current' : 'waiting' },
      { label, state: 'waiting', note: t('steps.confirmNote') },
    ]
  }
  return [
    ...cancel,
    {
      label: words('steps.approve', { symbol }),
      state: isApproved ? 'done' : isFree ? 'current' : 'waiting',
      ...(isApproved ? {} : { note: words('steps.approveNote', { extent, amount: needed }) }),
    },
    {
      label: t('review.sign.each', { count }),
      state: isApproved && isFree ? 'current' : 'waiting',
      note: t('steps.signNote'),
    },
  ]
}
