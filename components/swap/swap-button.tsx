'use client'

import { useSwitchChain } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { useConnectDialog } from '@/components/wallet/connect-provider'
import { toAddress } from '@/lib/core/address'
import type { Swap } from './use-swap'
import { useWrap } from './use-wrap'

type Props = {
  readonly swap: Swap
  readonly onChooseToken: () => void
  readonly onEnterAmount: () => void
  readonly onReview: () => void
}

/** The one action of the form: it says what is missing, or what comes next. */
export const SwapButton = ({ swap, ...on }: Props) => {
  const { network } = useSettings()
  const { openConnect } = useConnectDialog()
  const switchChain = useSwitchChain()
  const wrap = useWrap()
  const { does, isBusy } = swap.action
  const amount = 'atoms' in swap.typed ? swap.typed.atoms : 0n
  const acts: Record<typeof does, () => void> = {
    none: () => {},
    'choose-token': on.onChooseToken,
    'enter-amount': on.onEnterAmount,
    'enter-recipient': () => {},
    connect: openConnect,
    'switch-network': () => switchChain.mutate({ chainId: network.chainId }),
    'wrap-first': () =>
      swap.edit({ type: 'token', side: 'buy', token: toAddress(network.wrappedNative) }),
    wrap: () => wrap.mutate({ direction: 'wrap', amount }),
    unwrap: () => wrap.mutate({ direction: 'unwrap', amount }),
    review: on.onReview,
  }
  return (
    <div className="mt-3 grid gap-2">
      <Button
        variant="primary"
        size="large"
        className="w-full"
        busy={isBusy || switchChain.isPending || wrap.isPending}
        aria-disabled={does === 'none'}
        onClick={acts[does]}
      >
        {wrap.isPending ? 'Confirm in your wallet…' : swap.label}
      </Button>
      {does === 'switch-network' && switchChain.isError ? (
        <p role="alert" className="px-1 text-small text-ink-2">
          The wallet did not switch. Choose {network.title} in the wallet itself.
        </p>
      ) : null}
    </div>
  )
}
