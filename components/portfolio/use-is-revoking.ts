'use client'

import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSettings } from '@/components/app/settings'
import { findPending, forgetPending, watchPending } from '@/lib/client/wallet/pending-transaction'
import type { Address } from '@/lib/core/address'

const what = 'revocation'

type Allowance = { readonly owner: Address; readonly token: Address }

/** Whether an allowance was on its way to nothing when that was last heard of. */
export function useIsRevoking({ owner, token }: Allowance, allowance: bigint | undefined): boolean {
  const { chainId } = useSettings().network
  const of = useMemo(() => ({ what, chainId, token, owner }) as const, [chainId, token, owner])
  const watch = useCallback((listener: () => void) => watchPending(of, listener), [of])
  const hash = useSyncExternalStore(watch, () => findPending(of)?.hash, noHash)
  // It may have come while no page was there to see.
  useEffect(() => {
    if (hash !== undefined && allowance === 0n) forgetPending(of)
  }, [hash, allowance, of])
  return hash !== undefined
}

const noHash = () => undefined
