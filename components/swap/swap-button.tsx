'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { useConnectDialog } from '@/components/wallet/connect-provider'
import { useSwitchNetwork } from '@/components/wallet/use-switch-network'
import type { ParsedAmount } from '@/lib/client/amount-text'
import type { SwapAction } from '@/lib/client/swap/swap-action'
import { type Address, toAddress } from '@/lib/core/address'
import { useWrap } from './use-wrap'

/** What the button needs to know of its form. */
type ActingForm = {
  readonly action: Pick<SwapAction, 'does' | 'isBusy'>
  readonly label: string
  readonly typed: ParsedAmount
  readonly edit: (edit: { type: 'token'; side: 'buy'; token: Address }) => void
}

type Props = {
  readonly swap: ActingForm
  readonly onChooseToken: () => void
  readonly onEnterAmount: () => void
  readonly onEnterRecipient: () => void
  readonly onReview: () => void
}

/** The one action of the form: it says what is missing, or what comes next. */
export const SwapButton = ({ swap, ...on }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { openConnect } = useConnectDialog()
  const { turn, isPending: isTurning, advice } = useSwitchNetwork()
  const wrap = useWrap()
  const { does, isBusy } = swap.action
  const amount = 'atoms' in swap.typed ? swap.typed.atoms : 0n
  const acts: Record<typeof does, () => void> = {
    none: () => {},
    'choose-token': on.onChooseToken,
    'enter-amount': on.onEnterAmount,
    'enter-recipient': on.onEnterRecipient,
    connect: openConnect,
    'switch-network': () => turn(),
    'wrap-first': () =>
      swap.edit({ type: 'token', side: 'buy', token: toAddress(network.wrappedNative) }),
    wrap: () => wrap.mutate({ direction: 'wrap', amount }),
    unwrap: () => wrap.mutate({ direction: 'unwrap', amount }),
    review: on.onReview,
  }
  return (
    <div data-slot="action-bar" className="action-bar mt-3 grid gap-2 rounded-b-card">
      <Button
        variant="primary"
        size="large"
        className="w-full"
        busy={isBusy || isTurning || wrap.isPending}
        aria-disabled={does === 'none'}
        onClick={acts[does]}
      >
        {wrap.isPending ? t('confirm') : swap.label}
      </Button>
      {does === 'switch-network' && advice ? (
        <p role="alert" className="px-1 text-small text-ink-2">
          {advice}
        </p>
      ) : null}
    </div>
  )
}
