'use client'

import { useEffect, useState } from 'react'

/** Returns the origin of this page; empty on the server, which does not know its public address. */
export function useSiteOrigin(): string {
  const [origin, setOrigin] = useState('')
  useEffect(() => setOrigin(location.origin), [])
  return origin
}

/** Returns a code's referral link; without a host on the server, as {@link useSiteOrigin}. */
export const useCodeLink = (code: string): string => `${useSiteOrigin()}/?ref=${code}`
