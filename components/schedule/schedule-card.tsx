'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { TradeChart } from '@/components/swap/form/trade-chart'
import { TradeColumns } from '@/components/swap/form/trade-columns'
import { LinkedTokenImport } from '@/components/swap/tokens/linked-token-import'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { returnFocus } from '@/components/ui/return-focus'
import { Skeleton } from '@/components/ui/skeleton'
import { WalletNotice } from '@/components/wallet/wallet-notice'
import { carriedCode } from '@/lib/client/referral/referral'
import { planParts } from '@/lib/client/schedule/plan'
import type { ScheduleParams } from '@/lib/client/schedule/schedule-link'
import type { JobWay } from '@/lib/client/schedule/signing-job'
import { serverClock } from '@/lib/client/server-clock'
import type { Address } from '@/lib/core/address'
import type { EditedSchedule } from './edited-schedule'
import { ScheduleSlip } from './schedule-slip'
import type { ReviewedSchedule } from './schedule-terms'
import { type Schedule, useSchedule } from './use-schedule'
import type { Signing } from './use-signing-job'

const SigningTicket = lazyPart(async () => (await import('./signing-ticket')).SigningTicket)

const ScheduleReview = lazyPart(async () => (await import('./schedule-review')).ScheduleReview)

type Props = {
  /** Parameters of the page's address. */
  readonly asked: ScheduleParams
  readonly owner: Address | undefined
  readonly signing: Signing
  /** The schedule that the form's is to replace. */
  readonly edited: EditedSchedule | undefined
  readonly onEditEnd: () => void
}

/** The form of a scheduled order and its review. */
export const ScheduleCard = ({ asked, owner, signing, edited, onEditEnd }: Props) => {
  const t = useTranslations('schedule')
  const { network } = useSettings()
  const { state } = signing
  const isSigning = state !== undefined && state.phase.at !== 'done'
  const schedule = useSchedule(asked)
  useEffect(() => {
    // The ticket goes with its focused button.
    return isSigning ? () => returnFocus(document.activeElement) : undefined
  }, [isSigning])
  const [reviewed, setReviewed] = useState<ReviewedSchedule>()
  const { sellToken, buyToken } = schedule
  const sign = (way: JobWay) => {
    if (!owner || !sellToken || !buyToken || !reviewed) return
    // The review may have been open for long: the first order begins now.
    const parts = restarted(reviewed)
    signing.begin({
      schedule: newName(),
      chainId: network.chainId,
      owner,
      sellToken: sellToken.address,
      buyToken: buyToken.address,
      referrerCode: carriedCode(schedule.referral),
      way,
      parts: parts.map((part) => ({ ...part, isPlaced: false })),
    })
    setReviewed(undefined)
    schedule.edit({ type: 'clear' })
    onEditEnd()
  }
  return (
    <>
      <TradeColumns
        card={
          <>
            <WalletNotice />
            {edited ? (
              <Alert
                tone="info"
                title={t('edit.title')}
                actions={
                  <Button size="small" onClick={onEditEnd}>
                    {t('edit.stop')}
                  </Button>
                }
              >
                {t('edit.what', { count: edited.open.length })}
              </Alert>
            ) : null}
            {state && isSigning ? (
              <Suspense fallback={<Skeleton className="min-h-144 flex-1 rounded-card" />}>
                <SigningTicket signing={{ ...signing, state }} params={schedule.shared} />
              </Suspense>
            ) : (
              <ScheduleSlip schedule={schedule} onReview={() => setReviewed(reviewOf(schedule))} />
            )}
          </>
        }
        chart={<TradeChart tokens={schedule.tokens} {...{ sellToken, buyToken }} />}
      />
      <LinkedTokenImport params={asked} form={schedule.form} tokens={schedule.tokens} />
      {reviewed && owner && sellToken && buyToken ? (
        <Suspense fallback={null}>
          <ScheduleReview
            {...reviewed}
            {...{ owner, sellToken, buyToken, edited }}
            onClose={() => setReviewed(undefined)}
            onSign={sign}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Plans the schedule of the form, from now on. */
function reviewOf(schedule: Schedule): ReviewedSchedule | undefined {
  const { sold, parts: count, intervalSeconds, worst, worstBps, market, each } = schedule
  const total = 'atoms' in sold ? sold.atoms : 0n
  const isWhole = count && intervalSeconds && worst && market.ratio && each !== undefined
  if (!isWhole || worstBps === undefined || !market.ratio) return undefined
  const startSeconds = Math.floor(serverClock.nowMs() / 1_000)
  const parts = planParts({ total, parts: count, intervalSeconds, startSeconds, worst })
  return { parts, total, intervalSeconds, market: market.ratio, worstBps }
}

/** The same orders, the first of which begins now. */
function restarted({ parts }: ReviewedSchedule): ReviewedSchedule['parts'] {
  const nowSeconds = Math.floor(serverClock.nowMs() / 1_000)
  const by = nowSeconds - (parts[0]?.validFrom ?? nowSeconds)
  return parts.map((part) => ({
    ...part,
    validFrom: part.validFrom + by,
    validTo: part.validTo + by,
  }))
}

/** A name that nobody else guesses: presign orders in an owner's name could take it first. */
const newName = () => crypto.randomUUID()
