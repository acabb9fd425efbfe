'use client'

import { Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import { lazyPart } from '@/components/ui/lazy-part'
import { useWallet } from '@/components/wallet/use-wallet'

const FaucetButton = lazyPart(async () => (await import('./faucet-button')).FaucetButton)

/** The faucet for the connected account, in the last line of its well; renders nothing on real networks. */
export const Faucet = () => {
  const { network } = useSettings()
  const { account, isAllowed } = useWallet()
  if (!account || !isAllowed || !network.embedded) return null
  return (
    <Suspense fallback={null}>
      <FaucetButton
        account={account}
        size="small"
        className="-my-2 -mr-3 text-label! max-tab:-mb-5"
      />
    </Suspense>
  )
}
