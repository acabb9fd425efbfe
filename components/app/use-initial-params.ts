'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'

/**
 * What the page's address asks for, as it is when this begins to be shown; the server knows it too. A page that is gone
 * back to comes as the server made it, from the address that it had at first.
 */
export function useInitialParams(): Readonly<Record<string, string>> {
  const search = useSearchParams()
  const [asked] = useState(() => Object.fromEntries(search))
  return asked
}
