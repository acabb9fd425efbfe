'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useRef } from 'react'
import { ReferralLine } from '@/components/referral/referral-line'
import { useWrap } from '@/components/swap/consent/use-wrap'
import { SwapSettings } from '@/components/swap/settings/swap-settings'
import { lazyPart } from '@/components/ui/lazy-part'
import { Ticket } from '@/components/ui/slip'
import type { Side } from '@/lib/client/swap/swap-form'
import { BuyWell } from './buy-well'
import { FlipButton } from './flip-button'
import { KindTabs } from './kind-tabs'
import { SellWell } from './sell-well'
import { isEnterInAmount } from './side-amount'
import { SwapButton } from './swap-button'
import { SwapFacts } from './swap-facts'
import type { Swap } from './use-swap'

const RecipientField = lazyPart(
  async () => (await import('@/components/swap/settings/recipient-field')).RecipientField,
)

type Props = {
  readonly swap: Swap
  /** The side whose token selector is open. */
  readonly choosing: Side | undefined
  readonly onChoosing: (side: Side | undefined) => void
  readonly onReview: () => void
}

/** The swap form in each of its states. */
export const SwapSlip = ({ swap, choosing, onChoosing, onReview }: Props) => {
  const t = useTranslations('swap')
  const cardRef = useRef<HTMLElement>(null)
  const recipientRef = useRef<HTMLInputElement>(null)
  const wrapping = useWrap(swap)
  const side = (name: Side) => ({
    swap,
    isChoosing: choosing === name,
    onChoosing: (open: boolean) => onChoosing(open ? name : undefined),
  })
  return (
    <Ticket
      aria-label={t('title')}
      ref={cardRef}
      className="flex-1"
      onKeyDown={(event) => {
        if (swap.action.does === 'review' && isEnterInAmount(event)) onReview()
      }}
      upper={
        <>
          <KindTabs current="swap" params={swap.shared}>
            <SwapSettings swap={swap} />
          </KindTabs>
          <SellWell {...side('sell')} />
        </>
      }
      tear={<FlipButton onFlip={() => swap.edit({ type: 'flip' })} />}
    >
      <BuyWell {...side('buy')} />
      {swap.pair === 'order' && swap.recipient.text !== undefined ? (
        <Suspense fallback={null}>
          <div className="px-2 pt-4">
            <RecipientField recipient={swap.recipient} fieldRef={recipientRef} />
          </div>
        </Suspense>
      ) : null}
      <SwapFacts swap={swap} />
      <ReferralLine referral={swap.referral} />
      <SwapButton
        {...{ swap, wrapping }}
        onChooseToken={() => onChoosing(swap.sellToken ? 'buy' : 'sell')}
        onEnterAmount={() => amountToFix(cardRef.current)?.focus()}
        onEnterRecipient={() => recipientRef.current?.focus()}
        onReview={onReview}
      />
    </Ticket>
  )
}

/** Returns the field with the invalid amount, else the first one. */
const amountToFix = (card: HTMLElement | null) =>
  card?.querySelector<HTMLElement>('input[aria-invalid]') ?? card?.querySelector('input')
