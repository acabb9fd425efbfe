'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'

/**
 * Returns the address parameters at mount, on the server too. A page restored by the back button renders from its
 * original address.
 */
export function useInitialParams(): Readonly<Record<string, string>> {
  const search = useSearchParams()
  const [asked] = useState(() => Object.fromEntries(search))
  return asked
}
