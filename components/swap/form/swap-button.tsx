'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import type { Wrapping } from '@/components/swap/consent/use-wrap'
import { Button } from '@/components/ui/button'
import { useConnectDialog } from '@/components/wallet/connect-provider'
import { useSwitchNetwork } from '@/components/wallet/use-switch-network'
import type { Translator } from '@/lib/client/i18n/translator'
import type { SwapAction } from '@/lib/client/swap/swap-action'
import type { PendingWrap } from '@/lib/client/swap/wrap-state'

/** The form's state as the button needs it. */
type ActingForm = {
  readonly action: Pick<SwapAction, 'does' | 'isBusy'>
  readonly label: string
}

type Props = {
  readonly swap: ActingForm
  /** Set if the form exchanges the native token and its wrapped form. */
  readonly wrapping?: Wrapping
  readonly onChooseToken: () => void
  readonly onEnterAmount: () => void
  readonly onEnterRecipient: () => void
  readonly onReview: () => void
}

/** The form's only button: it names what is missing, or the next step. */
export const SwapButton = ({ swap, wrapping, ...on }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { openConnect } = useConnectDialog()
  const { switchNetwork, isPending: isTurning, advice } = useSwitchNetwork()
  const { does, isBusy } = swap.action
  const wrap = does === 'wrap' || does === 'unwrap' ? wrapping?.inFlight : undefined
  const acts: Record<typeof does, () => void> = {
    none: () => {},
    'choose-token': on.onChooseToken,
    'enter-amount': on.onEnterAmount,
    'enter-recipient': on.onEnterRecipient,
    connect: openConnect,
    'switch-network': () => switchNetwork(),
    'wrap-first': () => wrapping?.wrapFirst(),
    wrap: () => wrapping?.start('wrap'),
    unwrap: () => wrapping?.start('unwrap'),
    review: on.onReview,
  }
  return (
    <div data-slot="action-bar" className="action-bar mt-auto grid gap-2 rounded-b-card tab:pt-4">
      <Button
        variant="primary"
        size="large"
        className="w-full"
        busy={wrap ? !wrap.isLate : isBusy || isTurning}
        aria-disabled={does === 'none'}
        onClick={acts[does]}
      >
        {wrap ? wrapText(t, wrap, network.nativeSymbol) : swap.label}
      </Button>
      {wrap?.isLate ? <p className="px-1 text-small text-ink-2">{t('wrap.late')}</p> : null}
      {does === 'switch-network' && advice ? (
        <p role="alert" className="px-1 text-small text-ink-2">
          {advice}
        </p>
      ) : null}
    </div>
  )
}

/** The state of a pending wrap, and what helps if the wallet is silent. */
function wrapText(t: Translator<'swap'>, wrap: PendingWrap, symbol: string): string {
  if (wrap.isLate) return t('reviewAction.signing-late')
  if (wrap.at === 'wallet') return t('confirm')
  return t('wrap.pending', { direction: wrap.direction, symbol })
}
