'use client'

import { Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import { lazyPart } from '@/components/ui/lazy-part'
import { useWallet } from '@/components/wallet/use-wallet'

const FaucetButton = lazyPart(async () => (await import('./faucet-button')).FaucetButton)

/** The faucet for the connected account; renders nothing on real networks. */
export const Faucet = () => {
  const { network } = useSettings()
  const { account, isAllowed } = useWallet()
  if (!account || !isAllowed || !network.embedded) return null
  return (
    <Suspense fallback={<span className="h-11" />}>
      <FaucetButton account={account} />
    </Suspense>
  )
}
