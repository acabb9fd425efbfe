'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useRef, useState } from 'react'
import { ReferralLine } from '@/components/referral/referral-line'
import { FlipButton } from '@/components/swap/form/flip-button'
import { FormNotice, TokensNotice } from '@/components/swap/form/form-notice'
import { KindTabs } from '@/components/swap/form/kind-tabs'
import { isEnterInAmount } from '@/components/swap/form/side-amount'
import { SwapButton } from '@/components/swap/form/swap-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Ticket } from '@/components/ui/slip'
import type { Side } from '@/lib/client/swap/swap-form'
import { ScheduleFields } from './schedule-fields'
import { ScheduleBuyWell, ScheduleSellWell } from './schedule-wells'
import type { Schedule } from './use-schedule'

const RefusedNote = lazyPart(
  async () => (await import('@/components/limit/limit-notes')).RefusedNote,
)

type Props = { readonly schedule: Schedule; readonly onReview: () => void }

/** The form of a scheduled order. */
export const ScheduleSlip = ({ schedule, onReview }: Props) => {
  const t = useTranslations('schedule')
  const [choosing, setChoosing] = useState<Side>()
  const cardRef = useRef<HTMLElement>(null)
  const { sellToken, action } = schedule
  const side = (name: Side) => ({
    schedule,
    isChoosing: choosing === name,
    onChoosing: (open: boolean) => setChoosing(open ? name : undefined),
  })
  return (
    <Ticket
      aria-label={t('title')}
      ref={cardRef}
      className="flex-1"
      onKeyDown={(event) => {
        if (action.does === 'review' && isEnterInAmount(event)) onReview()
      }}
      upper={
        <>
          <KindTabs current="schedule" params={schedule.shared}>
            {null}
          </KindTabs>
          <ScheduleSellWell {...side('sell')} />
        </>
      }
      tear={<FlipButton onFlip={() => schedule.edit({ type: 'flip' })} />}
    >
      <ScheduleBuyWell {...side('buy')} />
      <div className="grid flex-1 grid-cols-1 content-start gap-4 px-1 pt-4">
        <ScheduleFields schedule={schedule} />
        <FetchNotice {...schedule} />
        <Suspense fallback={null}>
          {schedule.market.refusal === undefined ? null : (
            <RefusedNote refusal={schedule.market.refusal} />
          )}
        </Suspense>
      </div>
      <ReferralLine referral={schedule.referral} />
      <SwapButton
        swap={schedule}
        onChooseToken={() => setChoosing(sellToken ? 'buy' : 'sell')}
        onEnterAmount={() => fieldOf(schedule, cardRef.current)?.focus()}
        onEnterRecipient={() => {}}
        onReview={onReview}
      />
    </Ticket>
  )
}

/** Shows failed queries, with a retry. */
const FetchNotice = ({ tokens, market }: Schedule) => {
  const t = useTranslations('schedule')
  const words = useTranslations('swap')
  if (tokens.status === 'failed') return <TokensNotice onRetry={tokens.reload} />
  if (!market.isFailed) return null
  return (
    <FormNotice title={words('quoteProblem.failed')} onRetry={market.retry}>
      {t('noPrice')}
    </FormNotice>
  )
}

const fieldNames = {
  'parts-invalid': 'parts',
  'interval-invalid': 'every',
  'worst-invalid': 'worst',
} as const

/** Returns the field that the button refers to. */
function fieldOf({ action: { state } }: Schedule, card: HTMLElement | null) {
  const name = state in fieldNames ? fieldNames[state as keyof typeof fieldNames] : undefined
  return card?.querySelector<HTMLElement>(name ? `input[name="${name}"]` : 'input')
}
