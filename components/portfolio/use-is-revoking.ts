'use client'

import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSettings } from '@/components/app/settings'
import { findPending, forgetPending, watchPending } from '@/lib/client/wallet/pending-transaction'
import type { Address } from '@/lib/core/address'

const what = 'revocation'

type Allowance = { readonly owner: Address; readonly token: Address }

/** Returns whether a stored revocation of an allowance is still pending. */
export function useIsRevoking({ owner, token }: Allowance, allowance: bigint | undefined): boolean {
  const { chainId } = useSettings().network
  const of = useMemo(() => ({ what, chainId, token, owner }) as const, [chainId, token, owner])
  const watch = useCallback((listener: () => void) => watchPending(of, listener), [of])
  const hash = useSyncExternalStore(watch, () => findPending(of)?.hash, noHash)
  // The transaction may have been mined while no page was open.
  useEffect(() => {
    if (hash !== undefined && allowance === 0n) forgetPending(of)
  }, [hash, allowance, of])
  return hash !== undefined
}

const noHash = () => undefined
