'use client'

import { Suspense } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { useWalletReadiness } from './use-wallet-readiness'

const WalletObstacle = lazyPart(async () => (await import('./wallet-obstacle')).WalletObstacle)

/** Explains why the connected wallet cannot be used here and offers remedies. */
export const WalletNotice = () => {
  const readiness = useWalletReadiness()
  if (readiness !== 'not-allowed' && readiness !== 'other-chain' && readiness !== 'view-only') {
    return null
  }
  return (
    <Suspense fallback={null}>
      <WalletObstacle why={readiness} />
    </Suspense>
  )
}
