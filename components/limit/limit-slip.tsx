'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useRef, useState } from 'react'
import { ReferralLine } from '@/components/referral/referral-line'
import { FlipButton } from '@/components/swap/form/flip-button'
import { FormNotice, TokensNotice } from '@/components/swap/form/form-notice'
import { isEnterInAmount } from '@/components/swap/form/side-amount'
import { SwapButton } from '@/components/swap/form/swap-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Slip } from '@/components/ui/slip'
import type { Side } from '@/lib/client/swap/swap-form'
import { LimitRail } from './limit-rail'
import { LimitSettings } from './limit-settings'
import { LimitBuyWell, LimitSellWell } from './limit-wells'
import { PriceField } from './price-field'
import type { Limit } from './use-limit'

const RefusedNote = lazyPart(async () => (await import('./limit-notes')).RefusedNote)
const ShortNote = lazyPart(async () => (await import('./limit-notes')).ShortNote)

type Props = { readonly limit: Limit; readonly onReview: () => void }

/** The limit order form. */
export const LimitSlip = ({ limit, onReview }: Props) => {
  const t = useTranslations('limit')
  const [choosing, setChoosing] = useState<Side>()
  const cardRef = useRef<HTMLElement>(null)
  const priceRef = useRef<HTMLInputElement>(null)
  const recipientRef = useRef<HTMLInputElement>(null)
  const { sellToken } = limit
  const side = (name: Side) => ({
    limit,
    isChoosing: choosing === name,
    onChoosing: (open: boolean) => setChoosing(open ? name : undefined),
  })
  return (
    <Slip
      aria-label={t('title')}
      ref={cardRef}
      onKeyDown={(event) => {
        if (limit.action.does === 'review' && isEnterInAmount(event)) onReview()
      }}
    >
      <LimitSellWell {...side('sell')} />
      <FlipButton onFlip={() => limit.edit({ type: 'flip' })} />
      <LimitBuyWell {...side('buy')} />
      <div className="grid grid-cols-1 gap-4 px-1 pt-4">
        <PriceField limit={limit} fieldRef={priceRef} />
        <LimitRail price={limit.price} market={limit.market.ratio} scale={limit.scale} />
        <LimitSettings limit={limit} recipientRef={recipientRef} />
        <FetchNotice {...limit} />
        <Suspense fallback={null}>
          {limit.market.refusal === undefined ? null : (
            <RefusedNote refusal={limit.market.refusal} />
          )}
          {limit.balance.fact === 'short' ? <ShortNote {...{ limit }} /> : null}
        </Suspense>
      </div>
      <ReferralLine referral={limit.referral} />
      <SwapButton
        swap={limit}
        onChooseToken={() => setChoosing(sellToken ? 'buy' : 'sell')}
        onEnterAmount={() =>
          fieldOf(limit, { card: cardRef.current, price: priceRef.current })?.focus()
        }
        onEnterRecipient={() => recipientRef.current?.focus()}
        onReview={onReview}
      />
    </Slip>
  )
}

/** Shows failed queries, with a retry. */
const FetchNotice = ({ tokens, market }: Limit) => {
  const t = useTranslations('limit')
  const words = useTranslations('swap')
  if (tokens.status === 'failed') return <TokensNotice onRetry={tokens.reload} />
  if (!market.isFailed) return null
  return (
    <FormNotice title={words('quoteProblem.failed')} onRetry={market.retry}>
      {t('marketUnknown')}
    </FormNotice>
  )
}

/** Returns the field that the button refers to. */
function fieldOf(
  { action }: Limit,
  { card, price }: { readonly card: HTMLElement | null; readonly price: HTMLInputElement | null },
): HTMLElement | null | undefined {
  if (action.state === 'price-missing') return price
  const kind = action.state === 'expiry-invalid' ? 'input[type="datetime-local"]' : 'input'
  return card?.querySelector<HTMLElement>(kind)
}
