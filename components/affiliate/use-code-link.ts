'use client'

import { useEffect, useState } from 'react'

/** Returns a code's referral link; without a host on the server, which does not know its public address. */
export function useCodeLink(code: string): string {
  const [origin, setOrigin] = useState('')
  useEffect(() => setOrigin(location.origin), [])
  return `${origin}/?ref=${code}`
}
